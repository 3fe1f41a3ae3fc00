import { EventEmitter } from 'node:events'
import { mock } from 'node:test'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import type { Request, Response } from 'express'
import { createTarpit } from './tarpit.ts'

beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }))
afterEach(() => mock.timers.reset())

const from = (ip: string) => ({ ip }) as Request
const answered = () => Object.assign(new EventEmitter(), { destroyed: false }) as unknown as Response

test('a request is held for half a second at least and one and a half at most, each for another time', async () => {
  const tarpit = createTarpit()
  const ends: number[] = []
  const begun = Date.now()
  const all = Array.from({ length: 100 }, () =>
    tarpit(from('192.0.2.1'), answered()).then((goesOn) => goesOn && ends.push(Date.now() - begun)),
  )
  for (let ms = 0; ms < 1500; ms += 10) {
    mock.timers.tick(10)
    await Promise.resolve()
  }
  await Promise.all(all)
  expect(Math.min(...ends)).toBeGreaterThanOrEqual(500)
  expect(new Set(ends).size).toBeGreaterThan(20)
})

test('a client that goes away is held no longer', async () => {
  const tarpit = createTarpit()
  const response = answered()
  const held = tarpit(from('192.0.2.1'), response)
  Object.assign(response, { destroyed: true }).emit('close')
  expect(await held).toBe(false)
})

test('beyond a thousand of one address none is held; those of another address are', async () => {
  const tarpit = createTarpit()
  const held = Array.from({ length: 1024 }, () => tarpit(from('192.0.2.1'), answered()))
  expect(await tarpit(from('192.0.2.1'), answered())).toBe(false)
  const other = tarpit(from('192.0.2.2'), answered())
  mock.timers.tick(1500)
  expect(await other).toBe(true)
  expect(new Set(await Promise.all(held))).toEqual(new Set([true]))
})
