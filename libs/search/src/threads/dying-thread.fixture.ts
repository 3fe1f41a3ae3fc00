import { workerData } from 'node:worker_threads'
import type { Message } from '@quire/kit/thread'
import work, { type SearchTask } from './thread.ts'

/** The thread of searches, but it dies at as many tasks as `workerData` has left. */
export default async function dying(message: Message<SearchTask>) {
  if (Atomics.sub(workerData, 0, 1) > 0) process.exit(1)
  return work(message)
}
