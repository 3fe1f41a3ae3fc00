import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type * as tasks from './tasks.ts'

export type RenderTasks = typeof tasks
export type TaskName = keyof RenderTasks

/** A task on a text. */
export interface RenderTask {
  name: TaskName
  args: readonly (string | boolean)[]
}

/** The result of a text; a value of undefined means that the text has none. */
interface CachedResult {
  value: unknown
  /** True if the text was given up only for now. */
  isLate: boolean
}

/** Caches results by a hash of the text, so that pages and their revisions share them. */
export interface ResultCache {
  /** Returns undefined if there is no entry. */
  get(task: RenderTask): CachedResult | undefined
  set(task: RenderTask, value: unknown): void
  /**
   * Skips a text for a while, because pages with many slow texts would occupy the threads: longer if the text alone
   * took too long. A result stays.
   */
  giveUp(task: RenderTask, cause: 'page' | 'text'): void
  /** The run that a text is part of at the moment; undefined if there is none. */
  running(task: RenderTask): Promise<void> | undefined
  /** Remembers the run of a text until the run ends, so that other pages wait for it instead of repeating it. */
  track(task: RenderTask, run: Promise<void>): void
}

const giveUpMs = { page: 60_000, text: 600_000 }

const maxResultBytes = 16 * 1024 ** 2

export function createResultCache(): ResultCache {
  const cache = new LRUCache<string, CachedResult>({ maxSize: maxResultBytes })
  const runs = new Map<string, Promise<void>>()
  return {
    get: (task) => cache.get(keyOf(task)),
    set: (task, value) => cache.set(keyOf(task), { value, isLate: false }, { size: 200 + bytesOf(task, value) }),
    giveUp(task, cause) {
      const key = keyOf(task)
      if (!cache.get(key)) cache.set(key, { value: undefined, isLate: true }, { size: 100, ttl: giveUpMs[cause] })
    },
    running: (task) => runs.get(keyOf(task)),
    track(task, run) {
      const key = keyOf(task)
      runs.set(key, run)
      const forget = () => {
        if (runs.get(key) === run) runs.delete(key)
      }
      run.then(forget, forget)
    },
  }
}

const keyOf = ({ name, args }: RenderTask) => hash('sha256', JSON.stringify([name, ...args]), 'base64url')

/** The objects around tokens take more memory than the text. */
const bytesOf = ({ args }: RenderTask, value: unknown) =>
  typeof value === 'string' ? 2 * value.length : args.reduce<number>((sum, arg) => sum + 40 * String(arg).length, 0)
