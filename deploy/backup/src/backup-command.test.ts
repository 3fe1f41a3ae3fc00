import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { readArchive, verify } from './archive/read-archive.ts'
import { type EmptyInstallation, emptyInstallation, upload } from './empty-installation.fixture.ts'

let saved: EmptyInstallation
beforeAll(async () => {
  saved = await emptyInstallation()
})
afterAll(async () => await saved[Symbol.asyncDispose]())

async function backUpTo(file: string) {
  const script = join(import.meta.dirname, 'backup-command.ts')
  const command = spawn(process.execPath, [script, join(saved.dataFolder, file)], {
    env: { PATH: process.env.PATH, ...saved.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [words, [code]] = await Promise.all([text(command.stderr), once(command, 'close')])
  return { words, code }
}

test('a backup that lacks files which rows name is written, says so, and does not end with 0', async () => {
  const blobs = [await upload(saved, 'a', 'one'), await upload(saved, 'b', 'two')]
  const whole = await backUpTo('whole')
  expect([whole.code, whole.words]).toEqual([0, expect.stringContaining(', 2 files (')])
  await saved.installation.files.remove(blobs.slice(1))
  const lacking = await backUpTo('lacking')
  expect([lacking.code, lacking.words]).toEqual([2, expect.stringContaining('1 files are missing in the backup')])
  await using archive = await readArchive(join(saved.dataFolder, 'lacking'))
  expect(archive.manifest.files).toMatchObject({ count: 1, missing: 1 })
})

test('a backup that npm wrote its banner in front of can be read', async () => {
  await backUpTo('alone')
  const banner = '\n> quire@0.1.0 backup\n> node scripts/bootstrap.mjs deploy/backup/src/backup-command.ts -\n\n'
  const [path, other] = ['behind-banner', 'behind-text'].map((name) => join(saved.dataFolder, name)) as [string, string]
  await writeFile(path, Buffer.concat([Buffer.from(banner), await readFile(join(saved.dataFolder, 'alone'))]))
  await using archive = await readArchive(path)
  await verify(archive, () => undefined)
  expect(archive.files).not.toEqual([])
  await writeFile(other, banner)
  await expect(readArchive(other)).rejects.toThrow('is no backup')
})
