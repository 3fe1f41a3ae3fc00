import { availableParallelism } from 'node:os'
import { streamTimes } from '../asking/first-events.ts'
import type { AskedOrganization } from '../asking/organizations.ts'
import { rebuildSeconds } from '../asking/rebuild.ts'
import { type ReplicaRates, replicaRates } from '../asking/replicas.ts'
import { openRetrieval, retrievals } from '../asking/retrieval.ts'
import { percentile } from '../summary.ts'
import { rounded, table } from '../table.ts'
import type { Part } from './goal.ts'
import type { Measuring } from './measuring.ts'

const replicas = 3
const warmStreams = 50
const measuredStreams = 100
const found = 'the passages for a question found, p99'
const first = 'the first event of an answer, after its passages are found'
const costs = 'a question answered by one ai'
const memory = 'memory of an ai that answers questions'
const rebuilt = 'sections indexed anew by an ai that was emptied'

/** What people who ask wait for, and what more replicas bring. */
export const asking: Part<Measuring> = {
  name: 'asking',
  goals: [
    { name: found, unit: '100,000 sections over 1,000', atMost: 4 },
    { name: first, unit: 'ms, p50', atMost: 50 },
    { name: costs, unit: 'ms of the processor, all servers', atMost: 60 },
    { name: memory, unit: 'MB', atMost: 800 },
    { name: rebuilt, unit: 'sections/s', atLeast: 1000 },
  ],
  async measure(on) {
    const organizations = await on.prepared.asked()
    const waits = await waitsOf(on, organizations)
    const rates = await ratesOf(on, organizations)
    on.say('the index of ai made anew')
    const seconds = await rebuildSeconds(on.quire, on.signal)
    const sections = organizations.reduce((sum, one) => sum + one.sections, 0)
    const figures = new Map([
      ...waits.figures,
      [costs, rates[0]?.allMs ?? Number.NaN],
      [memory, Math.max(...rates.flatMap(({ memoryMb }) => memoryMb))],
      [rebuilt, sections / seconds],
    ])
    const anew = `${sections} sections were indexed ${seconds.toFixed(1)} s after a kill of ai, its start included.`
    return { figures, details: [waits.details, ratesTable(rates), anew].join('\n\n') }
  },
}

async function waitsOf({ quire, token, prepared, signal, say }: Measuring, organizations: AskedOrganization[]) {
  say('passages of questions, and the first events of their answers')
  const retrieval = openRetrieval(quire.services.ai.databaseUrl, prepared.organization.userId)
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

/** Asks the organization of middle size. */
async function ratesOf(on: Measuring, organizations: AskedOrganization[]): Promise<ReplicaRates[]> {
  const { quire, signal, say } = on
  say(`questions to one ai and to ${replicas}`)
  const [, organization] = organizations
  const own = quire.processes.find(({ name }) => name === 'ai')
  if (!organization || !own) throw new Error('there is nothing to ask')
  await using more = new AsyncDisposableStack()
  const all = [{ url: quire.services.ai.url, process: own }]
  while (all.length < replicas) {
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
