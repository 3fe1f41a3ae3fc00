import { setTimeout } from 'node:timers/promises'
import type { JsMsg } from '@nats-io/jetstream'
import { isFollowed } from '../outbox/following.ts'

/** How long the rest of a write is waited for: it was sent together with what is here. */
const gatherMs = 10

type Messages = AsyncIterable<JsMsg> & { getPending(): number }

/**
 * Messages as they arrive, at most `most` together: those that are here already, and the rest of what one write tells.
 * So a write costs one transaction, and whoever waits for its last event does not wait for two.
 */
export async function* batchesOf(messages: Messages, most: number): AsyncGenerator<JsMsg[], undefined> {
  const arriving = messages[Symbol.asyncIterator]()
  let batch: JsMsg[] = []
  let next: Promise<IteratorResult<JsMsg>> | undefined
  for (;;) {
    const { value, done } = await (next ?? arriving.next())
    next = undefined
    if (done) break
    batch.push(value)
    if (batch.length < most) {
      if (messages.getPending() > 1) continue
      if (isFollowed(value)) {
        next = arriving.next()
        if (await comesSoon(next)) continue
      }
    }
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Whether something comes, or the end, within the time that a write's events are apart. */
async function comesSoon(next: Promise<unknown>): Promise<boolean> {
  const waiting = new AbortController()
  const patience = setTimeout(gatherMs, false, { signal: waiting.signal }).catch(() => false)
  // It is awaited later too.
  next.catch(() => undefined)
  try {
    return await Promise.race([next.then(() => true), patience])
  } finally {
    waiting.abort()
  }
}
