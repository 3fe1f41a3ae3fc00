import type { Measurement, Round, Workload } from '../load/rounds.ts'

/** The figures of a workload at one number of connections: medians over its rounds. */
export interface Summary {
  name: string
  floor: 'a' | 'b' | 'c' | undefined
  answers: Workload['answers']
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

/** The middle of the values, or the mean of the two in the middle; NaN without values. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN
  return (upper + lower) / 2
}

/** The smallest value that at least `share` (0 to 1) of the values do not exceed; NaN without values. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** Summarises the rounds of one workload. */
export function summarise({ workload, connections, rounds }: Measurement): Summary {
  const rates = rounds.map((round) => round.answered / round.seconds)
  const over = (figure: (round: Round) => number) => median(rounds.map(figure))
  return {
    name: workload.name,
    floor: workload.floor,
    answers: workload.answers,
    connections,
    perSecond: median(rates),
    spread: (Math.max(...rates) - Math.min(...rates)) / median(rates),
    p50Ms: over((round) => percentile(round.latenciesMs, 0.5)),
    p99Ms: over((round) => percentile(round.latenciesMs, 0.99)),
    cpuMsPerRequest: over((round) => round.cpuMs / round.answered),
    failed: rounds.reduce((sum, round) => sum + round.failed, 0),
  }
}
