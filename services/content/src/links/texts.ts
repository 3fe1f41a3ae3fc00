import { valuesOf } from '@quire/parsing'
import { type Kysely, sql as raw } from 'kysely'
import type { TextParser } from '../parsing.ts'
import type { DocumentTables } from '../revisions/documents.ts'
import { noTargets, type TextTargets } from '../targets/targets.ts'

/** Texts whose targets are loaded in one statement, and that are in memory together to be parsed. */
const loadedAtOnce = 1000
const parsedAtOnce = 50

interface TextParts {
  sql: Kysely<DocumentTables>
  parser: TextParser
  store: string
}

/**
 * What the texts of these hashes refer to. A text is read once, and what was found is kept: two revisions are compared by
 * it, so it never changes afterwards. A text that takes too long to be read refers to nothing.
 */
export async function textTargets(parts: TextParts, hashes: Iterable<string>): Promise<Map<string, TextTargets>> {
  const all = [...new Set(hashes)]
  const found = new Map<string, TextTargets>()
  for (let at = 0; at < all.length; at += loadedAtOnce) {
    const { rows } = await raw<{ hash: string; targets: TextTargets | null }>`
      select hash, targets from document
      where store = ${parts.store} and hash = any(${all.slice(at, at + loadedAtOnce)})`.execute(parts.sql)
    const unread = rows.filter(({ targets }) => targets === null).map(({ hash }) => hash)
    for (const { hash, targets } of rows) if (targets) found.set(hash, targets)
    for (let from = 0; from < unread.length; from += parsedAtOnce)
      for (const [hash, targets] of await readSome(parts, unread.slice(from, from + parsedAtOnce)))
        found.set(hash, targets)
  }
  return found
}

async function readSome({ sql, parser, store }: TextParts, hashes: string[]): Promise<[string, TextTargets][]> {
  const { rows } = await raw<{ hash: string; markdown: string }>`
    select hash, markdown from document where store = ${store} and hash = any(${hashes}) order by hash`.execute(sql)
  const outcomes = await parser.runEach(
    'readTargets',
    rows.map(({ markdown }) => [markdown]),
  )
  const read = await valuesOf(rows, outcomes, () => noTargets)
  // Whoever was first is right: a text that took too long for one reader may not for the next.
  const { rows: kept } = await raw<{ hash: string; targets: TextTargets }>`
    update document set targets = coalesce(document.targets, read.targets)
    from unnest(${rows.map(({ hash }) => hash)}::text[], ${read.map((one) => JSON.stringify(one))}::jsonb[])
      as read (hash, targets)
    where document.store = ${store} and document.hash = read.hash
    returning document.hash, document.targets`.execute(sql)
  return kept.map(({ hash, targets }) => [hash, targets])
}
