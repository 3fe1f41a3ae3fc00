import { type Answer, AnswerEvent } from '@quire/contracts'
import { forbidden, whileAllowed } from '@quire/kit'
import { trailOf } from '../content/tree.ts'
import { placesOf, type TreeNode } from '../frame/model.ts'
import { addressOf } from '../routes/page.ts'
import type { SiteTrees, Visiting } from '../routes/page-context.ts'
import { searchedPlaces } from '../routes/search.ts'

/** A question to a site. */
interface SiteQuestion {
  /** Trimmed, and no longer than `longestQuestion`. */
  question: string
  /** What was asked before, the last one last; ten at most. */
  previousQuestions?: readonly string[]
  /** The id of the variant that is being read: of its section it alone is asked. Null: of each section the first. */
  from: string | null
  format: 'markdown' | 'document'
  /** Whose questions count together where there is room for a few; absent: all that are asked of the site so. */
  holder?: string
  /** Ends the work: nobody waits any more. */
  signal: AbortSignal
}

export const longestQuestion = 512

/** A page that an answer rests on. */
export interface AnsweringPage {
  title: string
  /** Where it is, with the anchor of the section that says most: a path of this origin, and the absolute address. */
  href: string
  address: string
  /** Its section of the site and the pages above it. */
  trail: string[]
  spaceId: string
}

/** An answer as far as it is written. */
export interface SiteAnswer {
  /** In the format that was asked for; its links are as people write them in pages (`answer-links.ts`). */
  text: NonNullable<Answer['answer']>
  sources: AnsweringPage[]
  followupQuestions: string[]
}

/**
 * Answers a question from what the audience of a visit is shown of the site, and from nothing else: each item is the
 * answer with more of it, the last one is whole. Where the site does not answer, it says so and has no sources. For the
 * pages of a site and for programs that ask it. Throws 403 where the organization or the site has questions switched
 * off, 404 where the audience may not read it any more, 429 and 503 as ai does; of what was read so far the caller
 * decides.
 */
export async function* askSite(
  { site, callStream, standing }: Pick<Visiting, 'site' | 'callStream' | 'standing'>,
  trees: SiteTrees,
  { question, previousQuestions, from, format, holder = `site ${site.id}`, signal }: SiteQuestion,
): AsyncGenerator<SiteAnswer, void> {
  if (!site.isForAgents) throw forbidden('This site keeps its content from agents.')
  const spaces = searchedPlaces(site, from).map(({ variant }) => variant.spaceId)
  const body = { question, previousQuestions, format, holder, spaces, asker: { claims: site.audience.claims } }
  const params = { organizationId: site.organizationId }
  const events = whileAllowed(standing(spaces, signal), (until) =>
    callStream('askInSpaces', { params, body, signal: until }),
  )
  for await (const event of events) {
    const { answer } = AnswerEvent.parse(event)
    const sources: AnsweringPage[] = []
    for (const source of answer.sources) sources.push(...(await answeringPage(site, trees, source)))
    yield { text: answer.answer ?? {}, sources, followupQuestions: answer.followupQuestions }
  }
}

/** The page of a source; nothing where the audience's tree does not have it, which may be of another moment. */
async function answeringPage(
  site: Visiting['site'],
  trees: SiteTrees,
  { space, page, sections }: Answer['sources'][number],
): Promise<AnsweringPage[]> {
  const place = placesOf(site).find(({ variant }) => variant.spaceId === space)
  const node: TreeNode | undefined = place && (await trees.of(place)).byId.get(page)
  if (!place || !node?.href || !node.isListed) return []
  const href = sections[0] ? `${node.href}#${encodeURIComponent(sections[0])}` : node.href
  const above = trailOf(node).slice(0, -1)
  const trail = [place.section.title, ...above.map(({ label }) => label)].filter((title) => title !== '')
  return [{ title: node.title, href, address: addressOf(site, href), trail, spaceId: space }]
}
