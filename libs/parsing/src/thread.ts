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

let tasks: Tasks = {}

export default threadWork<TextTask, SentOutcome<unknown>[]>(
  async ({ name, list }) => {
    const outcomes: SentOutcome<unknown>[] = []
    for (const args of list) outcomes.push(await sent(() => perform(tasks, name, args)))
    return outcomes
  },
  async () => {
    tasks = await import(workerData)
  },
)
