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

/** Ends a replica with the requests that it has in progress; the name leads to it until then. */
async function stop(host: Host) {
  const server = running.get(host)
  running.delete(host)
  if (server) await drain(server, { drainMs: 0, graceMs: 0 })
}

const get = (prefer?: string) => send(gateway, '/v1/open', prefer === undefined ? {} : { headers: { prefer } })
const write = (headers: Record<string, string>, path = '/v1/write') =>
  send(gateway, path, { method: 'POST', token, body: '{"a":1}', headers })
const failed = (replies: Reply[]) => replies.filter(({ status }) => status !== 200).map(({ text }) => text)

/** Reads and writes until `work` has ended; resolves with the answers that are not 200. */
async function failuresDuring(work: () => Promise<unknown>): Promise<string[]> {
  let isOver = false
  const ask = async (request: () => Promise<Reply>) => {
    const replies: Reply[] = []
    while (!isOver) replies.push(await request())
    return failed(replies)
  }
  const keyed = () => write({ 'idempotency-key': randomUUID() })
  const asking = Promise.all([get, get, get, get, keyed, keyed].map((one) => ask(() => one())))
  await work().finally(() => {
    isOver = true
  })
  return (await asking).flat()
}

test('replicas that end and start one after another under load leave no request unanswered that is safe to repeat', async () => {
  const failures = await failuresDuring(async () => {
    // A request is sent three times at most, so it may meet two ends.
    for (const host of hosts) {
      await once(running.get(host) as Server, 'request')
      await stop(host)
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
