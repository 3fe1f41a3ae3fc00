import type { PageInPart, PageOfRevision, publishedPageOperations } from '@quire/contracts'
import type { Input } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { ContentContext } from '../context.ts'
import type { Sql } from '../database.ts'
import { visitorWith } from '../pages/readers.ts'
import type { PageEntry } from '../revisions/entries.ts'
import { type LivePages, readLive } from '../search/live-pages.ts'
import { keyOfPlace, livePagesShown } from '../shown/live-pages.ts'
import { gatheredNodes } from '../trees/gathered-nodes.ts'
import { get } from '../trees/read.ts'
import { evaluatedTexts, fitting, writtenTexts } from './texts.ts'
import { pagesForVisitor } from './visitor-pages.ts'

type Asked = ContentContext & Input<typeof publishedPageOperations.findShownPages>

/**
 * Those pages that a visitor is shown now, whole, and just as they were in the revision in which they were read: what was
 * read of them before may be another text, which was for somebody else. Of those with conditions in their text, the first
 * `texts` that the visitor is shown, each with what of it is for them.
 */
export async function findShownPages(context: Asked): Promise<{ pages: PageOfRevision[]; partly?: PageInPart[] }> {
  const { sql, deps, body } = context
  const spaces = await readLive(sql, { ids: [...new Set(body.pages.map(({ space }) => space))] })
  const live = new Map(spaces.map((space) => [space.id, space]))
  const read = await revisionsOf(sql, body.pages)
  const nodesOf = gatheredNodes(sql, deps.caches.nodes)
  const entryIn = async (at: LivePages | undefined, id: string) => at && get(nodesOf(at.store), at.pages, id)
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
  const shown = await pagesForVisitor(context, candidates, body.claims)
  const pages = [...shown].map(({ space, id, revision }) => ({ space, id, revision }))
  if (!body.texts) return { pages }
  const others = candidates.filter((page) => !shown.has(page))
  return { pages, partly: await shownInPart(context, others, body.texts) }
}

/**
 * Characters of the texts that one question has read anew, of each and of all together: the worst ones that are longer take
 * more time than ai waits for. Pages that people read have some thousands.
 */
const mostCharacters = { ofText: 64_000, together: 128_000 }

/** The texts of the first ones that the visitor is shown; one that is long or cannot be evaluated is left out. */
async function shownInPart(context: Asked, pages: readonly PageOfRevision[], most: number): Promise<PageInPart[]> {
  const visitor = visitorWith(context.body.claims)
  const placed = pages.map((page) => ({ ...page, spaceId: page.space, pageId: page.id }))
  const live = await livePagesShown(context, placed, { reader: visitor, listed: true })
  const first = placed.filter((place) => live.has(keyOfPlace(place))).slice(0, most)
  const ofSpaces = [...Map.groupBy(first, ({ space }) => space)].map(async ([space, some]) => {
    const open = some[0] && live.get(keyOfPlace(some[0]))?.open
    const texts = open ? await writtenTexts(open, { ids: some.map(({ id }) => id), visitor }) : []
    return texts.map((text) => [`${space} ${text.id}`, text] as const)
  })
  const written = new Map((await Promise.all(ofSpaces)).flat())
  const found = first.flatMap(({ space, id, revision }) => {
    const text = written.get(`${space} ${id}`)
    return text && text.text.length <= mostCharacters.ofText ? [{ ...text, space, revision }] : []
  })
  const read = fitting(found, mostCharacters.together)
  const texts = await evaluatedTexts(context, read)
  return read.flatMap(({ space, id, revision }, at): PageInPart[] => {
    const markdown = texts[at]
    return markdown && markdown.length <= mostCharacters.ofText ? [{ space, id, revision, markdown }] : []
  })
}

/** By all that an answer may quote. */
const isSame = (one: PageEntry, other: PageEntry) => one.document === other.document && one.title === other.title

/** Where the pages of these revisions are, by space and revision. */
async function revisionsOf(sql: Sql, pages: readonly PageOfRevision[]): Promise<Map<string, LivePages>> {
  const ids = [...new Set(pages.map(({ revision }) => revision))]
  const { rows } = await raw<LivePages & { id: string; space: string }>`
    select id, space_id as space, store, pages from revision where id = any(${ids}::text[])`.execute(sql)
  return new Map(rows.map((row) => [`${row.space} ${row.id}`, row]))
}
