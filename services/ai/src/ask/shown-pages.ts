import type { PageVersion } from '@quire/search'
import type { Sql } from '../database.ts'
import { readPages } from '../indexing/pages.ts'
import type { TextParser } from '../parsing.ts'
import type { Reader } from '../readers/readers.ts'
import { isSamePage, readKept } from './kept-pages.ts'
import type { FoundPage, KeptPage } from './passages.ts'

/** Pages that are read anew for one question, as its reader is shown them. */
const pagesInPart = 10
/** What the first search finds is looked at, and once more what is found without that which is not for the reader. */
const mostLooks = 2

const noText = { title: '', sections: [], document: '' }

interface ShownParts {
  sql: Sql
  parser?: TextParser | undefined
}

/**
 * The pages that a search finds, as the reader is shown them. Where this is not all of some, the search is done again with
 * just what they are shown: what is not for the reader neither finds a page nor moves it, nor says that a word is there.
 */
export async function shownPages(
  parts: ShownParts,
  { shown }: Reader,
  search: (instead?: PageVersion[]) => Promise<FoundPage[]>,
): Promise<{ found: FoundPage[]; keptInPart: KeptPage[] }> {
  const [known, instead, keptInPart] = [new Set<string>(), [] as PageVersion[], [] as KeptPage[]]
  const unknownOf = (pages: readonly FoundPage[]) => pages.filter((page) => !known.has(keyOf(page)))
  let found = await search()
  if (!shown) return { found, keptInPart }
  for (let looks = 1; looks <= mostLooks; looks++) {
    const asked = unknownOf(found)
    if (asked.length === 0) break
    const { whole, partly } = await shown(asked, parts.parser ? pagesInPart - keptInPart.length : 0)
    const { versions, kept } = await readInPart(parts, partly)
    const inPart = versions.map(({ space, id }) => ({ space, id, document: '' }))
    for (const page of [...whole, ...inPart]) known.add(keyOf(page))
    const hidden = unknownOf(asked).filter((page) => !inPart.some((one) => isSamePage(one, page)))
    keptInPart.push(...kept)
    // They stay pages of their space, so that words are as rare in it however many of these a question finds.
    instead.push(...versions, ...hidden.map(({ space, id }) => ({ space, id, text: noText })))
    if (versions.length + hidden.length === 0) break
    found = await search(instead)
  }
  return { found: found.filter((page) => known.has(keyOf(page))), keptInPart }
}

const keyOf = ({ space, id, document }: Pick<FoundPage, 'space' | 'id' | 'document'>) => `${space}/${id}/${document}`

/** What pages are found by, and what answers show of them, as their reader is shown them. */
interface ShownInPart {
  versions: PageVersion[]
  kept: KeptPage[]
}

/**
 * Reads pages for one reader, those that are still as they were found. The versions are of no document, so what is kept
 * beside the index of the text as it was written, such as its vectors, is not taken for theirs.
 */
async function readInPart(
  { sql, parser }: ShownParts,
  partly: readonly { page: FoundPage; markdown: string }[],
): Promise<ShownInPart> {
  const shown: ShownInPart = { versions: [], kept: [] }
  if (!parser || partly.length === 0) return shown
  const keptOf = await readKept(
    sql,
    partly.map(({ page }) => page),
  )
  const given = partly.map(({ page: { title }, markdown }, at) => ({ id: String(at), title, markdown }))
  const read = new Map((await readPages(parser, given)).map((page) => [page.id, page]))
  for (const [at, { page }] of partly.entries()) {
    const [text, kept] = [read.get(String(at)), keptOf.find((one) => isSamePage(one, page))]
    if (!text || !kept) continue
    const { language } = kept
    const version = { space: page.space, id: page.id, text: { ...text.text, document: '' } }
    shown.versions.push({ ...version, ...(language !== null && { language }) })
    shown.kept.push({ ...kept, sections: JSON.parse(text.sections) })
  }
  return shown
}
