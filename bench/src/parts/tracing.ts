import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { activeSpan } from '@quire/kit'
import { createOrganization, createSpaces } from '../data/pages.ts'
import { measureAll, type Workload } from '../load/rounds.ts'
import { throughGateway } from '../load/workloads.ts'
import { measuringOn } from '../measuring.ts'
import { createMeter } from '../meter.ts'
import type { Measuring, Part } from '../part.ts'
import { conditionsOf } from '../report/report.ts'
import { summarise } from '../report/report-summary.ts'
import { ratioTable, rounded } from '../report/report-table.ts'
import { startQuire } from '../system.ts'

const connections = 8

/** Compares a system that traces nothing with one that traces every request, in the same rounds. */
export const tracing: Part<Measuring> = {
  name: 'traces',
  targets: [],
  async measure(on) {
    await using collector = await startCollector()
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_METRICS_EXPORTER: 'none' }
    await using traced = await startQuire({ ...on, reachable: [], env })
    const work = [
      ...(await workOf(on, 'without a collector')),
      ...(await workOf(await measuringOn(on, traced), 'with one, all traced')),
    ]
    const meter = createMeter([...on.quire.processes, ...traced.processes])
    const plan = { ...on.options, connections: [connections], meter, signal: on.signal, report: on.say }
    const measured = await measureAll(work, plan)
    if (collector.received() === 0) throw new Error('the collector received nothing')
    const check = `To look for a span where there is none, as each statement does, takes ${rounded(checkNs())} ns.`
    return {
      figures: new Map(),
      details: [conditionsOf(plan, measured), ratioTable(measured.map(summarise)), check].join('\n\n'),
    }
  },
}

async function workOf(on: Measuring, how: string): Promise<Workload[]> {
  const [space = ''] = await createSpaces(on, await createOrganization(on, 'Traced'), 1)
  const path = `/v1/spaces/${space}`
  const comment = {
    method: 'POST' as const,
    path: `${path}/comments`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ body: { markdown: 'A comment.' } }),
  }
  return [
    { name: `a space, ${how}`, load: throughGateway(on, [{ path }]) },
    { name: `a comment, ${how}`, load: throughGateway(on, [comment]) },
  ]
}

/** A collector that takes everything and keeps nothing. */
async function startCollector() {
  let received = 0
  const server = createServer((request, response) => {
    received += 1
    request.resume().once('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => received,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const checks = 5_000_000

/** Nanoseconds of one look for a span. */
function checkNs(): number {
  let found = 0
  const begun = performance.now()
  for (let at = 0; at < checks; at += 1) if (activeSpan()) found += 1
  if (found > 0) throw new Error('the benchmark itself is traced')
  return ((performance.now() - begun) / checks) * 1e6
}
