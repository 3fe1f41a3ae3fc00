import { cpus, totalmem } from 'node:os'
import { type Group, groupTable } from './compare.ts'
import { type Delays, delayTable } from './events.ts'
import type { MergeTarget } from './merging.ts'
import type { Meter } from './meter.ts'
import type { Options } from './options.ts'
import type { Measurement } from './rounds.ts'
import { median, percentile, summarise } from './summary.ts'
import { ratioTable, rounded, table } from './table.ts'

interface Results {
  options: Options
  measured: Measurement[]
  merging: MergeTarget[]
  groups: Group[]
  /** Of `groups`. */
  compared: Measurement[]
  /** What was measured by itself, each with its table. */
  sections: string[]
  delays: Delays | undefined
  memory: ReturnType<Meter['memory']>
}

export interface Report {
  /** Everything that was measured, as Markdown. */
  whole: string
  /** What was compared between things of several sizes, by itself. */
  compared: string
}

export function report(results: Results): Report {
  const { options, measured, merging, groups, compared, sections, delays, memory } = results
  const comparisons = [...(groups.length > 0 ? [comparisonsOf(options, compared, groups)] : []), ...sections]
  const whole = [
    conditions(options, [...measured, ...compared]),
    ratioTable(measured.map(summarise)),
    'Floors: (a), (b) and (c), each a process of its own on the same rows. A ratio is req/s over the floor’s at the same\n' +
      'number of connections, a list of 50 over a list’s of the same things, all others over one row’s; `!`: requests failed. CPU\n' +
      'is of all server processes, PostgreSQL and NATS included.',
    ...problems([...measured, ...compared]),
    ...(merging.length > 0 ? [mergeTable(measured, merging)] : []),
    ...comparisons,
    ...(delays ? [delayTable(delays)] : []),
    memoryTable(memory),
  ]
  return {
    whole: whole.join('\n\n'),
    compared: [machine(compared), ...problems(compared), ...comparisons].join('\n\n'),
  }
}

function conditions({ rounds, roundSeconds }: Options, measured: Measurement[]): string {
  const how = `Medians of ${rounds} alternating rounds of ${roundSeconds} s; fsync on; the load generator on the same machine.`
  return `${machine(measured)}\n${how}`
}

/** What it was measured on, and how much of that others took meanwhile. */
function machine(measured: Measurement[]): string {
  const shares = measured.flatMap((one) => one.rounds.map((round) => round.othersShare * 100))
  return [
    machineLine(),
    `Other processes took ${rounded(median(shares))} % of the machine (median over the rounds), ` +
      `at most ${rounded(Math.max(...shares))} %.`,
  ].join('\n')
}

/** The day, the machine and its Node. */
export function machineLine(): string {
  const [first] = cpus()
  return (
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${first?.model.trim()}, ` +
    `${rounded(totalmem() / 2 ** 30)} GB, ${process.platform}, Node ${process.version}.`
  )
}

function problems(measured: Measurement[]): string[] {
  const said = measured.flatMap(({ target, rounds }) =>
    rounds.flatMap(({ problem }) => (problem ? `${target.name}: ${problem}` : [])),
  )
  return said.length > 0 ? [`What failed said:\n${[...new Set(said)].join('\n')}`] : []
}

function mergeTable(measured: Measurement[], merging: MergeTarget[]): string {
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

function comparisonsOf({ comparedRounds, comparedSeconds }: Options, compared: Measurement[], groups: Group[]): string {
  const rows = compared.filter(({ target }) => target.floor || target.isOneRow)
  return [
    `Medians of ${comparedRounds} alternating rounds of ${comparedSeconds} s on one connection.`,
    ...groups.map((group) => groupTable(group, compared)),
    ...(rows.some(({ target }) => target.isOneRow)
      ? ['What reads one page, beside the floors in the same rounds:', ratioTable(rows.map(summarise))]
      : []),
  ].join('\n\n')
}

function memoryTable(memory: Results['memory']): string {
  return table(
    ['process, after all of it', 'resident MB'],
    memory.map(({ name, megabytes }) => [name, rounded(megabytes)]),
  )
}
