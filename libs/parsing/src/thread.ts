// What runs in a thread: it loads the tasks of its service and nothing else of it.
import { parentPort, workerData } from 'node:worker_threads'
import { type SentOutcome, sent } from './outcomes.ts'
import { perform } from './tasks.ts'

/** Tasks for a thread; `id` tells the other side which of its messages was begun. */
export interface Message {
  id: number
  name: string
  list: readonly never[][]
}

export default async function work({ id, name, list }: Message): Promise<SentOutcome<unknown>[]> {
  const tasks = await import(workerData)
  parentPort?.postMessage({ begun: id })
  return list.map((args) => sent(() => perform(tasks, name, args)))
}
