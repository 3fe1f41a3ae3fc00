import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type * as tasks from './tasks.ts'

export type DerivingTasks = typeof tasks
export type TaskName = keyof DerivingTasks

/** A task on a text. */
export interface DerivingTask {
  name: TaskName
  args: readonly (string | boolean)[]
}

/** What came of a text; a value of undefined: nothing can be worked out of it. */
interface KeptResult {
  value: unknown
  /** Whether it was given up for now only. */
  isLate: boolean
}

/** What came of texts, by a hash of these, so that pages and their revisions share it. */
export interface KeptResults {
  /** Undefined: not known. */
  get(task: DerivingTask): KeptResult | undefined
  set(task: DerivingTask, value: unknown): void
  /** Leaves a text alone for a while: pages that hold many slow ones would keep the threads for themselves. */
  giveUp(task: DerivingTask): void
}

const whileMs = 60_000

/** Keeps about so many characters of results. */
export function keepResults(mostCharacters = 64_000_000): KeptResults {
  const kept = new LRUCache<string, KeptResult>({ maxSize: mostCharacters })
  return {
    get: (task) => kept.get(keyOf(task)),
    // Objects around words weigh more than the words.
    set: (task, value) => kept.set(keyOf(task), { value, isLate: false }, { size: 100 + 40 * sizeOf(task) }),
    giveUp: (task) => kept.set(keyOf(task), { value: undefined, isLate: true }, { size: 100, ttl: whileMs }),
  }
}

const keyOf = ({ name, args }: DerivingTask) => hash('sha256', JSON.stringify([name, ...args]), 'base64url')

const sizeOf = ({ args }: DerivingTask) => args.reduce<number>((sum, arg) => sum + String(arg).length, 0)
