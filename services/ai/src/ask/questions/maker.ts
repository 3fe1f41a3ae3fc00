import type { Logger } from '@quire/kit'
import type { SearchIndex } from '@quire/search'
import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import type { Reader } from '../../readers/readers.ts'
import { readKept } from '../kept-pages.ts'
import { bestPages, passagesOf, searchFor } from '../passages.ts'
import { answerable } from '../retrieval.ts'
import { candidatesOf } from './candidates.ts'
import { isAnswered } from './follow-ups.ts'
import { keepQuestions, type PageQuestion, standingQuestions, type UnaskedSpace, unaskedSpaces } from './rows.ts'

/** Questions kept of a space, and how many are looked up to find them. */
const most = { kept: 10, tried: 20 }
/** Spaces whose questions a request makes, and how long it waits for them; the next requests make the others. */
const ofRequest = { spaces: 3, waitMs: 1500 }

interface MakerParts {
  sql: () => Sql
  index: SearchIndex
  log: Logger
}

export interface QuestionMaker {
  /** Makes the questions of a space that was indexed. A failure is logged: whoever asks for them next tries again. */
  make(spaceId: string, signal: AbortSignal): Promise<void>
  /** Makes what a reader's spaces lack, some at a time, and waits for it shortly. */
  makeFor(reader: Reader): Promise<void>
  /** Makes those of a space that the caller took. */
  makeOf(space: UnaskedSpace, signal: AbortSignal): Promise<void>
}

/** Makes the questions that spaces answer by themselves, each looked up in its space alone: so none tells of another. */
export function questionMaker({ sql, index, log }: MakerParts): QuestionMaker {
  const making = new Map<string, Promise<void>>()

  async function makeOf(space: UnaskedSpace, signal?: AbortSignal): Promise<void> {
    const standing = new Set((await standingQuestions(sql(), space.space)).map(keyOf))
    const candidates = await candidatesOf(sql(), space.space, space.language)
    const questions: PageQuestion[] = []
    let tried = 0
    for (const one of candidates) {
      if (questions.length >= most.kept || tried >= most.tried || signal?.aborted) break
      const isKnown = standing.has(keyOf(one))
      if (!isKnown) tried += 1
      if (isKnown || (await isAnsweredIn(space, one))) questions.push(one)
    }
    if (!signal?.aborted) await keepQuestions(sql(), space, questions)
  }

  async function isAnsweredIn(space: UnaskedSpace, { page, question }: PageQuestion): Promise<boolean> {
    const { organization, version } = space
    const { pages } = await index.search({ organization, version, readable: [space.space], ...searchFor(question) })
    const best = bestPages(pages)
    return isAnswered({ spaceId: space.space, pageId: page }, passagesOf(best, await readKept(sql(), best)))
  }

  /** One at a time for a space; it never throws. */
  function makeOnce(space: UnaskedSpace, signal?: AbortSignal): Promise<void> {
    const running = making.get(space.space)
    if (running) return running
    const made = makeOf(space, signal)
      .catch((error: unknown) => log.warn({ err: error, space: space.space }, 'questions cannot be made'))
      .finally(() => making.delete(space.space))
    making.set(space.space, made)
    return made
  }

  async function makeWhere(where: ReturnType<typeof raw<boolean>>, signal?: AbortSignal): Promise<void> {
    const spaces = await unaskedSpaces(sql(), where, ofRequest.spaces)
    for (const space of spaces) await makeOnce(space, signal)
  }

  return {
    async make(spaceId, signal) {
      try {
        await makeWhere(raw<boolean>`space.space_id = ${spaceId}`, signal)
      } catch (error) {
        log.warn({ err: error, space: spaceId }, 'questions cannot be made')
      }
    },
    async makeFor(reader) {
      const where = raw<boolean>`space.organization_id = ${reader.organizationId} and ${answerable(reader, 'space.space_id')}`
      const waited = Promise.withResolvers<void>()
      const timer = setTimeout(waited.resolve, ofRequest.waitMs)
      const made = makeWhere(where).finally(() => clearTimeout(timer))
      await Promise.race([made, waited.promise])
    },
    makeOf: makeOnce,
  }
}

const keyOf = ({ page, revision, question }: PageQuestion): string => JSON.stringify([page, revision, question])
