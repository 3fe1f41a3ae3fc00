import { hash } from 'node:crypto'
import type { Evaluation } from '@quire/document'
import { conditionalPattern } from '@quire/document/plain'
import { lruOptions } from '@quire/kit'
import { type Parser, valuesOf } from '@quire/parsing'
import { sql as raw } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Sql } from '../database.ts'
import { emptyText, type SearchableText } from '../search/searchable-text.ts'
import type { readVisibleText } from './find-in-visible-text.ts'

/** Caches of texts that may differ between visitors. Their entries never become stale. */
export interface VisitorTextCaches {
  /** By the hash of a text, true if the text may differ between readers. */
  conditional: LRUCache<string, boolean>
  /** Texts as read for search, by their hash and evaluation. */
  visible: LRUCache<string, SearchableText>
}

/** Enough for 100,000 texts. */
const maxConditionalBytes = 15_000_000
const conditionalBytes = 150
const maxVisibleBytes = 16 * 1024 ** 2

/** Creates the caches: clients search with each key press, and only the first of these searches parses the texts. */
export const createVisitorTextCaches = (): VisitorTextCaches => ({
  conditional: new LRUCache(lruOptions(maxConditionalBytes, conditionalBytes)),
  visible: new LRUCache({
    maxSize: maxVisibleBytes,
    sizeCalculation: ({ sections, rest }) =>
      sections.reduce((sum, { title, text }) => sum + 2 * (title.length + text.length), 200 + 2 * rest.length),
  }),
})

/**
 * Returns the hashes of the texts that are the same for everybody; missing texts are left out. The database checks each
 * text once, since texts may be long.
 */
export async function textsForAll(
  sql: Sql,
  cache: VisitorTextCaches['conditional'],
  wanted: readonly { store: string; document: string }[],
): Promise<Set<string>> {
  const missing = wanted.filter(({ document }) => cache.get(document) === undefined)
  if (missing.length > 0) {
    const { rows } = await raw<{ hash: string; conditional: boolean }>`
      select document.hash, document.markdown ~* ${conditionalPattern} as conditional
      from unnest(${missing.map(({ store }) => store)}::text[], ${missing.map(({ document }) => document)}::text[])
        as wanted (store, hash)
      join document on document.store = wanted.store and document.hash = wanted.hash`.execute(sql)
    for (const { hash, conditional } of rows) cache.set(hash, conditional)
  }
  return new Set(wanted.flatMap(({ document }) => (cache.get(document) === false ? document : [])))
}

/** A text that differs between readers. */
interface ConditionalText {
  /** The hash of the text. */
  document: string
  markdown: string
  evaluation: Evaluation
}

/** Evaluates texts and reads them for search, in their order; a text that takes too long is empty. */
export async function visibleTexts(
  parser: Parser<{ readVisibleText: typeof readVisibleText }>,
  cache: VisitorTextCaches['visible'],
  texts: readonly ConditionalText[],
): Promise<SearchableText[]> {
  const keyed = texts.map((text) => ({ ...text, key: keyOf(text) }))
  const known = new Map(keyed.map(({ key }) => [key, cache.get(key)]))
  const missing = keyed.filter(({ key }) => !known.get(key))
  const outcomes = await parser.runEach(
    'readVisibleText',
    missing.map(({ markdown, evaluation }) => [markdown, evaluation]),
  )
  const read = await valuesOf(missing, outcomes, () => emptyText)
  for (const [index, { key }] of missing.entries()) {
    const text = read[index] ?? emptyText
    known.set(key, text)
    cache.set(key, text)
  }
  return keyed.map(({ key }) => known.get(key) ?? emptyText)
}

const keyOf = ({ document, evaluation }: ConditionalText) =>
  `${document} ${hash('sha256', JSON.stringify(evaluation), 'base64url')}`
