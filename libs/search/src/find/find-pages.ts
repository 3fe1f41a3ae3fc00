import { languages } from '../language/languages.ts'
import { parseQuery } from '../query.ts'
import { buildSegment } from '../segment/build-segment.ts'
import type { PageVersion } from '../segment/page-version.ts'
import { openSegment } from '../segment/segment.ts'
import { extendView, listed, type View, wordsIn } from '../view/view.ts'
import { Finder, type FindOptions, type FoundPages } from './finder.ts'
import { Hits } from './hits.ts'
import { addRelated } from './related-hits.ts'
import { Scratch } from './scratch.ts'
import { addSynonyms } from './synonym-hits.ts'
import { addSpecialties, lookUpTerms } from './term-hits.ts'
import { Lookup, partitionOf } from './word-lookup.ts'

/** A search. Plain data, since it may go to another thread or engine. */
export interface PageSearch {
  /** The spaces that the caller may read: other pages do not affect the answer. */
  readable: readonly string[]
  text: string
  options?: FindOptions
  /** Versions of pages that replace those of the view for this search alone. */
  instead?: readonly PageVersion[]
}

/** Bound on the hits, of 16 bytes each, for which memory is reused by the next search. */
const maxSpareHits = 2 ** 22

/** Ranks the listed pages of readable spaces that contain any word of a query; none if the query has no words. */
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
  if (hits.documents.length <= maxSpareHits) spareHits = hits
  return found
}

const scratches = new WeakMap<View, Scratch>()
/** Hits of the last search in any view, for reuse: each change creates a new view, and long arrays are slow to grow. */
let spareHits: Hits | undefined

/** Removes the reusable memory while a search uses it; a search that fails does not put it back. */
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
