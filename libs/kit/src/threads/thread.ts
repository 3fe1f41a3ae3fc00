// What the module of a thread needs; it loads nothing else of the kit.
import { parentPort } from 'node:worker_threads'

/** A task on its way to a thread; `id` tells the other side which of its messages was begun. */
export interface Message<Task> {
  id: number
  task: Task
}

/** An error of the work arrives apart from one that ended the thread. */
export type Outcome<Result> = { result: Result } | { error: unknown }

/** The default export of a thread's module. `prepare` is done before the time of the work counts, such as loading. */
export function threadWork<Task, Result>(
  work: (task: Task) => Result | Promise<Result>,
  prepare: () => Promise<unknown> = async () => undefined,
): (message: Message<Task>) => Promise<Outcome<Result>> {
  return async ({ id, task }) => {
    try {
      await prepare()
      parentPort?.postMessage({ begun: id })
      return { result: await work(task) }
    } catch (error) {
      return { error }
    }
  }
}
