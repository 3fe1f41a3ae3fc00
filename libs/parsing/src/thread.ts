// The module of a thread: loads the tasks of its service and nothing else of that.
import { workerData } from 'node:worker_threads'
import { threadWork } from '@quire/kit/thread'
import { type SentOutcome, sent } from './outcomes.ts'
import { perform, type Tasks } from './parser-tasks.ts'

/** A task on several texts. */
export interface TextTask {
  name: string
  list: readonly never[][]
}

// Loaded before the thread takes work: a thread is ended when the caller of its work leaves, and on a busy machine, where
// loading takes longer than callers wait, none would ever finish loading.
const tasks: Tasks = await import(workerData)

export default threadWork<TextTask, SentOutcome<unknown>[]>(async ({ name, list }) => {
  const outcomes: SentOutcome<unknown>[] = []
  for (const args of list) outcomes.push(await sent(() => perform(tasks, name, args)))
  return outcomes
})
