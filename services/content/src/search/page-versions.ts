import { valuesOf } from '@quire/parsing'
import { type SpaceChange, type StoredSection, sectionsUnder } from '@quire/search'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import type { TextParser } from '../parsing.ts'
import type { PageEntry } from '../revisions/entries.ts'
import type { Change } from '../trees/diff.ts'
import type { Entry } from '../trees/nodes.ts'
import { keptText, nothingRead, type ReadText } from './text-sections.ts'

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
  const { rows } = await raw<StoredText>`
    select hash, links, case when links is null then markdown end as markdown,
      case when links is not null then sections end as sections
    from document where store = ${store} and hash = any(${hashes})`.execute(sql)
  const known = rows.flatMap(({ hash, sections, links }): [string, ReadText][] =>
    sections && links ? [[hash, { sections, rest: '', links }]] : [],
  )
  return new Map([...known, ...(await parseTexts({ sql, parser }, store, rows))])
}

/** `sections` and `links` of a text that need not be parsed, `markdown` of one that does. */
interface StoredText {
  hash: string
  markdown: string | null
  sections: StoredSection[] | null
  links: string[] | null
}

/** Reads the texts that are not known yet, and keeps what was read. */
async function parseTexts(
  { sql, parser }: TextParts,
  store: string,
  rows: readonly StoredText[],
): Promise<[string, ReadText][]> {
  const unread = rows.flatMap(({ hash, markdown }) => (markdown === null ? [] : { hash, markdown }))
  const outcomes = await parser.runEach(
    'readForSearch',
    unread.map(({ markdown }) => [markdown]),
  )
  // A text that takes too long is found by its title.
  const read = await valuesOf(unread, outcomes, () => nothingRead)
  const texts = unread.map(({ hash }, index): [string, ReadText] => [hash, read[index] ?? nothingRead])
  await keepTexts(
    sql,
    store,
    texts.toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
  return texts
}

async function keepTexts(sql: Sql, store: string, texts: readonly [string, ReadText][]): Promise<void> {
  if (texts.length === 0) return
  const kept = texts.map(([hash, text]) => ({ hash, ...keptText(text), targets: text.targets }))
  await raw`
    update document set sections = kept.sections, links = kept.links, targets = coalesce(document.targets, kept.targets)
    from unnest(
      ${kept.map(({ hash }) => hash)}::text[], ${kept.map(({ sections }) => JSON.stringify(sections))}::jsonb[],
      ${kept.map(({ links }) => links && JSON.stringify(links))}::jsonb[],
      ${kept.map(({ targets }) => (targets ? JSON.stringify(targets) : null))}::jsonb[]
    ) as kept (hash, sections, links, targets)
    where document.store = ${store} and document.hash = kept.hash
      and (document.sections, document.links) is distinct from (kept.sections, kept.links)`.execute(sql)
}
