import type { Piscina } from 'piscina'
import type { Message, Outcome } from './thread.ts'

/** Why a thread ended in the midst of its work. */
export type EndReason = 'deadline' | 'memory' | 'death'

/** The work did not come to its end. */
export class Ended extends Error {
  readonly reason: EndReason
  constructor(reason: EndReason, cause?: unknown) {
    super(`a thread was ended: ${reason}`, { cause })
    this.reason = reason
  }
}

interface ThreadOptions {
  /** The file URL of a module whose default export is `threadWork(…)`: what a thread loads. */
  module: string
  /** What the thread finds in `workerData`. */
  data?: unknown
  most: number
  /** So many of them start with the first work and stay while there is none. */
  kept?: number
  /** The most memory that a thread may use for objects. */
  memoryMb: number
}

interface WorkOptions {
  /** Where it aborts, what waits leaves the queue, and the thread of what runs is ended. */
  signal: AbortSignal
  /** The longest that the work may take, from when its thread begins with it. */
  timeoutMs: number
}

/** A thread without work ends after this time, because each takes some 40 MB. */
const idleMs = 30_000
/** A thread that does not load its module by then never will. */
const startMs = 30_000
/** Small: if more than the bound survived at once, V8 would end the whole process. */
const youngMb = 16
const stackMb = 4

/** Threads that do tasks, each one at a time; they start when there is work and end when there was none. */
export function openThreads<Task, Result>(
  { module, data, most, kept = 0, memoryMb }: ThreadOptions,
  failed: (error: unknown) => void,
) {
  const begun = new Map<number, () => void>()
  let messages = 0
  let isClosed = false
  let opening: Promise<Piscina> | undefined

  /** Loaded with the first work: a service starts without it. */
  async function open(): Promise<Piscina> {
    const { Piscina } = await import('piscina')
    const pool = new Piscina({
      filename: module,
      workerData: data,
      minThreads: Math.min(kept, most),
      maxThreads: most,
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

  /** Throws what the work throws, Ended, or the reason of the signal where that aborts. */
  async function work(task: Task, { signal, timeoutMs }: WorkOptions): Promise<Result> {
    if (isClosed) throw closed()
    opening ??= open()
    const pool = await opening
    signal.throwIfAborted()
    messages += 1
    const message: Message<Task> = { id: messages, task }
    const end = new AbortController()
    const leave = () => end.abort()
    let isLate = false
    // The deadline counts from when the thread begins: until then it may be starting.
    let timer = setTimeout(leave, startMs)
    begun.set(message.id, () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        isLate = true
        leave()
      }, timeoutMs)
    })
    signal.addEventListener('abort', leave, { once: true })
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
      signal.removeEventListener('abort', leave)
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
