import type { Measurement, Target } from './rounds.ts'
import { summarise } from './summary.ts'
import { rounded, table } from './table.ts'

/** The same work on things of several sizes, smallest first. */
export interface Comparison {
  name: string
  targets: Target[]
  /** The largest may cost this many times the smallest. */
  atMost?: number
}

/** Comparisons over the same things. */
export interface Group {
  /** What is compared, and where. */
  title: string
  /** The things, smallest first. */
  columns: string[]
  comparisons: Comparison[]
  note: string
}

export const targetsOf = (groups: Group[]): Target[] =>
  groups.flatMap(({ comparisons }) => comparisons.flatMap(({ targets }) => targets))

/**
 * The time of one request, as the median of the rounds' medians, and the ratio of largest to smallest with its target.
 */
export function groupTable({ title, columns, comparisons, note }: Group, measured: Measurement[]): string {
  const hasTargets = comparisons.some(({ atMost }) => atMost !== undefined)
  const rows = comparisons.map(({ name, targets, atMost }) => {
    const summaries = targets.map((target) => measured.filter((one) => one.target === target).map(summarise)[0])
    const times = summaries.map((summary) => summary?.p50Ms ?? Number.NaN)
    const mark = summaries.some((summary) => summary?.failed) ? '!' : ''
    const ratio = `${rounded((times.at(-1) ?? Number.NaN) / (times[0] ?? Number.NaN))}${mark}`
    return [name, ...times.map(rounded), ratio, ...(hasTargets ? [atMost === undefined ? '-' : `≤ ${atMost}`] : [])]
  })
  const head = [title, ...columns.map((column) => `${column}: p50 ms`), 'ratio', ...(hasTargets ? ['target'] : [])]
  return `${table(head, rows)}\n\n${note}`
}
