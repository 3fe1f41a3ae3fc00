import { EventSourceParserStream } from 'eventsource-parser/stream'
import { addressOf, Refused, request } from './client.ts'
import type { EventOf, Given, StreamPath } from './operations.ts'

/** Calls an operation that streams, and yields its events as they arrive. Throws `Refused`, also if they break off. */
export async function* eventsOf<P extends StreamPath>(path: P, given: Given<'GET', P>): AsyncGenerator<EventOf<P>> {
  const { body } = await request('GET', addressOf(path, given.params, given.query), { signal: given.signal })
  const reader = body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader()
  if (!reader) return
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (next.value.event === 'done') return
      if (next.value.event === 'error') throw new Refused(503, '')
      yield JSON.parse(next.value.data) as EventOf<P>
    }
    throw new Refused(503, '')
  } finally {
    await reader.cancel().catch(() => {})
  }
}
