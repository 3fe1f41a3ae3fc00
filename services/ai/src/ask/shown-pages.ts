import type { PageVersion } from '@quire/search'
import type { Sql } from '../database.ts'
import { readPages } from '../indexing/pages.ts'
import type { TextParser } from '../parsing.ts'
import type { Reader } from '../readers/readers.ts'
import { isSamePage, readKept } from './kept-pages.ts'
import type { FoundPage, KeptPage } from './passages.ts'

/** Pages that are read anew for one question, as its reader is shown them. */
const pagesInPart = 10

/**
 * The pages that a search finds, as the reader is shown them. Where this is a part of some, the search is done again with
 * just these parts: what is not for the reader neither finds a page nor moves it.
 */
export async function shownPages(
  { sql, parser }: { sql: Sql; parser?: TextParser | undefined },
  { shown }: Reader,
  search: (instead?: PageVersion[]) => Promise<FoundPage[]>,
): Promise<{ found: FoundPage[]; keptInPart: KeptPage[] }> {
  const found = await search()
  if (!shown) return { found, keptInPart: [] }
  const { whole, partly } = await shown(found, parser ? pagesInPart : 0)
  const keptOf = await readKept(
    sql,
    partly.map(({ page }) => page),
  )
  const inPart = partly.flatMap(({ page, markdown }) => {
    const kept = keptOf.find((one) => isSamePage(one, page))
    return kept ? [{ page, markdown, kept }] : []
  })
  if (!parser || inPart.length === 0) return { found: whole, keptInPart: [] }
  const { versions, kept } = await readInPart(parser, inPart)
  const again = await search(versions)
  const known = new Set([...whole.map(keyOf), ...versions.map(({ space, id }) => keyOf({ space, id, document: '' }))])
  return { found: again.filter((page) => known.has(keyOf(page))), keptInPart: kept }
}

const keyOf = ({ space, id, document }: Pick<FoundPage, 'space' | 'id' | 'document'>) => `${space}/${id}/${document}`

/** A page as its reader is shown it, and what is kept of it as it was written. */
interface PageInPart {
  page: FoundPage
  markdown: string
  kept: KeptPage
}

/** What pages are found by, and what answers show of them, as their reader is shown them. */
interface ShownInPart {
  versions: PageVersion[]
  kept: KeptPage[]
}

/**
 * Reads pages for one reader. The versions are of no document, so what is kept beside the index of the text as it was
 * written, such as its vectors, is not taken for theirs.
 */
async function readInPart(parser: TextParser, pages: readonly PageInPart[]): Promise<ShownInPart> {
  const given = pages.map(({ page: { title }, markdown }, at) => ({ id: String(at), title, markdown }))
  const read = new Map((await readPages(parser, given)).map((page) => [page.id, page]))
  const shown: ShownInPart = { versions: [], kept: [] }
  for (const [at, { page, kept }] of pages.entries()) {
    const text = read.get(String(at))
    if (!text) continue
    const { language } = kept
    const version = { space: page.space, id: page.id, text: { ...text.text, document: '' } }
    shown.versions.push({ ...version, ...(language !== null && { language }) })
    shown.kept.push({ ...kept, sections: JSON.parse(text.sections) })
  }
  return shown
}
