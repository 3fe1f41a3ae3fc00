import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from '@jest/globals'

const script = fileURLToPath(new URL('await-file.sh', import.meta.url))
let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'await-file-'))
  file = join(folder, 'secret')
})

afterEach(() => rmSync(folder, { recursive: true }))

function start(seconds = 60) {
  const env = { PATH: process.env.PATH, AWAIT_SECONDS: `${seconds}` }
  return spawn('sh', [script, file, 'printf', '%s', 'a b'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
}

function write() {
  writeFileSync(`${file}.new`, 'secret')
  renameSync(`${file}.new`, file)
}

test('a server whose secret is there starts at once, with its arguments as they are', async () => {
  write()
  const child = start(0)
  expect(await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])).toEqual([
    'a b',
    '',
    [0, null],
  ])
})

test('a server says which secret it waits for, and starts when it is written', async () => {
  const child = start()
  const [said] = await once(child.stderr, 'data')
  expect(`${said}`).toContain(`Waiting for ${file}`)
  write()
  expect(await Promise.all([text(child.stdout), once(child, 'close')])).toEqual(['a b', [0, null]])
})

test('a server whose secret nobody writes ends after its time, and says where to look', async () => {
  const child = start(1)
  const ended = once(child, 'close')
  expect(await text(child.stderr)).toContain(`There is no ${file}. Look at: docker compose logs secrets`)
  expect(await ended).toEqual([1, null])
})

test('a server that waits for its secret stops when it is told to', async () => {
  const child = start()
  await once(child.stderr, 'data')
  child.kill('SIGTERM')
  expect(await once(child, 'close')).toEqual([0, null])
})
