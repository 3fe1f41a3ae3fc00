import { GCProfiler } from 'node:v8'
import { createContext, Script } from 'node:vm'
import { DocumentError } from '@quire/document'
import { readAll, type Step } from './readers.ts'

export type Measurement = {
  /** The function that took longest for the length of its text, in seconds of the processor on this thread. */
  slowest: string
  seconds: number
  /** Seconds of all functions together. */
  allSeconds: number
  /** Codes of refusals. */
  refusals: string[]
  /** An error that is no refusal, and the function that threw it. */
  failure?: string
  /** The growth of the heap, garbage included. */
  heapBytes: number
}

/** No text may stop the command. A bound by the clock, since it only ends a wait. */
const PATIENCE_MS = 120_000
const call = new Script('work()')
const context = createContext({ work: undefined })

/** Runs every reading function on a text, each once. */
export function measure(text: string): Measurement {
  const measured: Measurement = { slowest: '', seconds: 0, allSeconds: 0, refusals: [], heapBytes: 0 }
  const step: Step = (name, work, longer = 1) => {
    const before = process.threadCpuUsage()
    try {
      context.work = work
      return call.runInContext(context, { timeout: PATIENCE_MS })
    } catch (error) {
      if (!(error instanceof DocumentError)) {
        measured.failure ??= `${name}: ${String(error).slice(0, 300)}`
        return undefined
      }
      measured.refusals.push(error.code)
      return error
    } finally {
      const { user, system } = process.threadCpuUsage(before)
      note(measured, name, (user + system) / 1e6 / longer)
    }
  }
  measured.heapBytes = heapGrowth(() => readAll(text, step))
  return measured
}

function note(measured: Measurement, name: string, seconds: number): void {
  measured.allSeconds += seconds
  if (seconds <= measured.seconds) return
  measured.slowest = name
  measured.seconds = seconds
}

/** Computed from the sizes that the collector saw before each of its runs. */
function heapGrowth(work: () => void): number {
  const before = process.memoryUsage().heapUsed
  const profiler = new GCProfiler()
  profiler.start()
  work()
  const sizes = profiler.stop().statistics.map(({ beforeGC }) => beforeGC.heapStatistics.usedHeapSize)
  return Math.max(process.memoryUsage().heapUsed, ...sizes) - before
}

/** As `measure`, but where a function took too long the best of three: a busy machine makes the same work slower. */
export function measureFairly(text: string, mostSeconds: number): Measurement {
  let best = measure(text)
  for (let again = 0; again < 2 && best.failure === undefined && best.seconds > mostSeconds; again += 1) {
    const next = measure(text)
    if (next.failure !== undefined || next.seconds < best.seconds) best = next
  }
  return best
}

export function isFailed({ failure, seconds }: Measurement, mostSeconds: number): boolean {
  return failure !== undefined || seconds > mostSeconds
}
