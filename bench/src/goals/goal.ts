import { rounded, table } from '../table.ts'

/** A figure with the bound that it is held to. */
export interface Goal {
  name: string
  /** What the figure counts, such as `of (c)`. */
  unit: string
  atLeast?: number
  atMost?: number
}

/** Some goals that are measured together. A part that fails leaves the others to be measured. */
export interface Part<On> {
  name: string
  goals: Goal[]
  /** The figures by the names of the goals, and what else is worth knowing of them. */
  measure(on: On): Promise<{ figures: Map<string, number>; details?: string }>
}

/** What came of a part. */
export interface Outcome {
  part: Pick<Part<never>, 'name' | 'goals'>
  figures: Map<string, number>
  details?: string | undefined
  /** Why it could not be measured. */
  failure?: string
}

/** Measures a part; whatever it throws is its outcome. */
export async function outcomeOf<On>(part: Part<On>, on: On): Promise<Outcome> {
  try {
    return { part, ...(await part.measure(on)) }
  } catch (error) {
    return { part, figures: new Map(), failure: error instanceof Error ? error.message : String(error) }
  }
}

const isReached = ({ atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY }: Goal, figure: number) =>
  figure >= atLeast && figure <= atMost

/** The names of the goals that were not reached, or not measured. */
export const missedIn = (outcomes: Outcome[]): string[] =>
  outcomes.flatMap(({ part, figures }) =>
    part.goals.filter((goal) => !isReached(goal, figures.get(goal.name) ?? Number.NaN)).map(({ name }) => name),
  )

/** Goal by goal, as Markdown. */
export function goalTable(outcomes: Outcome[]): string {
  const rows = outcomes.flatMap(({ part, figures }) =>
    part.goals.map((goal) => {
      const figure = figures.get(goal.name) ?? Number.NaN
      return [goal.name, rounded(figure), boundOf(goal), goal.unit, isReached(goal, figure) ? 'yes' : 'NO']
    }),
  )
  return table(['target', 'measured', 'bound', 'of what', 'reached'], rows)
}

const boundOf = ({ atLeast, atMost }: Goal) => (atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`)
