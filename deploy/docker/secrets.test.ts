import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from '@jest/globals'

const script = fileURLToPath(new URL('secrets.ts', import.meta.url))
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quire-docker-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const makeSecrets = () =>
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', script, folder], { stdio: 'pipe' })
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

test('made again, secrets stay as they are, and keys that were changed in place since stay changed', () => {
  makeSecrets()
  const before = ['identity/cursor.key', 'identity/service.env', 'sites/site-token-signing.pem'].map(read)
  const changed = ['identity/token-signing.pem', 'sites/sealing.key']
  for (const name of changed) writeFileSync(join(folder, name), 'changed')
  makeSecrets()
  expect(['identity/cursor.key', 'identity/service.env', 'sites/site-token-signing.pem'].map(read)).toEqual(before)
  expect(changed.map(read)).toEqual(['changed', 'changed'])
})

test('made again, the environment keeps what an operator added and changed, and gets back what is missing', () => {
  makeSecrets()
  const made = read('content/service.env')
  const credentials = 'AWS_ACCESS_KEY_ID=someone\nAWS_SECRET_ACCESS_KEY=a key = with signs'
  writeFileSync(join(folder, 'content/service.env'), `NATS_URL=nats://own@broker:4222\n${credentials}`)
  makeSecrets()
  const lines = read('content/service.env').split('\n')
  const databaseLine = made.split('\n').find((line) => line.startsWith('DATABASE_URL='))
  expect(lines).toEqual(['NATS_URL=nats://own@broker:4222', ...credentials.split('\n'), databaseLine, ''])
})

test('each process gets its own keys only, in files that only their owner may read', () => {
  makeSecrets()
  const names = readdirSync(join(folder, 'identity')).sort()
  expect(names).toEqual(['cursor.key', 'internal.key', 'principal-identity.key', 'service.env', 'token-signing.pem'])
  for (const name of names) expect(statSync(join(folder, 'identity', name)).mode & 0o777).toBe(0o600)
})
