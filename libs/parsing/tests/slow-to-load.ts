// Tasks that are loaded when the test says so, to the thread that it names.
import { threadId } from 'node:worker_threads'

const channel = new BroadcastChannel('quire parsing slow to load')
await new Promise<void>((resolve) => {
  channel.onmessage = (event) => {
    if ((event as { data: { load?: number } }).data.load === threadId) resolve()
  }
  channel.postMessage({ waits: threadId })
})
channel.close()

export const threadOf = (_text: string) => threadId
