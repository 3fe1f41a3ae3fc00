import type { Summary } from '@quire/document'
import { LRUCache } from 'lru-cache'
import type { ImportsParser } from '../imports/context.ts'

/** Tables of contents by their texts: most commits leave them as they are. */
export type SummaryCache = LRUCache<string, Summary>

/** Characters of all texts; what is read of them takes several times as much memory. */
const maxCharacters = 4_000_000

export const createSummaryCache = (): SummaryCache =>
  new LRUCache({ maxSize: maxCharacters, sizeCalculation: (_, text) => 1 + text.length })

/** Returns the function that reads a table of contents, each text once as long as it is cached. */
export const cachedSummaries = (cache: SummaryCache, parser: ImportsParser) => async (text: string) => {
  const summary = cache.get(text) ?? (await parser.run('parseSummary', text))
  cache.set(text, summary)
  return summary
}
