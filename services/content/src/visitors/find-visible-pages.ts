import type { PageInPart, PageOfRevision, publishedPageOperations } from '@quire/contracts'
import type { Input } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import { type ContentCaller, visitorWith } from '../pages/page-visibility.ts'
import { type PageTreeRoot, readLiveSpaces } from '../search/live-spaces.ts'
import type { PageEntry } from '../storage/revisions/revision-entries.ts'
import { batchedNodes } from '../storage/trees/batched-nodes.ts'
import { get } from '../storage/trees/tree-reads.ts'
import type { VisitorsContext } from './context.ts'
import { fullyVisiblePages } from './fully-visible-pages.ts'
import { evaluatedTexts, fitting, writtenTexts } from './published-texts.ts'
import { pageKey, visibleLivePages } from './visible-live-pages.ts'

type FindContext = VisitorsContext & Input<typeof publishedPageOperations.findShownPages>

/**
 * Returns the pages that are visible to a visitor now as a whole, and unchanged since the revision in which they were
 * read: an earlier text may have been for other visitors. With `texts`, `partly` holds that many of the visible pages
 * with conditions in their text, each with the text that is for this visitor.
 */
export async function findVisiblePages(
  context: FindContext,
): Promise<{ pages: PageOfRevision[]; partly?: PageInPart[] }> {
  const { sql, deps, body } = context
  const spaces = await readLiveSpaces(sql, { ids: [...new Set(body.pages.map(({ space }) => space))] })
  const live = new Map(spaces.map((space) => [space.id, space]))
  const read = await treesOfRevisions(sql, body.pages)
  const nodesOf = batchedNodes(sql, deps.caches.nodes)
  const entryIn = async (at: PageTreeRoot | undefined, id: string) => at && get(nodesOf(at.store), at.pages, id)
  const unchanged = await Promise.all(
    body.pages.map(async (page) => {
      const [now, before] = await Promise.all([
        entryIn(live.get(page.space), page.id),
        entryIn(read.get(`${page.space} ${page.revision}`), page.id),
      ])
      return now && before && isSame(now, before) && !now.noIndex ? [{ ...page, document: now.document ?? '' }] : []
    }),
  )
  const candidates = unchanged.flat()
  const visitor = visitorWith(body.claims, context.caller)
  const visible = await fullyVisiblePages(context, candidates, visitor)
  const pages = [...visible].map(({ space, id, revision }) => ({ space, id, revision }))
  if (!body.texts) return { pages }
  const others = candidates.filter((page) => !visible.has(page))
  return { pages, partly: await pagesVisibleInPart(context, others, { max: body.texts, visitor }) }
}

/**
 * Characters of the texts that are evaluated for one question, of each and of all together: the worst longer texts take
 * more time than ai waits for. Usual pages have some thousands.
 */
const maxCharacters = { ofText: 64_000, together: 128_000 }

/** Evaluates the texts of the first `max` visible pages; leaves out long texts and those that cannot be evaluated. */
async function pagesVisibleInPart(
  context: FindContext,
  pages: readonly PageOfRevision[],
  { max, visitor }: { max: number; visitor: ContentCaller },
): Promise<PageInPart[]> {
  const located = pages.map((page) => ({ ...page, spaceId: page.space, pageId: page.id }))
  const live = await visibleLivePages(context, located, { reader: visitor, listed: true })
  const first = located.filter((page) => live.has(pageKey(page))).slice(0, max)
  const ofSpaces = [...Map.groupBy(first, ({ space }) => space)].map(async ([space, some]) => {
    const open = some[0] && live.get(pageKey(some[0]))?.open
    const texts = open ? await writtenTexts(open, { ids: some.map(({ id }) => id), visitor }) : []
    return texts.map((text) => [`${space} ${text.id}`, text] as const)
  })
  const written = new Map((await Promise.all(ofSpaces)).flat())
  const found = first.flatMap(({ space, id, revision }) => {
    const text = written.get(`${space} ${id}`)
    return text && text.text.length <= maxCharacters.ofText ? [{ ...text, space, revision }] : []
  })
  const read = fitting(found, maxCharacters.together)
  const texts = await evaluatedTexts(context, read)
  return read.flatMap(({ space, id, revision }, at): PageInPart[] => {
    const markdown = texts[at]
    return markdown && markdown.length <= maxCharacters.ofText ? [{ space, id, revision, markdown }] : []
  })
}

/** True if everything is equal that an answer may quote. */
const isSame = (one: PageEntry, other: PageEntry) => one.document === other.document && one.title === other.title

/** Loads the page trees of these revisions, by space and revision. */
async function treesOfRevisions(sql: Sql, pages: readonly PageOfRevision[]): Promise<Map<string, PageTreeRoot>> {
  const ids = [...new Set(pages.map(({ revision }) => revision))]
  const { rows } = await raw<PageTreeRoot & { id: string; space: string }>`
    select id, space_id as space, store, pages from revision where id = any(${ids}::text[])`.execute(sql)
  return new Map(rows.map((row) => [`${row.space} ${row.id}`, row]))
}
