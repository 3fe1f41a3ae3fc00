import { expect, test } from '@jest/globals'
import { createGate } from './gate.ts'

const never = new AbortController().signal

/** Somebody inside until `leave`. */
function visitor(gate: ReturnType<typeof createGate>) {
  const { promise, resolve: leave } = Promise.withResolvers<void>()
  return { leave, done: gate.through(never, () => promise) }
}

test('who waits longest goes next, and work that fails makes room too', async () => {
  const gate = createGate(1, undefined)
  const order: string[] = []
  const first = visitor(gate)
  const second = gate.through(never, async () => {
    order.push('second')
    throw new Error('broken')
  })
  const third = gate.through(never, async () => void order.push('third'))
  first.leave()
  await expect(second).rejects.toThrow('broken')
  await third
  expect(order).toEqual(['second', 'third'])
})

test('a wait ends with its time, or when nobody waits for the answer; the line moves on without them', async () => {
  const gate = createGate(1, 1)
  const first = visitor(gate)
  await expect(gate.through(never, async () => 'late')).rejects.toMatchObject({ status: 503 })
  const left = new AbortController()
  const abandoned = createGate(0, undefined).through(left.signal, async () => 'left')
  left.abort()
  await expect(abandoned).rejects.toMatchObject({ status: 503 })
  first.leave()
  await first.done
  expect(await gate.through(never, async () => 'free')).toBe('free')
})
