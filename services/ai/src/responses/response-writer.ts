import { setTimeout as delay } from 'node:timers/promises'
import type { StoredResponseEvent } from '@quire/contracts'
import { type Bus, type Logger, type Loop, latestStates, Refusal, startLoop, unavailable } from '@quire/kit'
import { answer, type QuestionContext } from '../ask/answers.ts'
import type { AnswerWriter } from '../ask/writer.ts'
import type { Sql } from '../database.ts'
import { documentEvents } from './document-events.ts'
import { appendEvents, endResponse, eventsAfter, sweepResponses } from './response-rows.ts'

interface WriterParts {
  sql: () => Sql
  bus: Bus
  log: Logger
}

/** A question with all that its answer needs, except for what the writer adds. */
type Asked = (signal: AbortSignal) => Omit<QuestionContext, 'signal' | 'format'>

export interface ResponseWriter extends Loop {
  /** Writes a stored response to its end, whether or not anybody reads it. */
  write(responseId: string, asked: Asked): void
  /** Yields the events after a number, and new ones as they are written, until the response ends. */
  read(responseId: string, after: number, signal: AbortSignal): AsyncGenerator<NumberedEvent, void>
}

interface NumberedEvent {
  number: number
  event: StoredResponseEvent
}

const maxMs = 180_000
const renewEveryMs = 5000
const sweepEveryMs = 60_000
/** The interval at which a reader looks although nothing was announced: another process may be dead, or the bus. */
const lookEveryMs = 5000
const subject = 'response'

/**
 * Writes responses into rows, so that any replica can read them, from any event on. Every process announces over the bus
 * what it has written; a reader that misses that looks by itself.
 */
export function startResponses({ sql, bus, log }: WriterParts): ResponseWriter {
  const stopping = new AbortController()
  const writing = new Set<Promise<void>>()
  const waiting = new Set<() => void>()
  const wakeReaders = () => {
    for (const wake of waiting) wake()
  }
  const announced = bus.connection.subscribe(bus.subject(subject), { callback: wakeReaders })
  const announce = () => {
    wakeReaders()
    if (bus.isConnected()) bus.connection.publish(bus.subject(subject))
  }

  async function perform(responseId: string, asked: Asked): Promise<void> {
    const deleted = new AbortController()
    const signal = AbortSignal.any([stopping.signal, deleted.signal, AbortSignal.timeout(maxMs)])
    let [after, spaces] = [0, new Set<string>()]
    const append = async (...events: StoredResponseEvent[]) => {
      // Nobody can read what a deleted response rests on, so the model has to stop.
      if (!(await appendEvents(sql(), responseId, { after, events, spaces }))) deleted.abort()
      deleted.signal.throwIfAborted()
      after += events.length
      announce()
    }
    const renewal = setInterval(() => void append().catch(() => undefined), renewEveryMs)
    try {
      const question = asked(signal)
      await append({ type: 'response_start' })
      const next = documentEvents()
      let followUps: string[] = []
      const writer = recording(question, spaces)
      for await (const state of latestStates(answer({ ...question, writer, signal, format: 'document' }))) {
        signal.throwIfAborted()
        const events = next((state.answer?.document?.nodes ?? []) as never)
        if (events.length > 0) await append(...events)
        followUps = state.followupQuestions
      }
      if (followUps.length > 0) await append({ type: 'response_followup_suggestion', suggestions: followUps })
      await append({ type: 'response_finish' })
      await endResponse(sql(), responseId)
    } catch (error) {
      if (!(error instanceof Refusal) && !signal.aborted) log.error({ err: error }, 'a response failed')
      const refusal = stopping.signal.aborted ? unavailable('The service restarts: ask again.') : error
      await endResponse(sql(), responseId, refusal instanceof Refusal ? refusal : 'internal')
    } finally {
      clearInterval(renewal)
      announce()
    }
  }

  const sweeping = startLoop({ name: 'sweep responses', everyMs: sweepEveryMs, log }, () => sweepResponses(sql()))
  return {
    wake: sweeping.wake,
    async stop() {
      stopping.abort()
      announced.unsubscribe()
      await sweeping.stop()
      await Promise.all(writing)
    },
    write(responseId, asked) {
      const work = perform(responseId, asked)
        .catch((error: unknown) => log.debug({ err: error }, 'the lease of a response has to run out'))
        .finally(() => writing.delete(work))
      writing.add(work)
    },
    async *read(responseId, from, signal) {
      let after = from
      while (!signal.aborted) {
        const woken = Promise.withResolvers<void>()
        waiting.add(woken.resolve)
        try {
          const events = await eventsAfter(sql(), responseId, after)
          if (!events) return
          for (const one of events) {
            after = one.number
            yield one
          }
          if (events.length === 0) await waitFor(woken.promise, signal)
        } finally {
          waiting.delete(woken.resolve)
        }
      }
    },
  }
}

/** Records the spaces whose sections the writer is given. */
function recording(
  { writer, holders }: Pick<QuestionContext, 'writer' | 'holders'>,
  spaces: Set<string>,
): AnswerWriter {
  return {
    write(draft) {
      for (const { spaceId } of draft.sections) spaces.add(spaceId)
      return writer.write({ ...draft, holders })
    },
  }
}

async function waitFor(woken: Promise<void>, signal: AbortSignal): Promise<void> {
  const over = new AbortController()
  const until = AbortSignal.any([signal, over.signal])
  await Promise.race([woken, delay(lookEveryMs, undefined, { signal: until }).catch(() => undefined)])
  over.abort()
}
