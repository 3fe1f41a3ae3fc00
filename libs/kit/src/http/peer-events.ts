import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { callerDisconnected, Refusal, unavailable } from '../refusals.ts'
import { withTimeout } from './with-timeout.ts'

/** A live stream sends something every 15 seconds (`stream.ts`), also while it waits for a language model. */
const silenceTimeoutMs = 60_000

/**
 * Yields the events of an answer that another service streams, each as the data that was written. The answer is read as
 * fast as the consumer reads on, and aborted when the consumer ends or `signal` aborts. A refusal of the other service is
 * thrown, also in the middle; a stream that breaks off or falls silent is 503.
 */
export async function* peerEvents(
  open: (until: AbortSignal) => Promise<AsyncIterable<Uint8Array>>,
  signal: AbortSignal,
): AsyncGenerator<unknown, void> {
  const over = new AbortController()
  const until = AbortSignal.any([signal, over.signal])
  try {
    const answer = await withTimeout(over, silenceTimeoutMs, open(until))
    for await (const { event, data } of messagesIn(answer, over)) {
      if (event === 'done') return
      if (event === 'error') throw new Refusal(503, String(JSON.parse(data).error?.message))
      yield JSON.parse(data)
    }
    throw brokenOff()
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw signal.aborted ? callerDisconnected() : brokenOff()
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
    // The time that the consumer takes between two parts does not count.
    const { done, value } = await withTimeout(over, silenceTimeoutMs, parts.next())
    if (done) return
    parser.feed(decoder.decode(value, { stream: true }))
    yield* found.splice(0)
  }
}

const brokenOff = () => unavailable('Another part of the system broke off its answer: try again.')
