import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { withInstallation } from '@quire/backup'
import { backupFolder, bring, commandOn } from './support/backups.ts'
import { withDatabases } from './support/system-databases.ts'

const fixture = fileURLToPath(new URL('../fixtures/quire-0.1.0.backup', import.meta.url))
const command = fileURLToPath(new URL('../../deploy/doctor/src/doctor-command.ts', import.meta.url))

let folders: Awaited<ReturnType<typeof backupFolder>>
let dataFolder: string
let blob: string
/** A stopped installation with one file, which no row names. */
beforeAll(async () => {
  folders = await backupFolder()
  // The embedded server runs as another user, who has to pass.
  await chmod(folders.pathOf('.'), 0o711)
  dataFolder = folders.pathOf('data')
  await withInstallation(commandOn({ DATA_DIR: dataFolder }, true), async (installation) => {
    await bring(installation, fixture, { passphrase: 'fixture' })
    const { rows } = await withDatabases({ databases: installation.databaseUrls }, ({ content }) =>
      content.query('select store from revision limit 1'),
    )
    blob = await installation.files.put(rows[0].store, Buffer.from('a picture'))
  })
}, 60_000)
afterAll(() => folders?.remove())

/** Runs the command; `lines` are those about parts that are not as they should be. */
async function doctor(args: string[], env: Record<string, string> = {}) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [command, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataFolder, DISK_RESERVE_BYTES: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [page, words, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, page, words }
}

test('a stopped installation in order: a page for people, an object for scripts, and exit status 0', async () => {
  const { code, page } = await doctor([])
  expect({ code, page }).toEqual({ code: 0, page: expect.stringMatching(/\n0 problems, \d+ warnings?\n$/) })
  expect(page).toMatch(/^ok {3}Database of identity +PostgreSQL 18/m)
  const json = await doctor(['--json'])
  const { findings } = JSON.parse(json.page)
  expect([json.code, findings.filter(({ level }: { level: string }) => level === 'problem')]).toEqual([0, []])
  expect(findings).toContainEqual({
    part: 'Database of ai',
    level: 'fine',
    text: expect.stringMatching(/^PostgreSQL 18/),
  })
}, 60_000)

test('a scrub reads each file, and names those that are damaged, with exit status 1', async () => {
  const whole = await doctor(['--scrub'])
  expect(whole.code).toBe(0)
  expect(whole.page).toMatch(/^ok {3}Stored files .*1 files \(9 B\) were read, 0 are damaged or missing$/m)
  await writeFile(join(dataFolder, 'blobs', 'stores', blob), 'a mixture')
  const damaged = await doctor(['--scrub'])
  expect(damaged.code).toBe(1)
  expect(damaged.page).toContain(`${blob} is damaged: its bytes have another hash: named by no row`)
  expect(damaged.page).toMatch(/^FAIL Stored files .*1 files \(9 B\) were read, 1 are damaged or missing$/m)
}, 60_000)

test('a problem is exit status 1, with what to do; without an installation, or with a wrong option, it is 2', async () => {
  const wrong = await doctor([], { RATE_LIMIT: 'many' })
  expect([wrong.code, wrong.page]).toEqual([1, expect.stringMatching(/^FAIL Configuration +RATE_LIMIT: /m)])
  expect(wrong.page).toContain('Correct it, and restart the service')
  const nowhere = await doctor([], { DATA_DIR: folders.pathOf('nowhere') })
  expect(nowhere).toMatchObject({
    code: 2,
    page: '',
    words: expect.stringMatching(/^doctor: There is no installation in/),
  })
  expect(await doctor(['--scrubb'])).toMatchObject({ code: 2, words: expect.stringMatching(/^doctor: .*scrubb/) })
}, 60_000)
