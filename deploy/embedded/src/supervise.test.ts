import { expect, test } from '@jest/globals'
import { type RunningProcess, supervise } from './supervise.ts'

/** A process that is up until `end` is called. */
function process(): RunningProcess & { end: () => void } {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  return { pid: 1, ended, reason: () => 'exit code 1', end: resolve, stop: async () => resolve() }
}

/** Supervises the processes of `start`, and collects the output of the terminal. */
async function watched(start: (signal: AbortSignal) => Promise<RunningProcess>, firstPauseMs: number) {
  const lines: string[] = []
  const waiting: { mark: string; done: () => void }[] = []
  const line = (text: string) => {
    lines.push(text)
    for (const { mark, done } of waiting) if (text.includes(mark)) done()
  }
  const shown = (mark: string) => new Promise<void>((done) => void waiting.push({ mark, done }))
  return {
    lines,
    shown,
    stop: await supervise({ name: 'ai', start, terminal: { line }, firstBackoffMs: firstPauseMs }),
  }
}

test('a process is tried until it comes up, however often it fails, and each pause is twice the last', async () => {
  const first = process()
  const outcomes = [first, ...Array.from({ length: 9 }, () => undefined), process()]
  const start = async () => {
    const next = outcomes.shift()
    if (!next) throw new Error('ai did not start: no')
    return next
  }
  const { lines, shown, stop } = await watched(start, 1)
  const isUp = shown('is up again')
  first.end()
  await isUp
  expect(lines).toEqual([
    '  ai ended: exit code 1; starting it again now',
    ...[1, 2, 4, 8, 16, 32, 64, 128, 256].map((ms) => `  ai did not start: no; starting it again in ${ms / 1000} s`),
    '  ai is up again',
  ])
  await stop()
})

test('a pause has a bound, and stopping does not wait for its end', async () => {
  const first = process()
  let starts = 0
  const start = async () => {
    starts += 1
    if (starts > 1) throw new Error('no')
    return first
  }
  const { shown, stop } = await watched(start, 3_600_000)
  const pausing = shown('starting it again in 10 s')
  first.end()
  await pausing
  await stop()
  expect(starts).toBe(2)
})

test('stopping ends a start that is under way', async () => {
  const first = process()
  const starting = Promise.withResolvers<void>()
  const start = (signal: AbortSignal): Promise<RunningProcess> => {
    if (signal.aborted || isFirst()) return Promise.resolve(first)
    starting.resolve()
    return new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason)))
  }
  let starts = 0
  const isFirst = () => starts++ === 0
  const { stop } = await watched(start, 1)
  first.end()
  await starting.promise
  await stop()
  expect(starts).toBe(2)
})

test('a server that does not answer several times in a row is killed and started again', async () => {
  const hung = process()
  const answering = process()
  const starts = [hung, answering]
  let asked = 0
  const roundTrip = async () => {
    asked += 1
    // One failure between answers is not enough.
    if (asked !== 2) throw new Error('no answer')
  }
  const lines: string[] = []
  const isUp = Promise.withResolvers<void>()
  const stop = await supervise({
    name: 'NATS',
    start: async () => {
      const next = starts.shift() ?? answering
      const own = next === hung ? roundTrip : async () => {}
      return { ...next, roundTrip: own, kill: async () => next.end() }
    },
    terminal: { line: (text) => void lines.push(text) },
    onUp: isUp.resolve,
    roundTrips: { everyMs: 1, timeoutMs: 60_000, failures: 3 },
  })
  await isUp.promise
  await stop()
  expect(asked).toBe(5)
  expect(lines).toEqual(['  NATS did not answer 3 times; starting it again now', '  NATS is up again'])
})
