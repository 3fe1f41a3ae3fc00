import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type * as tasks from './tasks.ts'

export type DerivingTasks = typeof tasks
export type TaskName = keyof DerivingTasks
export type ArgsOf<Name extends TaskName> = Parameters<DerivingTasks[Name]>
export type ResultOf<Name extends TaskName> = Awaited<ReturnType<DerivingTasks[Name]>>

/** A task on a text. */
export interface DerivingTask {
  name: TaskName
  args: readonly (string | boolean)[]
}

/** What came of texts, by a hash of these, so that pages and their revisions share it. */
export interface KeptResults {
  /** Undefined: not known. A value of undefined: nothing can be worked out of this text. */
  get(task: DerivingTask): { value: unknown } | undefined
  set(task: DerivingTask, value: unknown): void
}

/** Keeps about so many characters of results. */
export function keepResults(mostCharacters = 64_000_000): KeptResults {
  const kept = new LRUCache<string, { value: unknown }>({ maxSize: mostCharacters })
  return {
    get: (task) => kept.get(keyOf(task)),
    // Objects around words weigh more than the words.
    set: (task, value) => kept.set(keyOf(task), { value }, { size: 100 + 40 * sizeOf(task) }),
  }
}

const keyOf = ({ name, args }: DerivingTask) => hash('sha256', JSON.stringify([name, ...args]), 'base64url')

const sizeOf = ({ args }: DerivingTask) => args.reduce<number>((sum, arg) => sum + String(arg).length, 0)
