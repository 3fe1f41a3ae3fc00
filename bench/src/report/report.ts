import { readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { resolve } from 'node:path'
import type { Measurement, RoundPlan } from '../load/rounds.ts'
import type { Meter } from '../meter.ts'
import { median, summarise } from './report-summary.ts'
import { ratioTable, rounded, table } from './report-table.ts'

/** The day, the machine and its Node. */
export function machineLine(): string {
  const [first] = cpus()
  return (
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${first?.model.trim()}, ` +
    `${rounded(totalmem() / 2 ** 30)} GB, ${process.platform}, Node ${process.version}.`
  )
}

/** The conditions of some rounds: their length, the load of other processes, and the messages of failed requests. */
export function conditionsOf({ rounds, roundSeconds }: Pick<RoundPlan, 'rounds' | 'roundSeconds'>, all: Measurement[]) {
  const shares = all.flatMap((one) => one.rounds.map((round) => round.othersShare * 100))
  const problems = all.flatMap(({ workload, rounds }) =>
    rounds.flatMap(({ problem }) => (problem ? [`${workload.name}: ${problem}`] : [])),
  )
  const line =
    `Medians of ${rounds} alternating rounds of ${roundSeconds} s; fsync on; the load generator on the same machine.\n` +
    `Other processes took ${rounded(median(shares))} % of the machine (median over the rounds), ` +
    `at most ${rounded(Math.max(...shares))} %.`
  return [line, ...(problems.length > 0 ? [`Failures:\n${[...new Set(problems)].join('\n')}`] : [])].join('\n\n')
}

/** The ratios of workloads to the floors that were measured in the same rounds. */
export const floorComparison = (measured: Measurement[]): string =>
  `${ratioTable(measured.map(summarise))}\n\n` +
  'Floors: (a), (b) and (c), each a process of its own on the same rows. A ratio is req/s over the floor’s at the same\n' +
  'number of connections, a list of 50 over a list’s of the same things, all others over one row’s; `!`: requests failed. CPU\n' +
  'is of all server processes, PostgreSQL and NATS included.'

/** Resident memory of each process. */
export const memoryTable = (memory: ReturnType<Meter['memory']>): string =>
  table(
    ['process, after all of it', 'resident MB'],
    memory.map(({ name, megabytes }) => [name, rounded(megabytes)]),
  )

const performance = resolve(import.meta.dirname, '../../../docs/performance.md')
const begin = (name: string) => `<!-- bench: ${name} -->`
const end = '<!-- end of bench -->'

/** Replaces the text between the marks of section `name`; throws if there are no such marks. */
export function withSection(text: string, name: string, section: string): string {
  const from = text.indexOf(begin(name))
  const to = text.indexOf(end, from)
  if (from < 0 || to < 0) throw new Error(`docs/performance.md has no section "${begin(name)}" … "${end}"`)
  return `${text.slice(0, from)}${begin(name)}\n\n${section.trim()}\n\n${text.slice(to)}`
}

/** Writes results into a section of docs/performance.md. */
export async function writeSection(name: string, section: string): Promise<void> {
  await writeFile(performance, withSection(await readFile(performance, 'utf8'), name, section))
}
