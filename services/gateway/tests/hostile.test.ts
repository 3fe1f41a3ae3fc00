import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { RunningGateway } from '../src/app.ts'
import { attack, attacks } from './attack.ts'
import { openWorld, send, type World } from './world.ts'

const slowSockets = 260
/** Sockets for attacks that cost much each: still twice as many as may be in progress. */
const costlySockets = 128
/** Requests of each kind that one caller may have in progress at a service, as configured. */
const bound = { ordinary: 64, long: 16, stream: 16 }

let world: World
let gateway: RunningGateway
beforeAll(async () => {
  world = await openWorld()
  gateway = await world.gateway({ TRUST_PROXY: '127.0.0.1', RATE_LIMIT: '0' })
})
afterAll(() => world.close())

const others = Array.from({ length: 20 }, (_, n) => ({ userId: `other-${n}`, address: `203.0.113.${n}` }))

async function request(of: RunningGateway, userId: string, address: string, number: number) {
  const sent = { token: tokens.get(userId) ?? '', headers: { 'x-forwarded-for': address } }
  const [path, more] = number % 2 ? ['/v1/echo/1', {}] : ['/v1/write', { method: 'POST', body: '{"a":1}' }]
  const { status } = await send(of, path as string, { ...sent, ...(more as object) })
  return { status }
}

const tokens = new Map<string, string>()
const askedByOthers = (rounds: number, of = gateway) =>
  Promise.all(
    others.flatMap(({ userId, address }) => {
      if (!tokens.has(userId)) tokens.set(userId, world.token(userId))
      return Array.from({ length: rounds }, (_, number) => request(of, userId, address, number))
    }),
  )

test.each(Object.entries(attacks))('%s of one caller hold up nobody else', async (name, text) => {
  const eve = { port: gateway.port, token: world.token(name), address: '198.51.100.1' }
  const underWay = await attack(eve, name.startsWith('answers') ? costlySockets : slowSockets, text)
  const answers = await askedByOthers(4)
  expect(answers.filter(({ status }) => status !== 200 && status !== 201)).toEqual([])
  const { max } = world.owner.underWay(name)
  expect(max).toBeLessThanOrEqual(name.startsWith('answers') ? bound.ordinary : bound.long)
  underWay.stop()
  await world.owner.reached(name, 0)
})

test('what others ask is answered long before one caller without a pause has used up its limit', async () => {
  const limited = await world.gateway({ TRUST_PROXY: '127.0.0.1' })
  const eve = { port: limited.port, token: world.token('eve floods'), address: '198.51.100.4' }
  const underWay = await attack(eve, costlySockets, 'GET /v1/echo/1 HTTP/1.1\r\n\r\n')
  underWay.flood()
  const answers = await askedByOthers(4, limited)
  expect(answers.filter(({ status }) => status !== 200 && status !== 201)).toEqual([])
  expect(world.owner.underWay('eve floods').all).toBeLessThan(6000 / 2)
  underWay.stop()
})

test('whoever gives no token holds up nobody, neither where one is needed nor where none is', async () => {
  const nobody = { port: gateway.port, token: undefined, address: '198.51.100.2' }
  const open = attacks['small bodies that do not end'].replace('/v1/write', '/v1/open')
  const held = await Promise.all(
    [attacks['large bodies that do not end'], open].map((text) => attack(nobody, slowSockets, text)),
  )
  const answers = await askedByOthers(2)
  expect(answers.filter(({ status }) => status !== 200 && status !== 201)).toEqual([])
  expect(world.owner.underWay('').max).toBe(0)
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
  const counts = Array.from({ length: 8 }, (_, n) => world.owner.underWay(`eve-${n}`).max)
  expect(counts.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(3 * bound.long)
  for (const one of underWay) one.stop()
})
