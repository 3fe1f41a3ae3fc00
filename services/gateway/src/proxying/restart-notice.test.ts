import type { IncomingMessage, ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from '@jest/globals'
import { passEvents } from './restart-notice.ts'

const restartNotice = 'event: error\ndata: {"error":{"message":"The gateway restarts: ask again."}}\n\n'

test.each([
  ['data: 1\n\n', [], 'data: 1\n\n'],
  ['data: 1\n\ndata: ', ['2', '\n\ndata: 3\n\n'], 'data: 1\n\ndata: 2\n\n'],
  ['data: 1\n', ['\ndata: 2\n\n'], 'data: 1\n\n'],
  ['', [], ''],
])('a stream ends behind its last event that is whole (%#)', async (before, after, whole) => {
  const [answer, response, ending] = [new PassThrough(), new PassThrough(), new AbortController()]
  const pass = passEvents(answer as unknown as IncomingMessage, response as unknown as ServerResponse, ending.signal)
  pass(Buffer.from(before))
  ending.abort()
  for (const chunk of after) pass(Buffer.from(chunk))
  expect(await text(response)).toBe(`${whole}${restartNotice}`)
  expect(answer.destroyed).toBe(true)
})

test('a stream that begins when the gateway is about to end says so at once', async () => {
  const [answer, response] = [new PassThrough(), new PassThrough()]
  passEvents(answer as unknown as IncomingMessage, response as unknown as ServerResponse, AbortSignal.abort())
  expect(await text(response)).toBe(restartNotice)
})

test('what an answer still holds when its stream ends is passed on to nobody', async () => {
  const [answer, response, ending] = [new PassThrough(), new PassThrough(), new AbortController()]
  const pass = passEvents(answer as unknown as IncomingMessage, response as unknown as ServerResponse, ending.signal)
  ending.abort()
  pass(Buffer.from('data: 1\n\n'))
  pass(Buffer.from('data: 2'))
  expect(await text(response)).toBe(restartNotice)
})
