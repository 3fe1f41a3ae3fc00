// For the module of a thread, which loads nothing else of the kit.
import { parentPort } from 'node:worker_threads'

/** A task on its way to a thread, which reports by `id` that it has begun. */
export interface Message<Task> {
  id: number
  task: Task
}

/** The result or the error of the work; an error that ended the thread arrives otherwise. */
export type Outcome<Result> = { result: Result } | { error: unknown }

/** Returns the default export of a thread's module. `prepare`, such as loading, runs before the timeout of the work begins. */
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
