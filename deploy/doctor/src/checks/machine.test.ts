import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { ensureTestSecrets } from '@quire/embedded'
import { foundBy, subjectOf } from '../subject.fixture.ts'
import { diskCheck, keysCheck } from './machine.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quire-machine-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Key files in a folder of their own, for all services. */
function madeKeys(name: string) {
  const SECRETS_DIR = join(folder, name)
  mkdirSync(SECRETS_DIR)
  ensureTestSecrets(SECRETS_DIR)
  const env = { SECRETS_DIR }
  const subject = subjectOf({ gateway: env, identity: env, content: env, sites: env, ai: env })
  return { pathOf: (file: string) => join(SECRETS_DIR, file), found: () => foundBy(keysCheck(subject)) }
}

test('key files are counted if each service has its own, whole and for itself', async () => {
  const { found } = madeKeys('whole')
  expect(await found()).toEqual([expect.stringMatching(/^fine: \d+ key files, the oldest \S+ of 0 days$/)])
  expect(await foundBy(keysCheck(subjectOf({})))).toEqual(['skipped: SECRETS_DIR is not set'])
})

test('a key file that is missing, short, open to everybody or very old is named', async () => {
  const { pathOf, found } = madeKeys('wrong')
  rmSync(pathOf('cursor.key'))
  writeFileSync(pathOf('internal.key'), 'short')
  chmodSync(pathOf('sealing.key'), 0o644)
  const longAgo = new Date(Date.now() - 800 * 24 * 3600_000)
  utimesSync(pathOf('token-signing.pem'), longAgo, longAgo)
  expect((await found()).toSorted()).toEqual([
    `problem: ${pathOf('cursor.key')} is missing`,
    `problem: ${pathOf('internal.key')} is shorter than 32 characters`,
    `warning: ${pathOf('sealing.key')} can be read by every user of the machine`,
    expect.stringMatching(/^warning: \d+ key files, the oldest token-signing.pem of 800 days$/),
  ])
})

test('a folder of keys that is not there lacks each key of its service', async () => {
  const env = { SECRETS_DIR: join(folder, 'nowhere') }
  const found = await foundBy(keysCheck(subjectOf({ ai: env })))
  expect(found.length).toBeGreaterThan(1)
  expect(found.filter((line) => !/^problem: .* is missing$/.test(line))).toEqual([])
})

const disk = (env: NodeJS.ProcessEnv, dataFolder: string | undefined, now = Date.now()) =>
  foundBy(diskCheck(subjectOf({ content: env }, { dataFolder }), () => now))

test('a disk with less room than uploads leave is a problem, and one that cannot be looked at too', async () => {
  const all = `${2 ** 60}`
  expect(await disk({ DISK_RESERVE_BYTES: all }, folder)).toContainEqual(
    expect.stringMatching(/^problem: .* are free in .*: uploads and imports are refused$/),
  )
  expect(await disk({ DISK_RESERVE_BYTES: '1' }, folder)).toContainEqual(expect.stringMatching(/^(fine|warning): /))
  expect(await disk({}, join(folder, 'nowhere'))).toEqual([expect.stringMatching(/^problem: ENOENT/)])
  expect(await disk({}, undefined)).toEqual(['skipped: DATA_DIR is not known'])
})

test('a disk that fills within two weeks is a warning, by what earlier runs saw', async () => {
  const dataFolder = join(folder, 'filling')
  mkdirSync(dataFolder)
  const file = join(dataFolder, 'doctor.json')
  const [now, day] = [Date.now(), 24 * 3600_000]
  const shrinking = async (earlier: object[]) => {
    writeFileSync(file, JSON.stringify(earlier))
    return (await disk({}, dataFolder, now)).filter((line) => line.includes('the free space'))
  }
  expect(await shrinking([{ at: now - day, free: 2 ** 52 }])).toEqual([
    expect.stringMatching(/^warning: the free space shrinks by .* a day, and lasts for 0 days$/),
  ])
  expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveLength(2)
  expect(await shrinking([{ at: now - day, free: 0 }])).toEqual(['fine: the free space has not shrunk in 1 days'])
  // One of 31 days ago, and one of tomorrow, when the clock was wrong, say nothing.
  expect(await shrinking([-31, 1].map((days) => ({ at: now + days * day, free: 2 ** 52 })))).toEqual([])
})
