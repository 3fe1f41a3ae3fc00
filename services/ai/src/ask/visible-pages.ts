import type { PageVersion } from '@quire/search'
import type { Sql } from '../database.ts'
import { type IndexingParser, readPages } from '../indexing/store-pages.ts'
import type { Reader } from '../readers/reader.ts'
import { type FoundPage, isSamePage, readStoredPages, type StoredPage } from './candidate-sections.ts'

/** Number of partly visible pages whose visible part is parsed for one question. */
const maxPartialPages = 10
/** Number of results that are checked: that of the first search, and that of the search without the hidden content. */
const maxRounds = 2

const noText = { title: '', sections: [], document: '' }

interface VisibilityParts {
  sql: Sql
  parser?: IndexingParser | undefined
}

/**
 * Returns the pages that a search finds, as they are visible to the reader. If some are hidden or only partly visible,
 * the search is repeated with just the visible text: hidden text must not find a page, change its rank, or reveal that
 * a word exists.
 */
export async function findVisiblePages(
  parts: VisibilityParts,
  { visiblePages }: Reader,
  search: (instead?: PageVersion[]) => Promise<FoundPage[]>,
): Promise<{ found: FoundPage[]; partlyVisible: StoredPage[] }> {
  const [known, instead, partlyVisible] = [new Set<string>(), [] as PageVersion[], [] as StoredPage[]]
  const unknownOf = (pages: readonly FoundPage[]) => pages.filter((page) => !known.has(keyOf(page)))
  let found = await search()
  if (!visiblePages) return { found, partlyVisible }
  for (let looks = 1; looks <= maxRounds; looks++) {
    const asked = unknownOf(found)
    if (asked.length === 0) break
    const { whole, partly } = await visiblePages(asked, parts.parser ? maxPartialPages - partlyVisible.length : 0)
    const { versions, stored } = await readPartlyVisible(parts, partly)
    const inPart = versions.map(({ space, id }) => ({ space, id, document: '' }))
    for (const page of [...whole, ...inPart]) known.add(keyOf(page))
    const hidden = unknownOf(asked).filter((page) => !inPart.some((one) => isSamePage(one, page)))
    partlyVisible.push(...stored)
    // Hidden pages still count as pages of their space, so that a word's rarity does not depend on the number of hidden
    // pages found.
    instead.push(...versions, ...hidden.map(({ space, id }) => ({ space, id, text: noText })))
    if (versions.length + hidden.length === 0) break
    found = await search(instead)
  }
  return { found: found.filter((page) => known.has(keyOf(page))), partlyVisible }
}

const keyOf = ({ space, id, document }: Pick<FoundPage, 'space' | 'id' | 'document'>) => `${space}/${id}/${document}`

/** The visible parts of pages: versions for the search, and stored sections for answers. */
interface PartlyVisiblePages {
  versions: PageVersion[]
  stored: StoredPage[]
}

/**
 * Parses the visible parts of pages for one reader; leaves out pages that changed since they were found. The versions
 * have an empty `document`, so that data of the full text, such as its vectors, is not used for them.
 */
async function readPartlyVisible(
  { sql, parser }: VisibilityParts,
  partly: readonly { page: FoundPage; markdown: string }[],
): Promise<PartlyVisiblePages> {
  const visible: PartlyVisiblePages = { versions: [], stored: [] }
  if (!parser || partly.length === 0) return visible
  const storedPages = await readStoredPages(
    sql,
    partly.map(({ page }) => page),
  )
  const given = partly.map(({ page: { title }, markdown }, at) => ({ id: String(at), title, markdown }))
  const read = new Map((await readPages(parser, given)).map((page) => [page.id, page]))
  for (const [at, { page }] of partly.entries()) {
    const [text, storedPage] = [read.get(String(at)), storedPages.find((one) => isSamePage(one, page))]
    if (!text || !storedPage) continue
    const { language } = storedPage
    const version = { space: page.space, id: page.id, text: { ...text.text, document: '' } }
    visible.versions.push({ ...version, ...(language !== null && { language }) })
    visible.stored.push({ ...storedPage, sections: JSON.parse(text.sections) })
  }
  return visible
}
