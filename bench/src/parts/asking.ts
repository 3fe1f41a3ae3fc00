import { Agent, get } from 'node:http'
import { availableParallelism } from 'node:os'
import type { Measuring, Part } from '../part.ts'
import { percentile } from '../report/report-summary.ts'
import { rounded, table } from '../report/report-table.ts'
import { type AskedOrganization, makeAskedOrganizations, rebuildSeconds } from './asking/organizations.ts'
import { type ReplicaRates, replicaRates } from './asking/replicas.ts'
import { openRetrieval, retrievals } from './asking/retrieval.ts'

const warmStreams = 50
const measuredStreams = 100
const found = 'the passages for a question found, p99'
const first = 'the first event of an answer, after its passages are found'
const costs = 'a question answered by one ai'
const memory = 'memory of an ai that answers questions'
const rebuilt = 'sections indexed again by an ai with an emptied database'

/** Measures the time until an answer, its cost with one ai and with several, and the rebuilding of the index. */
export const asking: Part<Measuring> = {
  name: 'asking',
  targets: [
    { name: found, unit: '100,000 sections over 1,000', max: 4 },
    { name: first, unit: 'ms, p50', max: 50 },
    { name: costs, unit: 'ms of the processor, all servers', max: 60 },
    { name: memory, unit: 'MB', max: 800 },
    { name: rebuilt, unit: 'sections/s', min: 1000 },
  ],
  async measure(on) {
    const organizations = await makeAskedOrganizations(on)
    const waits = await waitsOf(on, organizations)
    const rates = await ratesOf(on, organizations)
    on.say('the index of ai rebuilt')
    const seconds = await rebuildSeconds(on.quire, on.signal)
    const sections = organizations.reduce((sum, one) => sum + one.sections, 0)
    const figures = new Map([
      ...waits.figures,
      [costs, rates[0]?.allMs ?? Number.NaN],
      [memory, Math.max(...rates.flatMap(({ memoryMb }) => memoryMb))],
      [rebuilt, sections / seconds],
    ])
    const summary = `${sections} sections were indexed ${seconds.toFixed(1)} s after a kill of ai, its start included.`
    return { figures, details: [waits.details, ratesTable(rates), summary].join('\n\n') }
  },
}

async function waitsOf({ quire, token, userId, signal, say }: Measuring, organizations: AskedOrganization[]) {
  say('passages of questions, and the first events of their answers')
  const retrieval = openRetrieval(quire.services.ai.databaseUrl, userId)
  const took = await retrievals(retrieval, organizations, signal).finally(retrieval.close)
  const rows: string[][] = []
  const after: number[] = []
  for (const [at, { questions, ...organization }] of organizations.entries()) {
    const stream = (count: number) => {
      const asked = { ...organization, questions: questions.slice(0, count) }
      return streamTimes({ gateway: quire.gateway, token }, asked, signal)
    }
    await stream(warmStreams)
    const streams = await stream(measuredStreams)
    const all = took[at] ?? []
    const waits = streams.map(({ firstMs }, number) => firstMs - (all[number]?.ms ?? Number.NaN))
    after.push(...waits)
    const columns = [all.map(({ ms }) => ms), all.map(({ cpuMs }) => cpuMs), waits, streams.map(({ endMs }) => endMs)]
    rows.push([
      `${organization.sections}`,
      ...columns.flatMap((one) => [0.5, 0.99].map((share) => rounded(percentile(one, share)))),
    ])
  }
  const p99 = (at: number) => percentile(took.at(at)?.map(({ ms }) => ms) ?? [], 0.99)
  const titles = ['found: ms', 'found: CPU ms', 'first event after that: ms', 'whole answer: ms']
  const details = table(['sections', ...titles.flatMap((one) => [`${one}, p50`, 'p99'])], rows)
  return {
    figures: new Map([
      [found, p99(-1) / p99(0)],
      [first, percentile(after, 0.5)],
    ]),
    details,
  }
}

/** Asks the organization of medium size. */
async function ratesOf(on: Measuring, organizations: AskedOrganization[]): Promise<ReplicaRates[]> {
  const { quire, options, signal, say } = on
  say(`questions to ${options.askedReplicas} ai`)
  const [, organization] = organizations
  const own = quire.processes.find(({ name }) => name === 'ai')
  if (!organization || !own) throw new Error('there is no second organization, or ai does not run')
  await using more = new AsyncDisposableStack()
  const all = [{ url: quire.services.ai.url, process: own }]
  while (all.length < options.askedReplicas) {
    const { stop, ...replica } = await quire.startReplica('ai')
    more.defer(stop)
    all.push(replica)
  }
  return await replicaRates(on, organization, all, signal)
}

const ratesTable = (rates: ReplicaRates[]) =>
  table(
    [
      `replicas of ai on ${availableParallelism()} cores`,
      'asks/s',
      'CPU ms of ai',
      'CPU ms of all servers',
      'MB of each',
    ],
    rates.map(({ replicas, asksPerSecond, aiMs, allMs, memoryMb }) => [
      `${replicas}`,
      ...[asksPerSecond, aiMs, allMs].map(rounded),
      memoryMb.map((one) => `${Math.round(one)}`).join(', '),
    ]),
  )

/** Times from the request to the first event of a streamed answer, and to its end. */
interface StreamTimes {
  firstMs: number
  endMs: number
}

/** Streams the answers to the questions through the gateway, one after the other. */
async function streamTimes(
  { gateway, token }: { gateway: string; token: string },
  { id, questions }: AskedOrganization,
  signal: AbortSignal,
): Promise<StreamTimes[]> {
  const agent = new Agent({ keepAlive: true })
  const headers = { authorization: `Bearer ${token}` }
  const took: StreamTimes[] = []
  for (const question of questions) {
    const url = `${gateway}/v1/orgs/${id}/ask/stream?${new URLSearchParams({ query: question })}`
    took.push(await streamTime(url, { agent, headers, signal }))
  }
  agent.destroy()
  return took
}

function streamTime(url: string, options: Parameters<typeof get>[1]): Promise<StreamTimes> {
  const { promise, resolve, reject } = Promise.withResolvers<StreamTimes>()
  const begun = performance.now()
  const since = () => performance.now() - begun
  get(url, options, (answer) => {
    let firstMs = 0
    let last = ''
    answer.setEncoding('utf8').on('data', (chunk: string) => {
      firstMs ||= since()
      last = `${last}${chunk}`.slice(-200)
    })
    answer.once('error', reject)
    answer.once('end', () => {
      if (answer.statusCode === 200 && last.includes('event: done')) resolve({ firstMs, endMs: since() })
      else reject(new Error(`an answer was ${answer.statusCode} and ended with ${last}`))
    })
  }).once('error', reject)
  return promise
}
