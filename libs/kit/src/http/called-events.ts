import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { nobodyWaits, Refusal, unavailable } from '../refusals.ts'
import { patiently } from './patience.ts'

/** A stream that works says something every 15 seconds (`stream.ts`); one that waits for a language model too. */
const silentMs = 60_000

/**
 * The events of an answer that another service streams, each as the data that was written. It is read as fast as its
 * reader goes on, and given up when the reader ends or `signal` aborts. What the other refuses is thrown, also in the
 * middle; a stream that breaks off or falls silent is 503.
 */
export async function* callEvents(
  open: (until: AbortSignal) => Promise<AsyncIterable<Uint8Array>>,
  signal: AbortSignal,
): AsyncGenerator<unknown, void> {
  const over = new AbortController()
  const until = AbortSignal.any([signal, over.signal])
  try {
    const answer = await patiently(over, silentMs, open(until))
    for await (const { event, data } of messagesIn(answer, over)) {
      if (event === 'done') return
      if (event === 'error') throw new Refusal(503, String(JSON.parse(data).error?.message))
      yield JSON.parse(data)
    }
    throw brokenOff()
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw signal.aborted ? nobodyWaits() : brokenOff()
  } finally {
    over.abort()
  }
}

async function* messagesIn(
  answer: AsyncIterable<Uint8Array>,
  over: AbortController,
): AsyncGenerator<EventSourceMessage> {
  const found: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (message) => void found.push(message) })
  const decoder = new TextDecoder()
  const parts = answer[Symbol.asyncIterator]()
  for (;;) {
    // Time that the reader takes between two parts does not count.
    const { done, value } = await patiently(over, silentMs, parts.next())
    if (done) return
    parser.feed(decoder.decode(value, { stream: true }))
    yield* found.splice(0)
  }
}

const brokenOff = () => unavailable('Another part of the system broke off its answer: try again.')
