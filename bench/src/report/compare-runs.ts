import type { Measurement, Workload } from '../load/rounds.ts'
import { summarise } from './report-summary.ts'
import { rounded, table } from './report-table.ts'

/** The same work on things of several sizes, smallest first. */
interface Comparison {
  name: string
  workloads: Workload[]
  /** The bound of the ratio of the largest to the smallest. */
  max?: number
}

/** Comparisons over the same things. */
export interface ComparisonGroup {
  /** The work in common, and the service that does it. */
  title: string
  /** The things, smallest first. */
  columns: string[]
  comparisons: Comparison[]
  note: string
}

export const workloadsIn = ({ comparisons }: ComparisonGroup): Workload[] =>
  comparisons.flatMap(({ workloads }) => workloads)

/** The time of one request on each thing, as the median of the rounds' medians, and the ratio of largest to smallest. */
function timesOf({ workloads }: Comparison, measured: Measurement[]) {
  const summaries = workloads.map((workload) => measured.filter((one) => one.workload === workload).map(summarise)[0])
  const p50Ms = summaries.map((summary) => summary?.p50Ms ?? Number.NaN)
  return {
    p50Ms,
    ratio: (p50Ms.at(-1) ?? Number.NaN) / (p50Ms[0] ?? Number.NaN),
    hasFailed: summaries.some((summary) => summary?.failed),
  }
}

/** Ratios of largest to smallest by the names of the comparisons; NaN if a request failed. */
export const ratiosOf = ({ comparisons }: ComparisonGroup, measured: Measurement[]): Map<string, number> =>
  new Map(
    comparisons.map((comparison) => {
      const { ratio, hasFailed } = timesOf(comparison, measured)
      return [comparison.name, hasFailed ? Number.NaN : ratio]
    }),
  )

/** The times and ratios of a group, with the bounds of the ratios if there are any. */
export function comparisonTable(group: ComparisonGroup, measured: Measurement[]): string {
  const { title, columns, comparisons, note } = group
  const hasBounds = comparisons.some(({ max }) => max !== undefined)
  const rows = comparisons.map((comparison) => {
    const { name, max } = comparison
    const { p50Ms, ratio, hasFailed } = timesOf(comparison, measured)
    const bound = max === undefined ? '-' : `≤ ${max}`
    return [name, ...p50Ms.map(rounded), `${rounded(ratio)}${hasFailed ? '!' : ''}`, ...(hasBounds ? [bound] : [])]
  })
  const head = [title, ...columns.map((column) => `${column}: p50 ms`), 'ratio', ...(hasBounds ? ['target'] : [])]
  return `${table(head, rows)}\n\n${note}`
}
