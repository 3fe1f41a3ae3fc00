import type { Measurement } from './measure.ts'
import type { HostileText } from './texts.ts'

export type TextMeasurement = Measurement & Pick<HostileText, 'seed' | 'shape'>

const SLOWEST = 10

/** The findings of a run: the slowest texts, how many were refused and why, and the most memory. */
export function report(
  reads: readonly TextMeasurement[],
  failed: readonly TextMeasurement[],
  mostSeconds: number,
): string {
  const slowest = reads.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  const complex = reads.filter(({ refusals }) => refusals.length > 0).length
  const heap = reads.reduce((most, read) => (read.heapBytes > most.heapBytes ? read : most))
  return [
    'The slowest:',
    ...slowest.map(lineOf),
    `${reads.length} texts, ${complex} of them refused by a function; all functions of a text took ${average(reads)} s on average.`,
    `Memory: ${megabytes(process.resourceUsage().maxRSS * 1024)} at most; a text added ${megabytes(heap.heapBytes)} of heap at most (seed ${heap.seed}).`,
    `${failed.length} failed: more than ${mostSeconds} s in one function, or an error that is no refusal.`,
    ...failed.map(lineOf),
  ].join('\n')
}

export function lineOf({ seed, shape, slowest, seconds, allSeconds, refusals, failure }: TextMeasurement): string {
  const refused = refusals.length > 0 ? ` (${[...new Set(refusals)].join(', ')})` : ''
  const time = `${seconds.toFixed(2)} s in ${slowest}, ${allSeconds.toFixed(2)} s in all`
  return `  seed ${seed}, ${shape}: ${time}${refused}${failure === undefined ? '' : `\n    ${failure}`}`
}

function average(reads: readonly TextMeasurement[]): string {
  return (reads.reduce((sum, { allSeconds }) => sum + allSeconds, 0) / reads.length).toFixed(2)
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}
