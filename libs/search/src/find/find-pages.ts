import { languages } from '../language/languages.ts'
import { parseQuery } from '../query.ts'
import { buildSegment } from '../segment/build.ts'
import type { PageVersion } from '../segment/pages.ts'
import { openSegment } from '../segment/segment.ts'
import { extendView, listed, type View, wordsIn } from '../view/view.ts'
import { Finder, type FindOptions, type FoundPages } from './finder.ts'
import { Hits } from './hits.ts'
import { Lookup, partitionOf } from './lookup.ts'
import { addRelated } from './related-hits.ts'
import { Scratch } from './scratch.ts'
import { addSynonyms } from './synonyms.ts'
import { addSpecialties, lookUpTerms } from './terms.ts'

/** A search is nothing but data: it may go to another thread or engine. */
export interface PageSearch {
  /** The spaces that the caller may read: no other page has a part in the answer. */
  readable: readonly string[]
  text: string
  options?: FindOptions
  /** Pages that are searched as these say, for this search alone. */
  instead?: readonly PageVersion[]
}

/** Hits that the memory kept for the next search has room for, each 16 bytes. */
const keptHits = 2 ** 22

/** Ranks by the words of a query the listed pages of readable spaces that hold any of them; none for no words. */
export function findPages(all: View, { readable, text, options = {}, instead = [] }: PageSearch): FoundPages {
  const view = instead.length > 0 ? extendView(all, openSegment(buildSegment(instead))) : all
  const { scratch, hits } = takeMemory(view)
  const { spaces, pages, size } = readableOf(view, readable)
  const lookup = new Lookup(view, spaces, pages, hits)
  const parsed = languages.map((language) => {
    const query = wordsIn(view, partitionOf(language)) > 0 ? parseQuery(text, { ...options, language }) : { terms: [] }
    return { language, query }
  })
  const queries = lookUpTerms(lookup, scratch, parsed, pages)
  addRelated(lookup, scratch, queries, pages)
  if (options.order === 'best-first')
    for (const query of queries) {
      addSpecialties(query)
      addSynonyms(lookup, scratch, query, pages)
    }
  const meanSize = Math.max(1, size / Math.max(1, pages))
  const found = new Finder(view, scratch, lookup, queries, meanSize, options).find(text)
  scratches.set(view, scratch)
  if (hits.documents.length <= keptHits) spareHits = hits
  return found
}

const scratches = new WeakMap<View, Scratch>()
/** Memory of the last search, of any view: after each change there is another view, and a long list is slow to grow. */
let spareHits: Hits | undefined

/** Both are taken out while they are used, and put back clean: a search that fails leaves nothing behind. */
function takeMemory(view: View): { scratch: Scratch; hits: Hits } {
  const memory = { scratch: scratches.get(view) ?? new Scratch(view), hits: spareHits ?? new Hits() }
  scratches.delete(view)
  spareHits = undefined
  memory.hits.length = 0
  return memory
}

function readableOf({ spaces, totals }: View, readable: readonly string[]) {
  const found = { spaces: new Uint8Array(2 * (spaces.size + 1)), pages: 0, size: 0 }
  for (const name of readable) {
    const space = listed(spaces.get(name) ?? 0)
    if (space === 0 || found.spaces[space] === 1) continue
    found.spaces[space] = 1
    found.pages += totals[space] ?? 0
    found.size += totals[space + 1] ?? 0
  }
  return found
}
