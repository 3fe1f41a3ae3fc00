import { excerptAt, type StoredSection, sectionsUnder } from '@quire/search'
import { sql as raw } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Sql } from '../database.ts'

type SectionCache = LRUCache<string, StoredSection[]>

const maxSectionBytes = 32 * 1024 ** 2

/** Creates a cache of the sections of texts by hash; entries never become stale. */
export const createSectionCache = (): SectionCache =>
  new LRUCache({
    maxSize: maxSectionBytes,
    sizeCalculation: (sections) =>
      sections.reduce((sum, { title, text }) => sum + 2 * (title.length + text.length), 100),
  })

/** Loads the sections of texts by hash; one statement reads those that are not cached. */
export async function loadSections(
  sql: Sql,
  cache: SectionCache,
  wanted: readonly { store: string; document: string }[],
): Promise<Map<string, StoredSection[]>> {
  const found = new Map(wanted.map(({ document }) => [document, cache.get(document)]))
  const missing = wanted.filter(({ document }) => document !== '' && !found.get(document))
  if (missing.length > 0) {
    const { rows } = await raw<{ hash: string; sections: StoredSection[] }>`
      select document.hash, document.sections
      from unnest(${missing.map(({ store }) => store)}::text[], ${missing.map(({ document }) => document)}::text[])
        as wanted (store, hash)
      join document on document.store = wanted.store and document.hash = wanted.hash
      where document.sections is not null`.execute(sql)
    for (const { hash, sections } of rows) {
      cache.set(hash, sections)
      found.set(hash, sections)
    }
  }
  return new Map([...found].map(([hash, sections]) => [hash, sections ?? []]))
}

export interface FoundSection {
  /** The anchor within the page; empty for the introduction. */
  id: string
  title: string
  score: number
  /** An excerpt that answers the query, or the beginning of the page: plain text, to be escaped in HTML. */
  body: string
}

/**
 * Returns a found page's best sections, each with an excerpt that answers the query. A page whose title or description alone
 * matches is shown by its first text.
 */
export function answeringSections(
  title: string,
  stored: readonly StoredSection[],
  found: readonly { index: number; score: number; words: Parameters<typeof excerptAt>[1] }[],
): FoundSection[] {
  const sections = sectionsUnder(title, stored)
  const beginning = excerptAt(sections.find(({ text }) => text !== '')?.text ?? '', [])
  if (found.length === 0) return beginning === '' ? [] : [{ id: '', title, score: 0, body: beginning }]
  return found.flatMap(({ index, score, words }) => {
    const section = sections[index]
    if (!section) return []
    const body = section.id === '' && section.text === '' ? beginning : excerptAt(section.text, words)
    return { id: section.id, title: section.title || title, score, body }
  })
}
