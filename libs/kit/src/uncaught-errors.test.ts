import { EventEmitter } from 'node:events'
import { expect, test } from '@jest/globals'
import { createLog } from './log.ts'
import { startLoop } from './loop.ts'
import { failOnUncaughtError, guardProcess, handleUncaughtErrors, hasUnhandledError } from './uncaught-errors.ts'

/** Guards the process until disposed; `reported` holds the messages that were reported. */
function guarded() {
  const reported: string[] = []
  const remove = guardProcess((error) => reported.push(error.message))
  return { reported, [Symbol.dispose]: remove }
}

const never = new AbortController().signal
const fail = () => {
  throw new Error('from a callback')
}

test.each<[string, () => unknown]>([
  ['a timer', () => setTimeout(fail)],
  ['an immediate callback', () => setImmediate(fail)],
  [
    'an event without a listener',
    () => setImmediate(() => new EventEmitter().emit('error', new Error('from a callback'))),
  ],
  ['a promise that nobody handles', () => void Promise.reject(new Error('from a callback'))],
])('work fails where %s of it fails, its signal aborts, and the process goes on', async (_, cause) => {
  using guard = guarded()
  let given: AbortSignal | undefined
  const work = failOnUncaughtError(never, (signal) => {
    given = signal
    cause()
    return new Promise(() => undefined)
  })
  await expect(work).rejects.toThrow('from a callback')
  expect([given?.aborted, guard.reported, hasUnhandledError()]).toEqual([true, ['from a callback'], false])
})

test('only the work that caused an error fails', async () => {
  using _ = guarded()
  const { promise: done, resolve } = Promise.withResolvers<string>()
  const other = failOnUncaughtError(never, () => done)
  await expect(failOnUncaughtError(never, () => new Promise(() => setImmediate(fail)))).rejects.toThrow()
  resolve('done')
  expect(await other).toBe('done')
})

test('an error of work that has ended is reported and changes nothing else', async () => {
  using guard = guarded()
  const failed = Promise.withResolvers<void>()
  expect(
    await failOnUncaughtError(never, async () => {
      setImmediate(() => {
        setImmediate(failed.resolve)
        fail()
      })
      return 'done'
    }),
  ).toBe('done')
  await failed.promise
  expect([guard.reported, hasUnhandledError()]).toEqual([['from a callback'], false])
})

test('an error of a loop is not that of the request which woke it', async () => {
  using guard = guarded()
  const { promise: failed, resolve } = Promise.withResolvers<void>()
  let turns = 0
  const loop = startLoop({ name: 'work', everyMs: 60_000, log: createLog('test', 'silent') }, async () => {
    turns += 1
    if (turns === 1) return
    setImmediate(() => {
      setImmediate(resolve)
      fail()
    })
  })
  await new Promise(setImmediate)
  const handled: Error[] = []
  handleUncaughtErrors((error) => handled.push(error), loop.wake)
  await failed
  await loop.stop()
  expect([handled, guard.reported, hasUnhandledError()]).toEqual([[], ['from a callback'], true])
})
