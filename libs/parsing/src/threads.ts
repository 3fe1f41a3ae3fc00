import type { Piscina } from 'piscina'
import { type Outcome, received } from './outcomes.ts'
import type { Message } from './thread.ts'

/** Why a thread was ended in the midst of its work. */
export type EndReason = 'deadline' | 'memory'

/** The work did not come to its end. */
export class Ended extends Error {
  readonly reason: EndReason
  constructor(reason: EndReason) {
    super(`a thread was ended: ${reason}`)
    this.reason = reason
  }
}

interface ThreadLimits {
  /** Of tasks, as a file URL. */
  tasks: string
  most: number
  timeoutMs: number
  memoryMb: number
}

/** A thread without work ends after this time, because each takes some 40 MB. */
const idleMs = 30_000
/** A thread that does not load its tasks by then never will. */
const startMs = 30_000
/** Small: if more than the bound survived at once, V8 would end the whole process. */
const youngMb = 16
const stackMb = 4

/** Threads that do tasks, each one message at a time; they start when there is work and end when there was none. */
export function openThreads({ tasks, most, timeoutMs, memoryMb }: ThreadLimits, failed: (error: unknown) => void) {
  const begun = new Map<number, () => void>()
  let messages = 0
  let isClosed = false
  let opening: Promise<Piscina> | undefined

  /** Loaded with the first long text: a service starts without it. */
  async function open(): Promise<Piscina> {
    const { Piscina } = await import('piscina')
    const pool = new Piscina({
      filename: new URL('./thread.ts', import.meta.url).href,
      workerData: tasks,
      minThreads: 0,
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

  /** Throws Ended, or the reason of the signal where that aborts. */
  async function work(name: string, list: Message['list'], signal: AbortSignal): Promise<Outcome<unknown>[]> {
    if (isClosed) throw closed()
    opening ??= open()
    const pool = await opening
    signal.throwIfAborted()
    messages += 1
    const id = messages
    const end = new AbortController()
    const leave = () => end.abort()
    let isLate = false
    // The deadline counts from when the thread begins: until then it may be starting.
    let timer = setTimeout(leave, startMs)
    begun.set(id, () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        isLate = true
        leave()
      }, timeoutMs)
    })
    signal.addEventListener('abort', leave, { once: true })
    try {
      return (await pool.run({ id, name, list }, { signal: end.signal })).map(received)
    } catch (error) {
      signal.throwIfAborted()
      if (isClosed) throw closed()
      if (isLate) throw new Ended('deadline')
      throw isOutOfMemory(error) ? new Ended('memory') : error
    } finally {
      clearTimeout(timer)
      begun.delete(id)
      signal.removeEventListener('abort', leave)
    }
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
