import { type Parser, valuesOf } from '@quire/parsing'
import { type SpaceChange, type StoredSection, sectionsUnder } from '@quire/search'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import type { PageEntry } from '../storage/revisions/revision-entries.ts'
import type { Change } from '../storage/trees/diff.ts'
import type { Entry } from '../storage/trees/tree-nodes.ts'
import type { readForSearch } from './read-for-search.ts'
import { emptyText, type SearchableText, textToStore } from './searchable-text.ts'

const searchedFields = ['document', 'title', 'description', 'hidden', 'noIndex'] as const satisfies (keyof PageEntry)[]

export type SearchTasks = { readForSearch: typeof readForSearch }
export type SearchParser = Parser<SearchTasks>

interface TextParts {
  sql: Sql
  parser: SearchParser
}

/** Returns the new versions of changed pages for the index, and stores the sections of texts that were parsed. */
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
    const read = texts.get(after.document ?? '') ?? emptyText
    return { id, ...(language !== null && { language }), text: textOf(after, read) }
  })
}

const isSameToSearch = (one: PageEntry, other: PageEntry) => searchedFields.every((name) => one[name] === other[name])

const textOf = (
  { title, description, hidden, noIndex, document }: PageEntry,
  { sections, rest, links }: SearchableText,
) => ({
  title,
  description,
  sections: sectionsUnder(title, sections).map((section) => ({ title: section.title, text: section.text })),
  rest,
  unlisted: Boolean(hidden || noIndex),
  links,
  document: document ?? '',
})

async function readTexts(
  { sql, parser }: TextParts,
  store: string,
  hashes: string[],
): Promise<Map<string, SearchableText>> {
  if (hashes.length === 0) return new Map()
  const { rows } = await raw<TextRow>`
    select hash, links, case when links is null then markdown end as markdown,
      case when links is not null then sections end as sections
    from document where store = ${store} and hash = any(${hashes})`.execute(sql)
  const known = rows.flatMap(({ hash, sections, links }): [string, SearchableText][] =>
    sections && links ? [[hash, { sections, rest: '', links }]] : [],
  )
  return new Map([...known, ...(await parseTexts({ sql, parser }, store, rows))])
}

/** A text: `sections` and `links` if they are stored already, else `markdown`, to be parsed. */
interface TextRow {
  hash: string
  markdown: string | null
  sections: StoredSection[] | null
  links: string[] | null
}

/** Parses the texts without stored sections, and stores the results. */
async function parseTexts(
  { sql, parser }: TextParts,
  store: string,
  rows: readonly TextRow[],
): Promise<[string, SearchableText][]> {
  const unread = rows.flatMap(({ hash, markdown }) => (markdown === null ? [] : { hash, markdown }))
  const outcomes = await parser.runEach(
    'readForSearch',
    unread.map(({ markdown }) => [markdown]),
  )
  // A text that takes too long is found by its title.
  const read = await valuesOf(unread, outcomes, () => emptyText)
  const texts = unread.map(({ hash }, index): [string, SearchableText] => [hash, read[index] ?? emptyText])
  await storeTexts(
    sql,
    store,
    texts.toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
  return texts
}

async function storeTexts(sql: Sql, store: string, texts: readonly [string, SearchableText][]): Promise<void> {
  if (texts.length === 0) return
  const parsed = texts.map(([hash, text]) => ({ hash, ...textToStore(text), targets: text.targets }))
  await raw`
    update document set sections = parsed.sections, links = parsed.links, targets = coalesce(document.targets, parsed.targets)
    from unnest(
      ${parsed.map(({ hash }) => hash)}::text[], ${parsed.map(({ sections }) => JSON.stringify(sections))}::jsonb[],
      ${parsed.map(({ links }) => links && JSON.stringify(links))}::jsonb[],
      ${parsed.map(({ targets }) => (targets ? JSON.stringify(targets) : null))}::jsonb[]
    ) as parsed (hash, sections, links, targets)
    where document.store = ${store} and document.hash = parsed.hash
      and (document.sections, document.links) is distinct from (parsed.sections, parsed.links)`.execute(sql)
}
