// The thread of an attack: sends requests over its connections until it is told to end, then says what was answered.
import { Agent, type IncomingMessage, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import type { Attack } from './attacks.ts'

/** Another address than that of everybody else. */
const localAddress = '127.0.0.2'
/** The attacker comes again soon after a refusal, and does not wait as long as it says. */
const pauseMs = 100

const { gateway, attack } = workerData as { gateway: string; attack: Attack }
const agent = new Agent({ keepAlive: true, maxSockets: attack.connections, localAddress })
const statuses: Record<string, number> = {}
let sent = 0
let isOver = false

parentPort?.on('message', () => {
  isOver = true
  parentPort?.postMessage(statuses)
})

const claims = () =>
  `gitbook-visitor-public=${encodeURIComponent(JSON.stringify({ a: `${'abcdefghij'.repeat(80)}${sent}` }))}`

async function send(): Promise<IncomingMessage> {
  sent += 1
  const path = (attack.paths[sent % attack.paths.length] ?? '/').replace('#', `${sent}`)
  const headers = {
    ...(attack.changesClaims && { cookie: claims() }),
    ...(attack.token && { authorization: `Bearer ${attack.token}` }),
  }
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request(new URL(path, gateway), { agent, headers }, resolve).once('error', reject).end()
  return promise
}

async function once(): Promise<boolean> {
  const answer = await send()
  const status = `${answer.statusCode}${answer.statusCode === 503 && !answer.headers['retry-after'] ? ' without Retry-After' : ''}`
  statuses[status] = (statuses[status] ?? 0) + 1
  if (attack.stalls) answer.pause()
  else answer.resume()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  answer.once('close', resolve).once('error', reject)
  await promise
  return answer.statusCode === 429 || answer.statusCode === 503
}

for (let connection = 0; connection < attack.connections; connection += 1) void attackOn()

async function attackOn() {
  while (!isOver) {
    const isRefused = await once().catch(() => {
      statuses.broken = (statuses.broken ?? 0) + 1
      return true
    })
    if (isRefused) await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
