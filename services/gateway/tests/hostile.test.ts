import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { RunningGateway } from '../src/app.ts'
import { attack, attacks } from './attack.ts'
import { openWorld, send, type World } from './world.ts'

/** With so many seconds for each attack, what it does to others is measured too: ATTACK_SECONDS=5. */
const seconds = Number(process.env.ATTACK_SECONDS ?? 0)
const slowSockets = 260
/** What one caller may have under way at a service of each kind, as configured. */
const bound = { ordinary: 64, long: 16, stream: 16 }

let world: World
let gateway: RunningGateway
beforeAll(async () => {
  world = await openWorld()
  gateway = await world.gateway({ TRUST_PROXY: '127.0.0.1', RATE_LIMIT: '0' })
})
afterAll(() => world.close())

const others = Array.from({ length: 20 }, (_, n) => ({ userId: `other-${n}`, address: `203.0.113.${n}` }))

async function request(userId: string, address: string, number: number) {
  const sent = { token: tokens.get(userId) ?? '', headers: { 'x-forwarded-for': address } }
  const [path, more] = number % 2 ? ['/v1/echo/1', {}] : ['/v1/write', { method: 'POST', body: '{"a":1}' }]
  const began = performance.now()
  const { status } = await send(gateway, path as string, { ...sent, ...(more as object) })
  return { status, ms: performance.now() - began }
}

const tokens = new Map<string, string>()
const askedByOthers = (rounds: number) =>
  Promise.all(
    others.flatMap(({ userId, address }) => {
      if (!tokens.has(userId)) tokens.set(userId, world.token(userId))
      return Array.from({ length: rounds }, (_, number) => request(userId, address, number))
    }),
  )

test.each(Object.entries(attacks))('%s of one caller hold up nobody else', async (name, text) => {
  const eve = { port: gateway.port, token: world.token(name), address: '198.51.100.1' }
  const underWay = await attack(eve, slowSockets, text)
  const answers = await askedByOthers(4)
  expect(answers.filter(({ status }) => status !== 200 && status !== 201)).toEqual([])
  const { most } = world.owner.underWay(name)
  expect(most).toBeLessThanOrEqual(name.startsWith('answers') ? bound.ordinary : bound.long)
  underWay.stop()
  await world.owner.reached(name, 0)
})

test('whoever gives no token holds up nobody, neither where one is needed nor where none is', async () => {
  const nobody = { port: gateway.port, token: undefined, address: '198.51.100.2' }
  const open = attacks['small bodies that do not end'].replace('/v1/write', '/v1/open')
  const held = await Promise.all(
    [attacks['large bodies that do not end'], open].map((text) => attack(nobody, slowSockets, text)),
  )
  const answers = await askedByOthers(2)
  expect(answers.filter(({ status }) => status !== 200 && status !== 201)).toEqual([])
  expect(world.owner.underWay('').most).toBe(0)
  for (const one of held) one.stop()
})

test('many callers at one address leave the others room', async () => {
  const underWay = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      attack(
        { port: gateway.port, token: world.token(`eve-${n}`), address: '198.51.100.3' },
        60,
        attacks['large bodies that do not end'],
      ),
    ),
  )
  const answers = await askedByOthers(2)
  expect(answers.filter(({ status }) => status !== 200 && status !== 201)).toEqual([])
  const most = Array.from({ length: 8 }, (_, n) => world.owner.underWay(`eve-${n}`).most)
  expect(most.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(3 * bound.long)
  for (const one of underWay) one.stop()
})

const measured = seconds > 0 ? test : test.skip
const p99 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0

async function timesFor(ms: number): Promise<number[]> {
  const end = performance.now() + ms
  const loops = others.map(async ({ userId, address }) => {
    const times: number[] = []
    for (let number = 0; performance.now() < end; number += 1) times.push((await request(userId, address, number)).ms)
    return times
  })
  return (await Promise.all(loops)).flat()
}

measured.each(Object.entries(attacks))(
  'p99 of the others stays within three times under %s',
  async (name, text) => {
    await askedByOthers(5)
    const before = await timesFor(seconds * 1000)
    const eve = { port: gateway.port, token: world.token(`measured ${name}`), address: '198.51.100.1' }
    const underWay = await attack(eve, slowSockets, text)
    underWay.drip(500)
    // What the sudden rush of new connections costs is over before it is measured what they hold.
    await askedByOthers(5)
    const during = await timesFor(seconds * 1000)
    underWay.stop()
    const figures = `${name}: ${before.length} requests, p99 ${p99(before).toFixed(1)} ms; ${during.length}, p99 ${p99(during).toFixed(1)} ms`
    process.stdout.write(`${figures}\n`)
    expect(p99(during)).toBeLessThan(3 * p99(before))
  },
  120_000,
)
