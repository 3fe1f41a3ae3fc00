import { workerData } from 'node:worker_threads'
import type { Message } from '@quire/kit/thread'
import work, { type SearchTask } from './search-thread.ts'

/** The search thread, except that it dies at each of the first tasks, as many as `workerData` holds. */
export default async function dying(message: Message<SearchTask>) {
  if (Atomics.sub(workerData, 0, 1) > 0) process.exit(1)
  return work(message)
}
