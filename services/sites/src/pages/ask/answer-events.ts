import { type EventStream, eventStream } from '@quire/kit'
import type { SiteTrees, Visiting } from '../routes/page-context.ts'
import { type AnsweringPage, askSite, type SiteAnswer } from './ask.ts'
import { renderedAnswer } from './rendered-answer.ts'
import type { AskingRoom } from './room.ts'

/** The longest that an answer may take. */
const mostMs = 120_000
/** A model's answer grows word by word: readers are shown it a few times a second. */
const shownEveryMs = 100

/** Who asks on a page. */
export interface Asker {
  address: string
  room: AskingRoom
  /** False for a HEAD, for which nothing is answered. */
  isRead: boolean
  /** Aborts when they leave. */
  signal: AbortSignal
}

export interface PageQuestion {
  question: string
  previousQuestions: string[]
  from: string | null
}

/** What the script shows of an answer. */
interface ShownAnswer {
  html: string
  sources: Pick<AnsweringPage, 'title' | 'href' | 'trail'>[]
  followups: string[]
}

/** The answer as HTML, each event with more of it. The first event says nothing: the answer may take a while to begin. */
export function answerEvents(visiting: Visiting, trees: SiteTrees, question: PageQuestion, asker: Asker): EventStream {
  return eventStream(
    (async function* () {
      const answers = await answersTo(visiting, trees, question, asker)
      yield {}
      for await (const answer of answers)
        yield shown(answer, await renderedAnswer(visiting, trees, answer, asker.signal))
    })(),
  )
}

/** The whole answer. */
export async function wholeAnswer(
  visiting: Visiting,
  trees: SiteTrees,
  question: PageQuestion,
  asker: Asker,
): Promise<SiteAnswer | undefined> {
  let last: SiteAnswer | undefined
  for await (const answer of await answersTo(visiting, trees, question, asker)) last = answer
  return last
}

/** Takes a place for the answer, which is given back when it ends; throws 429 where there is none. */
async function answersTo(visiting: Visiting, trees: SiteTrees, question: PageQuestion, asker: Asker) {
  const leave = await asker.room.enter(asker.address)
  const signal = AbortSignal.any([asker.signal, AbortSignal.timeout(mostMs)])
  // Also where nobody begins to read. Who left before is told of by no event.
  if (signal.aborted) leave()
  else signal.addEventListener('abort', leave, { once: true })
  return (async function* () {
    try {
      yield* nowAndThen(
        askSite(visiting, trees, { ...question, format: 'document', holder: `address ${asker.address}`, signal }),
      )
    } finally {
      leave()
    }
  })()
}

/** Some of the items, the last one always. */
async function* nowAndThen<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item, void> {
  let left: { item: Item } | undefined
  let shownAt = Number.NEGATIVE_INFINITY
  for await (const item of items) {
    left = { item }
    if (performance.now() - shownAt < shownEveryMs) continue
    yield item
    left = undefined
    shownAt = performance.now()
  }
  if (left) yield left.item
}

const shown = ({ sources, followupQuestions }: SiteAnswer, html: unknown): ShownAnswer => ({
  html: String(html),
  sources: sources.map(({ title, href, trail }) => ({ title, href, trail })),
  followups: followupQuestions,
})
