import { beforeEach, expect, test } from '@jest/globals'
import type { Announcement } from '../bus/positions.ts'
import { createFreshness, type Freshness } from './freshness.ts'

const stream = 'now'
let time: { steadyMs: number; wallMs: number }
let announce: (one: Announcement) => void
let identityIs: number
let freshness: Freshness

beforeEach(() => {
  time = { steadyMs: 1000, wallMs: 5_000_000 }
  identityIs = 10
  let known: Announcement | undefined
  const listeners: (() => void)[] = []
  announce = (one) => {
    known = one
    for (const listener of listeners) listener()
  }
  const positions = {
    known: () => known,
    subscribe(listener: () => void) {
      listeners.push(listener)
      return () => true
    },
  }
  const clocks = { steadyMs: () => time.steadyMs, wallMs: () => time.wallMs }
  freshness = createFreshness(
    'content',
    positions,
    async () => {
      if (identityIs === 0) throw new Error('no responders')
      return { stream, sequence: identityIs }
    },
    clocks,
  )
})

function pass(ms: number) {
  time = { steadyMs: time.steadyMs + ms, wallMs: time.wallMs + ms }
}

test('the age counts from when identity was asked, and only once all it had told is applied', async () => {
  await freshness.ask()
  announce({ stream, sequence: 9 })
  expect(freshness.ageMs()).toBe(Number.POSITIVE_INFINITY)
  pass(7000)
  announce({ stream, sequence: 10 })
  expect(freshness.ageMs()).toBe(7000)
})

test('a backlog that is read late makes nobody fresh', async () => {
  announce({ stream, sequence: 10 })
  await freshness.ask()
  identityIs = 500
  pass(6000)
  await freshness.ask()
  pass(30_000)
  // Old messages, heartbeats of identity among them, are still being applied.
  announce({ stream, sequence: 499 })
  expect(freshness.ageMs()).toBe(36_000)
  await freshness.ask()
  announce({ stream, sequence: 500 })
  expect(freshness.ageMs()).toBe(30_000)
})

test('a clock that is set back, or a machine that was suspended, makes nobody fresh', async () => {
  await freshness.ask()
  announce({ stream, sequence: 10 })
  time = { steadyMs: time.steadyMs + 4000, wallMs: time.wallMs - 3_600_000 }
  expect(freshness.ageMs()).toBe(4000)
  time = { steadyMs: time.steadyMs, wallMs: 5_000_000 + 3_600_000 }
  expect(freshness.ageMs()).toBe(3_600_000)
})

test('who waits for states to be repeated, or follows another stream, is not fresh', async () => {
  await freshness.ask()
  announce({ stream, sequence: 20, trouble: 'waiting for identity to repeat its state' })
  announce({ stream: 'another', sequence: 20 })
  expect(freshness.ageMs()).toBe(Number.POSITIVE_INFINITY)
  announce({ stream, sequence: 20 })
  expect(freshness.ageMs()).toBe(0)
})

test('that identity does not answer is trouble only once it has lasted', async () => {
  identityIs = 0
  pass(15_000)
  await freshness.ask()
  expect(freshness.ageMs()).toBe(Number.POSITIVE_INFINITY)
  pass(1)
  await expect(freshness.ask()).rejects.toThrow('no responders')
  identityIs = 10
  await freshness.ask()
  announce({ stream, sequence: 10 })
  identityIs = 0
  pass(15_000)
  await freshness.ask()
  pass(1)
  await expect(freshness.ask()).rejects.toThrow('no responders')
})
