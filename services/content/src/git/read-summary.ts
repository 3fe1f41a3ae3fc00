import type { Summary } from '@quire/document'
import { LRUCache } from 'lru-cache'
import type { ImportsParser } from '../imports/context.ts'

/** Tables of contents by their texts: most commits leave them as they are. */
export type SummaryCache = LRUCache<string, Summary>

const maxCacheBytes = 32 * 1024 ** 2
/** A text has two bytes a character at most; the objects that are read of it take several times as much. */
const bytesPerCharacter = 8

export const createSummaryCache = (): SummaryCache =>
  new LRUCache({ maxSize: maxCacheBytes, sizeCalculation: (_, text) => bytesPerCharacter * (1 + text.length) })

/** Returns the function that reads a table of contents, each text once as long as it is cached. */
export const cachedSummaries = (cache: SummaryCache, parser: ImportsParser) => async (text: string) => {
  const summary = cache.get(text) ?? (await parser.run('parseSummary', text))
  cache.set(text, summary)
  return summary
}
