import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from '@jest/globals'
import { captureLog, noticeOf } from './service-log.ts'

test.each([
  [
    'a warning with its cause',
    '{"level":40,"msg":"publish failed","err":{"message":"no bus"}}',
    'warn publish failed: no bus',
  ],
  [
    'a refusal with its page',
    '{"level":40,"status":409,"path":"/sites/demo/wide","method":"GET","reason":"Too wide.","msg":"refused on a page"}',
    'warn refused on a page: Too wide. (GET /sites/demo/wide 409)',
  ],
  [
    'a failed request',
    '{"level":50,"requestId":"a","method":"GET","path":"/v1/orgs","status":500,"err":{"message":"a\\u001b[2J\\nb"},"msg":"request failed"}',
    'error request failed: a [2J b (GET /v1/orgs 500)',
  ],
  ['a long line', `{"level":40,"msg":"${'x'.repeat(1000)}"}`, `warn ${'x'.repeat(495)}…`],
  ['an error without a cause', '{"level":50,"msg":"request failed"}', 'error request failed'],
  ['the head of a stack', 'TypeError: x is not a function', 'TypeError: x is not a function'],
])('%s is not hidden from the terminal', (_, line, shown) => {
  expect(noticeOf(line)).toBe(shown)
})

test.each([
  ['information', '{"level":30,"msg":"listening"}'],
  ['a frame of a stack', '    at main (file.ts:1:1)'],
  ['broken JSON', '{"level":50,'],
  ['an empty line', ''],
])('%s does not clutter the terminal', (_, line) => {
  expect(noticeOf(line)).toBeUndefined()
})

test('a log begins anew while its service runs, so that all of it is bounded and the last lines are there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quire-log-'))
  const lines = 50_000
  const text = 'x'.repeat(1000)
  const stream = Readable.from(Array.from({ length: lines }, (_, at) => `${at} ${text}\n`))
  const { closed } = captureLog('content', join(folder, 'content.log'), [stream], { line: () => undefined } as never)
  await closed
  const sizes = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size))
  expect(sizes).toHaveLength(3)
  expect(Math.max(...sizes)).toBeLessThan(12 * 1024 ** 2)
  expect((await readFile(join(folder, 'content.log'), 'utf8')).trimEnd().split('\n').at(-1)).toBe(
    `${lines - 1} ${text}`,
  )
  await rm(folder, { recursive: true })
})
