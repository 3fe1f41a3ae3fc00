import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { auditSink } from './sinks.ts'

const { signal } = new AbortController()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audit-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('a line that a kill has torn does not spoil the next one', async () => {
  const file = join(folder, 'events.jsonl')
  const append = auditSink({ AUDIT_FILE: file })
  await append?.(['{"one":1}', '{"two":2}'], signal)
  await writeFile(file, '{"thr', { flag: 'a' })
  await append?.(['{"three":3}'], signal)
  expect(await readFile(file, 'utf8')).toBe('{"one":1}\n{"two":2}\n{"thr\n{"three":3}\n')
})

test('a file that cannot be written to, and an endpoint that is away, take nothing', async () => {
  await expect(auditSink({ AUDIT_FILE: folder })?.(['{}'], signal)).rejects.toThrow('EISDIR')
  await expect(auditSink({ AUDIT_URL: 'http://127.0.0.1:9/audit' })?.(['{}'], signal)).rejects.toThrow()
  expect(auditSink({})).toBeUndefined()
})
