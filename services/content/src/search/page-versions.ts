import { valuesOf } from '@quire/parsing'
import type { SpaceChange } from '@quire/search'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import type { TextParser } from '../parsing.ts'
import type { PageEntry } from '../revisions/entries.ts'
import type { Change } from '../trees/diff.ts'
import type { Entry } from '../trees/nodes.ts'
import { nothingRead, type ReadText, sectionsUnder, shownSections } from './text-sections.ts'

const seen = ['document', 'title', 'description', 'hidden', 'noIndex'] as const satisfies (keyof PageEntry)[]

interface TextParts {
  sql: Sql
  parser: TextParser
}

/** What the index is to hold of these pages instead. Their texts are kept as search shows them. */
export async function pageVersions(
  { sql, parser }: TextParts,
  { store, language }: { store: string; language: string | null },
  changes: readonly Entry<Change<PageEntry>>[],
): Promise<SpaceChange['pages']> {
  const changed = changes.filter(([, { before, after }]) => !(before && after && isSameToSearch(before, after)))
  const hashes = changed.flatMap(([, { after }]) => after?.document ?? [])
  const texts = await readTexts({ sql, parser }, store, [...new Set(hashes)])
  return changed.map(([id, { after }]) => {
    if (!after) return { id }
    const read = texts.get(after.document ?? '') ?? nothingRead
    return { id, ...(language !== null && { language }), text: textOf(after, read) }
  })
}

const isSameToSearch = (one: PageEntry, other: PageEntry) => seen.every((name) => one[name] === other[name])

const textOf = ({ title, description, hidden, noIndex, document }: PageEntry, { sections, rest, links }: ReadText) => ({
  title,
  description,
  sections: sectionsUnder(title, sections).map((section) => ({ title: section.title, text: section.text })),
  rest,
  unlisted: Boolean(hidden || noIndex),
  links,
  document: document ?? '',
})

async function readTexts({ sql, parser }: TextParts, store: string, hashes: string[]): Promise<Map<string, ReadText>> {
  if (hashes.length === 0) return new Map()
  const { rows } = await raw<{ hash: string; markdown: string; shown: boolean }>`
    select hash, markdown, sections is not null as shown from document
    where store = ${store} and hash = any(${hashes})`.execute(sql)
  const outcomes = await parser.runEach(
    'readForSearch',
    rows.map(({ markdown }) => [markdown]),
  )
  // A text that takes too long is found by its title.
  const read = await valuesOf(rows, outcomes, () => nothingRead)
  const texts = new Map(rows.map(({ hash }, index) => [hash, read[index] ?? nothingRead]))
  const unknown = rows.filter(({ shown }) => !shown).map(({ hash }) => hash)
  await keepSections(sql, store, unknown.sort(), texts)
  return texts
}

async function keepSections(sql: Sql, store: string, hashes: string[], texts: ReadonlyMap<string, ReadText>) {
  if (hashes.length === 0) return
  const sections = hashes.map((hash) => JSON.stringify(shownSections(texts.get(hash)?.sections ?? [])))
  await raw`
    update document set sections = kept.sections::jsonb
    from unnest(${hashes}::text[], ${sections}::text[]) as kept (hash, sections)
    where document.store = ${store} and document.hash = kept.hash`.execute(sql)
}
