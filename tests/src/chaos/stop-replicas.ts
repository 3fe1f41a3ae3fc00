// npm run stops -- [--stops <number>] [--rate <requests a second>] [--drain <milliseconds>]
// Stops replicas of content and sites in order, one after another, under load, and counts what was not answered.
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Processes, startProcesses } from '../support/processes.ts'
import { type LoadRequest, steadyLoad } from '../support/steady-load.ts'
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

/** What is asked in turn: reads of content and of sites, a published page, and a write that may be repeated. */
async function requestsOf(system: Processes): Promise<(n: number) => LoadRequest> {
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

const say = (line: string) => process.stdout.write(`${line}\n`)
const system = await startProcesses()
let replicas: Replicas | undefined
try {
  replicas = await startReplicas(system, Number(values.drain))
  const requestOf = await requestsOf(system)
  // The first requests of a process take longer.
  const warming = steadyLoad(replicas.url, { requestOf, perSecond: Number(values.rate) / 4 })
  await delay(warmUpMs)
  await warming.end()
  const loading = steadyLoad(replicas.url, { requestOf, perSecond: Number(values.rate) })
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
