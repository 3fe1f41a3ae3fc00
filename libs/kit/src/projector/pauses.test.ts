import { expect, test } from '@jest/globals'
import type { Position } from '../bus/position.ts'
import { watchPauses } from './pauses.ts'

const end: Position = { stream: 'one', sequence: 7 }

/** A process whose clock the test sets, and whose service has applied the stream when `apply` is called. */
function paused({ isBusThere = true, canWrite = true } = {}) {
  let now = 0
  const wait = (ms: number) => {
    now += ms
  }
  const applied = Promise.withResolvers<boolean>()
  const asked: Position[] = []
  const absences: (() => void)[] = []
  const pauses = watchPauses({
    service: 'content',
    positions: {
      onAbsence: (listener) => void absences.push(listener),
      reached(_, position) {
        asked.push(position)
        return applied.promise
      },
    },
    streamEnd: async () => (isBusThere ? end : undefined),
    canWrite: async () => canWrite,
    isStored: async () => false,
    steadyMs: () => now,
  })
  const beAbsent = () => absences.map((listener) => listener())
  return { pauses, asked, apply: applied.resolve, wait, beAbsent }
}

test('a process that goes on decides at once', async () => {
  const { pauses, asked, wait } = paused()
  wait(650)
  await pauses.caughtUp()
  expect(asked).toEqual([])
  pauses.stop()
})

test('a pause counts before others go on without the process', async () => {
  const { pauses, asked, apply, wait } = paused()
  wait(990)
  apply(true)
  await pauses.caughtUp()
  expect(asked).toEqual([end])
  pauses.stop()
})

test('after a pause nothing is decided until the service has applied what was in the stream', async () => {
  const { pauses, asked, apply, wait } = paused()
  wait(3000)
  let isDecided = false
  const decided = Promise.all([pauses.caughtUp(), pauses.caughtUp()]).then(() => {
    isDecided = true
  })
  await new Promise(setImmediate)
  expect([isDecided, asked]).toEqual([false, [end]])
  apply(true)
  await decided
  await pauses.caughtUp()
  expect(asked).toHaveLength(1)
  pauses.stop()
})

test('nothing is decided after others may have gone on without the service, once more if that happens meanwhile', async () => {
  const { pauses, asked, apply, beAbsent } = paused()
  beAbsent()
  const decided = pauses.caughtUp()
  await new Promise(setImmediate)
  beAbsent()
  apply(true)
  await decided
  await pauses.caughtUp()
  await pauses.caughtUp()
  expect(asked).toHaveLength(2)
  pauses.stop()
})

test('a service that does not catch up refuses, and stays in doubt', async () => {
  const { pauses, asked, apply, wait } = paused()
  wait(3000)
  apply(false)
  await expect(pauses.caughtUp()).rejects.toMatchObject({ status: 503 })
  await expect(pauses.caughtUp()).rejects.toMatchObject({ status: 503 })
  expect(asked).toHaveLength(2)
  pauses.stop()
})

test('without the bus the age of what is known decides', async () => {
  const { pauses, wait } = paused({ isBusThere: false })
  wait(3000)
  await pauses.caughtUp()
  pauses.stop()
})

test('while nothing can be applied the age of what is known decides', async () => {
  const { pauses, wait } = paused({ canWrite: false })
  wait(3000)
  await pauses.caughtUp()
  pauses.stop()
})
