import { type AIStreamResponse, type Asker, responseOperations, type StoredResponseEvent } from '@quire/contracts'
import {
  type AccessWatch,
  eventStream,
  eventsWhileAllowed,
  groupsOf,
  implementer,
  newSecretId,
  notFound,
  onApplied,
} from '@quire/kit'
import type { Parser } from '@quire/parsing'
import type { AskTasks } from '../ask/answers.ts'
import type { AskNeeds } from '../ask/context.ts'
import { requireAi, requireReady } from '../ask/require-ready.ts'
import type { AiContext } from '../context.ts'
import type { Sql, Tables } from '../database.ts'
import { answerableAmong } from '../readers/reader.ts'
import { readerOfSpaces } from '../readers/reader-of-spaces.ts'
import { createResponse, questionsBefore, requireResponse, spacesOf } from './response-rows.ts'
import type { ResponseWriter } from './response-writer.ts'

/** The dependencies of responses. */
export interface ResponseNeeds extends AskNeeds {
  responses: Pick<ResponseWriter, 'write' | 'read'>
  /** Connections for work that outlives its request. */
  sql: () => Sql
  /** A parser for such work of a caller in these groups. */
  parserUntil: (groups: readonly string[], signal: AbortSignal) => Parser<AskTasks>
}

type ResponseContext = AiContext<ResponseNeeds, Parser<AskTasks>>

const implement = implementer<Tables, ResponseContext>()

/** Conversations with a site. The sites service has decided which spaces, and for which visitor. */
export const responseRoutes = implement(responseOperations, {
  async respondInSpaces(context) {
    const { params, body, deps, caller, call } = context
    const { organizationId } = params
    const { siteId, asker, spaces, holder, holderGroups } = body
    const owner = { organizationId, siteId, asker }
    await requireReady(context, await readerOfSpaces(context, { organizationId, ...body }))
    const before = await questionsBefore(context.sql, owner, body.previousResponseId)
    const questions = [...before, ...body.messages]
    const responseId = newSecretId()
    await createResponse(deps.sql(), responseId, { owner, holder, questions })
    // The response goes on if the caller disconnects, so nothing of it may depend on this request.
    const { index, vectors, writer } = deps
    const readerNow = () => readerOfSpaces({ sql: deps.sql(), deps, call }, { organizationId, spaces, asker })
    const reader = await readerNow()
    deps.responses.write(responseId, (signal) => ({
      sql: deps.sql(),
      index,
      vectors,
      writer,
      holders: [...holderGroups, holder],
      reader,
      readerNow,
      question: questions.at(-1) ?? '',
      previousQueries: questions.slice(0, -1),
      parser: deps.parserUntil(groupsOf(caller), signal),
    }))
    return eventStream(events(context, responseId, { organizationId, spaces, asker, after: 0 }))
  },

  async readResponseInSpaces(context) {
    const { sql, params, body } = context
    const { organizationId, responseId } = params
    await requireResponse(sql, { organizationId, ...body }, responseId)
    return eventStream(events(context, responseId, { organizationId, ...body }))
  },
})

interface Reading {
  organizationId: string
  /** The spaces that the site admits the asker to. */
  spaces: readonly string[]
  asker: Asker
  after: number
}

/** Yields the events of a response for as long as the asker may read all that it rests on. */
async function* events(context: ResponseContext, responseId: string, reading: Reading) {
  const { sql, deps, signal } = context
  const watch: AccessWatch = {
    signal,
    onChange(look) {
      look()
      return onApplied(deps.positions, 'ai', look)
    },
    async check() {
      const reader = await readerOfSpaces(context, reading)
      await requireAi(sql, reading.organizationId)
      const spaces = await spacesOf(sql, responseId)
      if ((await answerableAmong(sql, reader, spaces)).length < spaces.length) throw notFound('The response')
    },
  }
  const written = eventsWhileAllowed(watch, (until) => deps.responses.read(responseId, reading.after, until))
  for await (const { number, event } of written) yield { number, event: presented(event, responseId) }
}

const presented = (event: StoredResponseEvent, responseId: string): AIStreamResponse =>
  event.type === 'response_finish'
    ? { ...event, messageId: responseId, responseId }
    : { ...event, messageId: responseId }
