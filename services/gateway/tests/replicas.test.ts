import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { leadName } from '@quire/embedded'
import { createApp, createLog, drain, listen } from '@quire/kit/edge'
import type { RunningGateway } from '../src/app.ts'
import { openWorld, type Reply, send, type World } from './world.ts'

const hosts = ['127.0.0.2', '127.0.0.3'] as const
type Host = (typeof hosts)[number]
const name = 'content.replicas'

/** The addresses to which the name leads. */
const found = new Set<Host>()

let world: World
let gateway: RunningGateway
let token: string
let port = 0
let stopLeading: () => void

beforeAll(async () => {
  world = await openWorld()
  token = world.token('ada')
  stopLeading = leadName(name, found)
  for (const host of hosts) await start(host)
  gateway = await world.gateway({ CONTENT_URL: `http://${name}:${port}` })
})
afterAll(async () => {
  stopLeading()
  await world.close()
  await Promise.all([...running.keys()].map((host) => stop(host)))
})

const workMs = 5
const lanes = 12
/** Longer than a connection is kept, and than an address that failed comes last. */
const agedMs = 11_000
const running = new Map<Host, Server>()
let brokenOff = 0

/** Starts a replica, which breaks off its connection if it is asked to. */
async function start(host: Host) {
  const app = createApp(createLog('replica', 'silent'))
  app.use(async (request, response) => {
    await text(request)
    if (request.headers.prefer === `break off at ${host}`) {
      brokenOff += 1
      return void request.socket.destroy()
    }
    // Long enough that a replica that ends has requests in progress.
    await delay(workMs)
    response.json({ by: host })
  })
  const listening = await listen(app, host, port)
  port = listening.port
  running.set(host, listening.server)
  found.add(host)
}

const atOnce = { drainMs: 0, graceMs: 0 }
const inOrder = { drainMs: 100, graceMs: 10_000 }

/** Ends a replica, at once with the requests that it has in progress; the name leads to it until then. */
async function stop(host: Host, times = atOnce) {
  const server = running.get(host)
  running.delete(host)
  if (server) await drain(server, times)
}

const get = (prefer?: string) => send(gateway, '/v1/open', prefer === undefined ? {} : { headers: { prefer } })
const write = (headers: Record<string, string>, path = '/v1/write') =>
  send(gateway, path, { method: 'POST', token, body: '{"a":1}', headers })
const failed = (replies: Reply[]) => replies.filter(({ status }) => status !== 200).map(({ text }) => text)

/** Sends requests over some lanes, one after another in each; resolves with the number that each replica answered. */
async function spread(count: number): Promise<Record<Host, number>> {
  const answered: Record<Host, number> = { '127.0.0.2': 0, '127.0.0.3': 0 }
  let left = count
  const lane = async () => {
    while (left-- > 0) answered[((await get()).json as { by: Host }).by] += 1
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return answered
}

/** Sets the clock forward by which connections and failures of this process age; returns a function that sets it back. */
function ageConnections(): () => void {
  const now = performance.now
  performance.now = () => now.call(performance) + agedMs
  return () => {
    performance.now = now
  }
}

const read = () => get()
const keyed = () => write({ 'idempotency-key': randomUUID() })
const keyless = () => write({})

/** Sends each of these, one after another, until `work` has ended; resolves with the answers that are not 200. */
async function failuresDuring(requests: (() => Promise<Reply>)[], work: () => Promise<unknown>): Promise<string[]> {
  let isOver = false
  const ask = async (request: () => Promise<Reply>) => {
    const replies: Reply[] = []
    while (!isOver) replies.push(await request())
    return failed(replies)
  }
  const asking = Promise.all(requests.map((one) => ask(() => one())))
  await work().finally(() => {
    isOver = true
  })
  return (await asking).flat()
}

test('replicas that end and start one after another under load leave no request unanswered that is safe to repeat', async () => {
  const failures = await failuresDuring([...Array(4).fill(read), keyed, keyed], async () => {
    // A request is sent three times at most, so it may meet two ends.
    for (const host of hosts) {
      await once(running.get(host) as Server, 'request')
      await stop(host)
      await start(host)
    }
  })
  expect(failures).toEqual([])
})

test('replicas that end in order, one after another under load, leave no request unanswered', async () => {
  const failures = await failuresDuring(Array(lanes).fill(keyless), async () => {
    for (const host of [...hosts, ...hosts, ...hosts]) {
      await once(running.get(host) as Server, 'request')
      await stop(host, inOrder)
      await start(host)
    }
  })
  expect(failures).toEqual([])
})

test('what breaks off at one replica is asked at another if it is safe to repeat, and else answered 502', async () => {
  await stop('127.0.0.3')
  found.delete('127.0.0.3')
  const broken = 'break off at 127.0.0.2'
  await start('127.0.0.3')
  const replies = await Promise.all([get(broken), get(broken), write({ prefer: broken, 'idempotency-key': 'again' })])
  expect(replies.map(({ json }) => json)).toEqual(replies.map(() => ({ by: '127.0.0.3' })))
  await stop('127.0.0.3')
  found.delete('127.0.0.3')
  const attemptsOf = async (request: Promise<Reply>) => {
    brokenOff = 0
    return [(await request).status, brokenOff]
  }
  expect(await attemptsOf(get(broken))).toEqual([502, 3])
  // Whoever sends no key decides what to do; and a secret is never stored, so its operation heeds no key.
  expect(await attemptsOf(write({ prefer: broken }))).toEqual([502, 1])
  const keyed = { prefer: broken, 'idempotency-key': 'secret' }
  expect(await attemptsOf(write(keyed, '/v1/secret'))).toEqual([502, 1])
})

test('a replica that was added answers its share of the requests as soon as the connections to the others have aged', async () => {
  expect(await spread(10 * lanes)).toEqual({ '127.0.0.2': 10 * lanes, '127.0.0.3': 0 })
  await start('127.0.0.3')
  const setBack = ageConnections()
  try {
    // Each connection that was kept serves one more request.
    await spread(2 * lanes)
    const { '127.0.0.3': added, '127.0.0.2': other } = await spread(50 * lanes)
    expect(added + other).toBe(50 * lanes)
    // Connections that end at the same moment may leave one more on either side.
    expect(Math.abs(added - other) / (added + other)).toBeLessThan(0.3)
  } finally {
    setBack()
  }
})

test('a replica that stops is asked no more once one of its answers says so, while another answers', async () => {
  void drain(running.get('127.0.0.3') as Server, { drainMs: 60_000, graceMs: 0 })
  const answered: Host[] = []
  while (answered.length < 4 * lanes) answered.push(((await get()).json as { by: Host }).by)
  expect(answered.filter((by) => by === '127.0.0.3').length).toBeLessThanOrEqual(1)
})
