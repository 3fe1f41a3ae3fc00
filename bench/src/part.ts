import type { Terminal } from '@quire/embedded'
import type { GitServer } from '@quire/world/git-server'
import type { Send } from './load/client.ts'
import type { Caller } from './load/workloads.ts'
import { type Options, UsageError } from './options.ts'
import { rounded, table } from './report/report-table.ts'
import type { Quire } from './system.ts'

/** A figure with the bound that it is held to. */
interface Target {
  name: string
  /** The unit of the figure, such as `of (c)`. */
  unit: string
  min?: number
  max?: number
}

/** Figures that are measured together. A part that fails leaves the others to be measured. */
export interface Part<On> {
  name: string
  /** Names of workloads that `--only` selects one by one. */
  workloads?: string[]
  targets: Target[]
  /** Returns the figures by the names of their targets, and other results as Markdown. */
  measure(on: On): Promise<{ figures: Map<string, number>; details?: string }>
}

/** The system of a part, and the person who calls it. */
export interface Measuring extends Caller {
  quire: Quire
  options: Options
  /** The one person, who administers all organizations that they create. */
  userId: string
  /** Sends as that person, through the gateway; retries requests that are answered 503. */
  send: Send
  /** Address of the server of archives that imports fetch. */
  archives: string
  /** The server of the repositories that spaces are synchronized with. */
  git: GitServer
  /** Folder for the logs of the floors. */
  folder: string
  terminal: Terminal
  signal: AbortSignal
  /** True if `--only` selects this workload. */
  isSelected(workload: string): boolean
  /** Prints progress. */
  say(progress: string): void
}

/** The result of a part. */
export interface Outcome {
  part: Pick<Part<never>, 'name' | 'targets'>
  figures: Map<string, number>
  details?: string | undefined
  /** The error that prevented the measurement. */
  failure?: string
}

/** Returns the parts whose name contains `text`, or the name of one of their workloads does. Throws if there is none. */
export function selectParts<Some extends Pick<Part<never>, 'name' | 'workloads'>>(parts: Some[], text: string): Some[] {
  const selected = parts.filter(({ name, workloads = [] }) => [name, ...workloads].some((one) => one.includes(text)))
  if (selected.length > 0) return selected
  throw new UsageError(`--only: no part has a name with "${text}"; the parts are: ${names(parts)}`)
}

const names = (parts: { name: string }[]) => parts.map(({ name }) => `"${name}"`).join(', ')

/** Measures a part; an error that it throws becomes the outcome's failure. */
export async function measurePart<On>(part: Part<On>, on: On): Promise<Outcome> {
  try {
    return { part, ...(await part.measure(on)) }
  } catch (error) {
    return { part, figures: new Map(), failure: error instanceof Error ? error.message : String(error) }
  }
}

const isReached = ({ min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: Target, figure: number) =>
  figure >= min && figure <= max

/** The names of the targets that were not reached, or not measured. */
export const missedTargets = (outcomes: Outcome[]): string[] =>
  outcomes.flatMap(({ part, figures }) =>
    part.targets.filter((target) => !isReached(target, figures.get(target.name) ?? Number.NaN)).map(({ name }) => name),
  )

/** One line for each target, as Markdown. */
export function targetTable(outcomes: Outcome[]): string {
  const rows = outcomes.flatMap(({ part, figures }) =>
    part.targets.map((target) => {
      const figure = figures.get(target.name) ?? Number.NaN
      return [target.name, rounded(figure), boundOf(target), target.unit, isReached(target, figure) ? 'yes' : 'NO']
    }),
  )
  return table(['target', 'measured', 'bound', 'of what', 'reached'], rows)
}

const boundOf = ({ min, max }: Target) => (min === undefined ? `≤ ${max}` : `≥ ${min}`)
