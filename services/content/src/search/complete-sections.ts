import type { StoredSection, TextSection } from '@quire/search'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'

/** Loads the stored sections of texts by their hashes; only texts whose sections hold everything that search needs. */
export async function completeSections(sql: Sql, store: string, hashes: string[]): Promise<Map<string, TextSection[]>> {
  const { rows } = await raw<{ hash: string; sections: StoredSection[] }>`
    select hash, sections from document
    where store = ${store} and hash = any(${hashes}) and links is not null and sections is not null`.execute(sql)
  return new Map(rows.flatMap(({ hash, sections }) => (isWhole(sections) ? [[hash, sections]] : [])))
}

const isWhole = (sections: StoredSection[]): sections is TextSection[] =>
  sections.every(({ level, size }) => level !== undefined && size !== undefined)
