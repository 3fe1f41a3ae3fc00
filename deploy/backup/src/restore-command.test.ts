import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from '@jest/globals'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-restoring-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function restore(input: string) {
  const script = join(import.meta.dirname, 'restore-command.ts')
  const command = spawn(process.execPath, [script, '-'], { env: { PATH: process.env.PATH, DATA_DIR: folder } })
  command.stdin.end(input)
  const [words, [code]] = await Promise.all([text(command.stderr), once(command, 'close')])
  return { words, code }
}

test('the copy that a killed restore has kept of its input is deleted by the next one, and nothing else', async () => {
  await mkdir(join(folder, 'restore-a1B2c3'))
  await writeFile(join(folder, 'restore-a1B2c3', 'backup'), 'a backup with its keys')
  await writeFile(join(folder, 'restore-notes.txt'), 'of the operator')
  expect(await restore('no backup')).toEqual({ code: 1, words: expect.stringContaining('is no backup') })
  expect(await readdir(folder)).toEqual(['restore-notes.txt'])
})
