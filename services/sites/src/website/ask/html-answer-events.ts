import { setTimeout } from 'node:timers/promises'
import { type EventStream, eventStream, Refusal, unavailable } from '@quire/kit'
import type { PageContext, SiteTrees } from '../page/page-context.ts'
import { localeOf } from '../render/words/index.ts'
import { locationsOf } from '../site/site-model.ts'
import { type AnsweringPage, askSite, type SiteAnswer } from './ask-site.ts'
import type { QuestionLimit } from './question-limit.ts'
import { renderedAnswer } from './rendered-answer.ts'

/** The longest time that an answer may take. */
const timeoutMs = 120_000
/** A model's answer grows word by word: visitors get it a few times a second. */
const emitIntervalMs = 100

/** The visitor who asks on a page. */
export interface Asker {
  address: string
  limit: QuestionLimit
  /** False for a HEAD request, which gets no answer. */
  isRead: boolean
  /** Aborted when the visitor disconnects. */
  signal: AbortSignal
}

export interface PageQuestion {
  question: string
  previousQuestions: string[]
  from: string | null
}

/** The part of an answer that the script shows. */
interface VisibleAnswer {
  html: string
  sources: Pick<AnsweringPage, 'title' | 'href' | 'trail'>[]
  followups: string[]
}

/**
 * Streams the answer as HTML, each event with more of it. The first event is empty, because the answer may take a while
 * to begin.
 */
export function answerEvents(
  pageContext: PageContext,
  trees: SiteTrees,
  question: PageQuestion,
  asker: Asker,
): EventStream {
  return eventStream(
    (async function* () {
      const answers = await answersTo(pageContext, trees, question, asker)
      yield {}
      const { site } = pageContext
      const location = locationsOf(site).find(({ variant }) => variant.id === question.from)
      const locale = location ? localeOf(site, location) : site.settings.internationalization.locale
      for await (const answer of answers)
        yield presentAnswer(answer, await renderedAnswer(pageContext, trees, answer, { locale, signal: asker.signal }))
    })(),
  )
}

/** An answer as far as it could be written. */
interface WrittenAnswer {
  /** Undefined if no answer began. */
  answer: SiteAnswer | undefined
  /** The refusal that ended the answer early. */
  brokenBy?: Refusal
}

/** Reads an answer to its end, or to where it breaks off. */
export async function writtenAnswer(
  pageContext: PageContext,
  trees: SiteTrees,
  question: PageQuestion,
  asker: Asker,
): Promise<WrittenAnswer> {
  let answer: SiteAnswer | undefined
  try {
    for await (const more of await answersTo(pageContext, trees, question, asker)) answer = more
    return { answer }
  } catch (error) {
    if (error instanceof Refusal) return { answer, brokenBy: error }
    throw error
  }
}

/** Takes a permit for the answer, which is released when the answer ends; throws 429 if there is none. */
async function answersTo(pageContext: PageContext, trees: SiteTrees, question: PageQuestion, asker: Asker) {
  const release = await asker.limit.acquire(asker.address)
  const signal = AbortSignal.any([asker.signal, AbortSignal.timeout(timeoutMs)])
  // Releases the permit even if nobody starts to read. A signal that is aborted already dispatches no event.
  if (signal.aborted) release()
  else signal.addEventListener('abort', release, { once: true })
  return (async function* () {
    try {
      yield* paced(askSite(pageContext, trees, { ...question, format: 'document', address: asker.address, signal }))
      // The events of an answer that nobody waits for end as if it were complete.
      if (signal.aborted && !asker.signal.aborted) throw unavailable('The answer took too long: ask again.')
    } finally {
      release()
    }
  })()
}

/**
 * Yields the states of an answer at most once per interval. `askSite` goes on meanwhile and has the latest state then, so
 * that a visitor has as much of an answer as there is, also where it pauses or breaks off.
 */
async function* paced<State>(states: AsyncIterable<State>): AsyncGenerator<State, void> {
  for await (const state of states) {
    yield state
    await setTimeout(emitIntervalMs)
  }
}

const presentAnswer = ({ sources, followupQuestions }: SiteAnswer, html: unknown): VisibleAnswer => ({
  html: String(html),
  sources: sources.map(({ title, href, trail }) => ({ title, href, trail })),
  followups: followupQuestions,
})
