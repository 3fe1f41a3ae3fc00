import type { Measurement, Round, Target } from './rounds.ts'

/** The figures of one kind of work at one number of connections; medians over its rounds. */
export interface Summary {
  name: string
  floor: 'a' | 'b' | 'c' | undefined
  answers: Target['answers']
  connections: number
  perSecond: number
  /** (Fastest round − slowest) / median. */
  spread: number
  p50Ms: number
  p99Ms: number
  cpuMsPerRequest: number
  /** Answers that were not 2xx, and errors, in all rounds. */
  failed: number
}

/** The middle of the values, or the mean of the two in the middle; NaN of none. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN
  return (upper + lower) / 2
}

/** The least of the values that at least `share` (0 to 1) of them do not exceed; NaN of none. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** Sums up the rounds of one kind of work. */
export function summarise({ target, connections, rounds }: Measurement): Summary {
  const rates = rounds.map((round) => round.answered / round.seconds)
  const over = (figure: (round: Round) => number) => median(rounds.map(figure))
  return {
    name: target.name,
    floor: target.floor,
    answers: target.answers,
    connections,
    perSecond: median(rates),
    spread: (Math.max(...rates) - Math.min(...rates)) / median(rates),
    p50Ms: over((round) => percentile(round.latenciesMs, 0.5)),
    p99Ms: over((round) => percentile(round.latenciesMs, 0.99)),
    cpuMsPerRequest: over((round) => round.cpuMs / round.answered),
    failed: rounds.reduce((sum, round) => sum + round.failed, 0),
  }
}
