import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { relay } from './relay.ts'

const minimum = { graceMs: 10_000, bytesPerSecond: 1 }
const chunk = Buffer.alloc(64 * 1024, 'a')

/** An answer of which everything has arrived already, and a client that reads at once. */
function exchange(chunks: number) {
  const answer = new Readable({ highWaterMark: (chunks + 1) * chunk.length, read: () => undefined })
  for (let at = 0; at < chunks; at += 1) answer.push(chunk)
  answer.push(null)
  let received = 0
  const response = new Writable({
    write(bytes: Buffer, _encoding, done) {
      received += bytes.length
      done()
    },
  })
  return {
    answer: answer as unknown as IncomingMessage,
    response: response as unknown as ServerResponse,
    received: () => received,
  }
}

test('the readers of long answers take turns between the rounds of the event loop, and each of them receives everything', async () => {
  const [one, other] = [exchange(80), exchange(80)]
  const groups = (name: string) => [name, 'somebody']
  relay(one.answer, one.response, { minimum, groups: groups('one address') })
  relay(other.answer, other.response, { minimum, groups: groups('another address') })
  const total = () => one.received() + other.received()
  let before = 0
  const rounds: number[] = []
  while (total() < 160 * chunk.length) {
    await nextRound()
    rounds.push(total() - before)
    before = total()
    // Neither is ahead of the other by more than its next turn and the chunk that was on its way.
    expect(Math.abs(one.received() - other.received())).toBeLessThanOrEqual(10 * chunk.length)
  }
  expect(Math.max(...rounds)).toBeLessThanOrEqual(20 * chunk.length)
  await Promise.all([finished(one.response), finished(other.response)])
})

test('an answer that is short is copied at once', async () => {
  const { answer, response, received } = exchange(3)
  relay(answer, response, { minimum, groups: ['an address'] })
  await nextRound()
  expect(received()).toBe(3 * chunk.length)
})
