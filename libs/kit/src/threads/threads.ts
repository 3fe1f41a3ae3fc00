import type { Piscina } from 'piscina'
import type { Message, Outcome } from './thread.ts'

/** The reason that a thread ended during its work. */
export type EndReason = 'deadline' | 'memory' | 'death'

/** Thrown if a thread ended before its work was done. */
export class Ended extends Error {
  readonly reason: EndReason
  constructor(reason: EndReason, cause?: unknown) {
    super(`a thread was ended: ${reason}`, { cause })
    this.reason = reason
  }
}

interface ThreadOptions {
  /** The file URL of the module that a thread loads; its default export is `threadWork(…)`. */
  module: string
  /** The `workerData` of the thread. */
  data?: unknown
  maxThreads: number
  /** The number of threads that start with the first work and stay while there is none. */
  minThreads?: number
  /** The maximum memory of a thread for objects. */
  memoryMb: number
}

interface WorkOptions {
  /** Aborts the work: waiting work leaves the queue, and the thread of running work is ended. */
  signal: AbortSignal
  /** The timeout of the work, from when its thread begins. */
  timeoutMs: number
}

/** A thread without work ends after this time, because each takes some 40 MB. */
const idleMs = 30_000
/** The timeout for a thread to load its module. */
const startMs = 30_000
/** Small, because V8 would end the whole process if more than the bound survived at once. */
const youngMb = 16
const stackMb = 4

/** Threads that do tasks, each one at a time; they start when there is work and end when there was none. */
export function openThreads<Task, Result>(
  { module, data, maxThreads, minThreads = 0, memoryMb }: ThreadOptions,
  failed: (error: unknown) => void,
) {
  const begun = new Map<number, () => void>()
  let messages = 0
  let isClosed = false
  let opening: Promise<Piscina> | undefined

  /** Loads the pool with the first work: a service starts without it. */
  async function open(): Promise<Piscina> {
    const { Piscina } = await import('piscina')
    const pool = new Piscina({
      filename: module,
      workerData: data,
      minThreads: Math.min(minThreads, maxThreads),
      maxThreads: maxThreads,
      idleTimeout: idleMs,
      recordTiming: false,
      resourceLimits: {
        maxOldGenerationSizeMb: memoryMb,
        maxYoungGenerationSizeMb: youngMb,
        stackSizeMb: stackMb,
      },
    })
    pool.on('message', (message: { begun: number }) => begun.get(message.begun)?.())
    pool.on('error', failed)
    return pool
  }

  /** Throws the error of the work, Ended, or the reason of the signal if it aborts. */
  async function work(task: Task, { signal, timeoutMs }: WorkOptions): Promise<Result> {
    if (isClosed) throw closed()
    opening ??= open()
    const pool = await opening
    signal.throwIfAborted()
    messages += 1
    const message: Message<Task> = { id: messages, task }
    const end = new AbortController()
    const abort = () => end.abort()
    let isLate = false
    // The timeout counts from when the thread begins; until then the thread may be starting.
    let timer = setTimeout(abort, startMs)
    begun.set(message.id, () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        isLate = true
        abort()
      }, timeoutMs)
    })
    signal.addEventListener('abort', abort, { once: true })
    let outcome: Outcome<Result>
    try {
      outcome = await pool.run(message, { signal: end.signal })
    } catch (error) {
      signal.throwIfAborted()
      if (isClosed) throw closed()
      if (isLate) throw new Ended('deadline')
      throw new Ended(isOutOfMemory(error) ? 'memory' : 'death', error)
    } finally {
      clearTimeout(timer)
      begun.delete(message.id)
      signal.removeEventListener('abort', abort)
    }
    if ('error' in outcome) throw outcome.error
    return outcome.result
  }

  return {
    work,
    async close() {
      isClosed = true
      await (await opening)?.destroy()
    },
  }
}

const closed = () => new DOMException('The threads were closed', 'AbortError')

const isOutOfMemory = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
