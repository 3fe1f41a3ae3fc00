import { setTimeout } from 'node:timers/promises'
import type { JsMsg } from '@nats-io/jetstream'
import { isFollowed } from '../outbox/followed-header.ts'

/** The longest wait for the rest of a write, which was sent together with its first events. */
const collectMs = 10

type Messages = AsyncIterable<JsMsg> & { getPending(): number }

/**
 * Yields messages as they arrive, at most `max` together: those that have arrived, and the rest of the events of one write.
 * So a write costs one transaction, and a caller that waits for its last event does not wait for two.
 */
export async function* batchesOf(messages: Messages, max: number): AsyncGenerator<JsMsg[], undefined> {
  const arriving = messages[Symbol.asyncIterator]()
  let batch: JsMsg[] = []
  let next: Promise<IteratorResult<JsMsg>> | undefined
  for (;;) {
    const { value, done } = await (next ?? arriving.next())
    next = undefined
    if (done) break
    batch.push(value)
    if (batch.length < max) {
      if (messages.getPending() > 1) continue
      if (isFollowed(value)) {
        next = arriving.next()
        if (await arrivesSoon(next)) continue
      }
    }
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** True if the next message, or the end, arrives within the time that the events of a write are apart. */
async function arrivesSoon(next: Promise<unknown>): Promise<boolean> {
  const waiting = new AbortController()
  const timeout = setTimeout(collectMs, false, { signal: waiting.signal }).catch(() => false)
  // The next call of the iterator awaits the promise too.
  next.catch(() => undefined)
  try {
    return await Promise.race([next.then(() => true), timeout])
  } finally {
    waiting.abort()
  }
}
