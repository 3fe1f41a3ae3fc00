import { once } from 'node:events'
import { expect, test } from '@jest/globals'
import { latestStates } from './while-allowed.ts'

test('a reader who keeps up gets each state, one who does not gets the newest, and the writer waits for neither', async () => {
  const written = new EventTarget()
  let freed = 0
  async function* states() {
    try {
      for (let state = 1; state <= 100; state += 1) yield state
    } finally {
      freed += 1
      written.dispatchEvent(new Event('end'))
    }
  }
  const all: number[] = []
  for await (const state of latestStates(states())) all.push(state)
  expect(all).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))

  const slow = latestStates(states())
  const ended = once(written, 'end')
  expect(await slow.next()).toEqual({ done: false, value: 1 })
  await ended
  expect(freed).toBe(2)
  expect([await slow.next(), await slow.next()]).toEqual([
    { done: false, value: 100 },
    { done: true, value: undefined },
  ])
})

test('what the writer throws comes behind its last state', async () => {
  async function* failing() {
    yield 'state'
    throw new Error('broken')
  }
  const states = latestStates(failing())
  expect(await states.next()).toEqual({ done: false, value: 'state' })
  await expect(states.next()).rejects.toThrow('broken')
})
