import { type Answer, AnswerEvent } from '@quire/contracts'
import { forbidden, whileAllowed } from '@quire/kit'
import { trailOf } from '../content/page-tree.ts'
import type { PageContext, SiteTrees } from '../page/page-context.ts'
import { searchedLocations } from '../search/search-site.ts'
import { addressOf } from '../site/site-hrefs.ts'
import { locationOfSpace, type TreeNode } from '../site/site-model.ts'
import { questionHolders } from './question-holders.ts'

/** A question to a site. */
interface SiteQuestion {
  /** The trimmed question, no longer than `longestQuestion`. */
  question: string
  /** The earlier questions, the last one last; at most ten. */
  previousQuestions?: readonly string[]
  /**
   * The id of the variant that the visitor reads, which is searched in its section; of other sections, and with null of
   * all sections, the first variant is searched.
   */
  from: string | null
  format: 'markdown' | 'document'
  /** The address of whoever asks, for the bounds of questions. */
  address: string
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal
}

export const longestQuestion = 512

/** A source of an answer. */
export interface AnsweringPage {
  title: string
  /** The path and the absolute address, with the anchor of the most relevant section. */
  href: string
  address: string
  /** The titles of its section of the site and of the pages above it. */
  trail: string[]
  spaceId: string
}

/** An answer, complete or in progress. */
export interface SiteAnswer {
  /** The text in the requested format; its links are as authors write them in pages (`answer-links.ts`). */
  text: NonNullable<Answer['answer']>
  sources: AnsweringPage[]
  followupQuestions: string[]
}

/**
 * Answers a question only from what the visitor sees of the site: each item is the answer with more of it, the last one
 * is complete. If the site does not answer, the text says so and there are no sources. Used by pages and by agents.
 * Throws 403 if the organization or the site has questions switched off, 404 if the visitor may not read the site any
 * more, 429 and 503 as ai does; the caller decides what to do with the items before an error.
 */
export async function* askSite(
  { site, callStream, accessWatch }: Pick<PageContext, 'site' | 'callStream' | 'accessWatch'>,
  trees: SiteTrees,
  { question, previousQuestions, from, format, address, signal }: SiteQuestion,
): AsyncGenerator<SiteAnswer, void> {
  if (!site.isForAgents) throw forbidden('This site keeps its content from agents.')
  const spaces = searchedLocations(site, from).map(({ variant }) => variant.spaceId)
  const holders = questionHolders({ kind: 'none', scope: 'read', address }, site.id)
  const body = { question, previousQuestions, format, ...holders, spaces, asker: { claims: site.audience.claims } }
  const params = { organizationId: site.organizationId }
  const events = whileAllowed(accessWatch(spaces, signal), (until) =>
    callStream('askInSpaces', { params, body, signal: until }),
  )
  for await (const event of events) {
    const { answer } = AnswerEvent.parse(event)
    const sources: AnsweringPage[] = []
    for (const source of answer.sources) sources.push(...(await answeringPage(site, trees, source)))
    yield { text: answer.answer ?? {}, sources, followupQuestions: answer.followupQuestions }
  }
}

/**
 * Returns the page of a source; nothing if the visitor's tree does not have it, because index and tree may differ in
 * time.
 */
async function answeringPage(
  site: PageContext['site'],
  trees: SiteTrees,
  { space, page, sections }: Answer['sources'][number],
): Promise<AnsweringPage[]> {
  const location = locationOfSpace(site, space)
  const node: TreeNode | undefined = location && (await trees.of(location)).byId.get(page)
  if (!location || !node?.href || !node.isListed) return []
  const href = sections[0] ? `${node.href}#${encodeURIComponent(sections[0])}` : node.href
  const above = trailOf(node).slice(0, -1)
  const trail = [location.section.title, ...above.map(({ label }) => label)].filter((title) => title !== '')
  return [{ title: node.title, href, address: addressOf(site, href), trail, spaceId: space }]
}
