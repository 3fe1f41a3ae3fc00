import { cpus, totalmem } from 'node:os'
import type { CrowdSize } from './crowd.ts'
import { type Delays, projectors } from './events.ts'
import type { Merging } from './merging.ts'
import type { Meter } from './meter.ts'
import type { Options } from './options.ts'
import type { Measured, Target } from './rounds.ts'
import type { Pair } from './scale.ts'
import { median, percentile, summarise } from './summary.ts'
import { ratioTable, rounded, table } from './table.ts'

export interface Results {
  options: Options
  measured: Measured[]
  merging: Merging[]
  pairs: Pair[]
  /** Of `pairs`. */
  paired: Measured[]
  delays: Delays | undefined
  memory: ReturnType<Meter['memory']>
}

/** Everything that was measured, as Markdown. */
export function report({ options, measured, merging, pairs, paired, delays, memory }: Results): string {
  return [
    conditions(options, [...measured, ...paired]),
    ratioTable(measured.map(summarise)),
    'Floors: (a), (b) and (c), each a process of its own on the same rows. A ratio is req/s over the floor’s at the same\n' +
      'number of connections, a list of members over a list’s of 50, all others over one row’s; `!`: requests failed. CPU\n' +
      'is of all server processes, PostgreSQL and NATS included.',
    ...problems([...measured, ...paired]),
    ...(merging.length > 0 ? [mergeTable(measured, merging)] : []),
    ...(pairs.length > 0 ? [pairTable(options, paired, pairs)] : []),
    ...(delays ? [delayTable(delays)] : []),
    memoryTable(memory),
  ].join('\n\n')
}

function conditions({ rounds, roundSeconds }: Options, measured: Measured[]): string {
  const [first] = cpus()
  const shares = measured.flatMap((one) => one.rounds.map((round) => round.othersShare * 100))
  return [
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${first?.model.trim()}, ` +
      `${rounded(totalmem() / 2 ** 30)} GB, ${process.platform}, Node ${process.version}.`,
    `Medians of ${rounds} alternating rounds of ${roundSeconds} s; fsync on; the load generator on the same machine.`,
    `Other processes took ${rounded(median(shares))} % of the machine (median over the rounds), ` +
      `at most ${rounded(Math.max(...shares))} %.`,
  ].join('\n')
}

function problems(measured: Measured[]): string[] {
  const said = measured.flatMap(({ target, rounds }) =>
    rounds.flatMap(({ problem }) => (problem ? `${target.name}: ${problem}` : [])),
  )
  return said.length > 0 ? [`What failed said:\n${[...new Set(said)].join('\n')}`] : []
}

function mergeTable(measured: Measured[], merging: Merging[]): string {
  const rows = merging.flatMap((target) =>
    measured
      .filter((one) => one.target === target)
      .map((one) => {
        const { perSecond, p50Ms, p99Ms } = summarise(one)
        const took = target.mergeMs(one.connections)
        const [merge50, merge99] = [percentile(took, 0.5), percentile(took, 0.99)]
        return [target.name, one.connections, ...[perSecond, p50Ms, p99Ms, merge50, merge99].map(rounded)]
      }),
  )
  return table(['change requests', 'conn.', 'merged/s', 'all p50 ms', 'p99 ms', 'merge p50 ms', 'p99 ms'], rows)
}

/** The time of one request at its service, in an organization of either size: medians of the rounds' medians. */
function pairTable({ crowds, pairedRounds, pairedSeconds }: Options, paired: Measured[], pairs: Pair[]): string {
  const summaryOf = (target: Target) => paired.filter((one) => one.target === target).map(summarise)[0]
  const rows = pairs.map(({ small, large }) => {
    const [few, many] = [summaryOf(small), summaryOf(large)]
    const mark = few?.failed || many?.failed ? '!' : ''
    const [fewMs, manyMs] = [few?.p50Ms ?? Number.NaN, many?.p50Ms ?? Number.NaN]
    return [small.name, rounded(fewMs), rounded(manyMs), `${rounded(manyMs / fewMs)}${mark}`]
  })
  const sizeOf = ({ members, teams }: CrowdSize) => `${members} members, ${teams} teams: p50 ms`
  return [
    table(['at identity, one connection', sizeOf(crowds.small), sizeOf(crowds.large), 'ratio'], rows),
    `Medians of ${pairedRounds} alternating rounds of ${pairedSeconds} s. Depth: pages of 50 that lie before.`,
  ].join('\n\n')
}

function delayTable(delays: Delays): string {
  const rows = [...projectors, 'slowest' as const].map((one) => [
    one,
    rounded(percentile(delays[one], 0.5)),
    rounded(percentile(delays[one], 0.99)),
    delays[one].length,
  ])
  return table(['event, commit to applied by', 'p50 ms', 'p99 ms', 'events'], rows)
}

function memoryTable(memory: Results['memory']): string {
  return table(
    ['process, after all of it', 'resident MB'],
    memory.map(({ name, megabytes }) => [name, rounded(megabytes)]),
  )
}
