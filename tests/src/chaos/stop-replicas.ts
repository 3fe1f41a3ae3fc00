// npm run stops -- [--stops <number>] [--rate <requests a second>] [--drain <milliseconds>]
// Stops replicas of content and sites in order, one after another, under load, and counts what was not answered.
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Processes, startProcesses } from '../support/processes.ts'
import { makeGuide } from './guide.ts'
import { type Replicas, replicated, startReplicas } from './replicas.ts'

const { values } = parseArgs({
  options: {
    stops: { type: 'string', default: '20' },
    rate: { type: 'string', default: '65' },
    drain: { type: 'string', default: '5000' },
  },
})

const warmUpMs = 5000

interface Request {
  path: string
  init: RequestInit
}

/** What is asked in turn: reads of content and of sites, a published page, and a write that may be repeated. */
async function requestsOf(system: Processes): Promise<(n: number) => Request> {
  const { token, spacePath, sitePath, pagePath } = await makeGuide(system)
  const authorization = `Bearer ${token}`
  const reads = [spacePath, `${spacePath}/content`, sitePath, pagePath]
  return (n) => {
    const path = reads[n % (reads.length + 1)]
    if (path) return { path, init: { headers: { authorization } } }
    const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const init = { method: 'POST', headers, body: JSON.stringify({ subject: `${n}` }) }
    return { path: `${spacePath}/change-requests`, init }
  }
}

/** Sends requests at a rate until stopped; collects the answers by status, and the failures in words. */
function load({ url }: Replicas, requestOf: (n: number) => Request, perSecond: number) {
  const statuses = new Map<number, number>()
  const failures: string[] = []
  let slowestMs = 0
  let count = 0
  const pending = new Set<Promise<void>>()
  async function ask({ path, init }: Request) {
    const begun = performance.now()
    try {
      const answer = await fetch(url + path, { ...init, signal: AbortSignal.timeout(20_000) })
      const text = await answer.text()
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      if (answer.status >= 400) failures.push(`${init.method ?? 'GET'} ${path}: ${answer.status} ${text.slice(0, 200)}`)
    } catch (error) {
      failures.push(`${init.method ?? 'GET'} ${path}: ${error} ${(error as Error).cause ?? ''}`)
    }
    slowestMs = Math.max(slowestMs, performance.now() - begun)
  }
  const timer = setInterval(() => {
    const one = ask(requestOf(count++)).finally(() => pending.delete(one))
    pending.add(one)
  }, 1000 / perSecond)
  return {
    failures,
    async end() {
      clearInterval(timer)
      await Promise.all(pending)
      return { count, statuses, slowestMs }
    },
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const system = await startProcesses()
let replicas: Replicas | undefined
try {
  replicas = await startReplicas(system, Number(values.drain))
  const requestOf = await requestsOf(system)
  // The first requests of a process take longer.
  const warming = load(replicas, requestOf, Number(values.rate) / 4)
  await delay(warmUpMs)
  await warming.end()
  const loading = load(replicas, requestOf, Number(values.rate))
  const { failures } = loading
  for (let stop = 0; stop < Number(values.stops); stop += 1) {
    const name = replicated[stop % replicated.length] ?? 'content'
    const at = Math.floor(stop / replicated.length)
    await delay(1000)
    const before = failures.length
    const reason = await replicas.stop(name, at)
    const failed = failures.length - before
    await replicas.start(name, at)
    say(
      `${stop + 1}: ${name}, ${reason}; ${failed} failed while it stopped, ${failures.length - before - failed} later`,
    )
  }
  const { count, statuses, slowestMs } = await loading.end()
  say(`${count} requests, ${failures.length} failed, the slowest took ${Math.round(slowestMs)} ms`)
  for (const [status, times] of statuses) say(`${status}: ${times}`)
  for (const failure of new Set(failures)) say(failure)
  if (failures.length > 0) process.exitCode = 1
} finally {
  await replicas?.end()
  await system.stop()
  await system.remove()
}
