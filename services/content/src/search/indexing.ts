import type { Kysely } from 'kysely'
import type { PageEntry } from '../revisions/entries.ts'
import type { Storage } from '../revisions/storage.ts'
import type { Change } from '../trees/diff.ts'
import { type IndexedPage, indexPages, type PageIndexTables, removePages } from './page-index.ts'

/** Makes the index follow a change of the live content: only pages whose words or listing changed cost anything. */
export async function indexChanges(
  sql: Kysely<PageIndexTables>,
  { documents }: Storage,
  spaceId: string,
  changes: Map<string, Change<PageEntry>>,
): Promise<void> {
  const gone = [...changes].flatMap(([id, { after }]) => (after ? [] : [id]))
  if (gone.length > 0) await removePages(sql, spaceId, gone)
  const changed = [...changes].flatMap(([id, { before, after }]) =>
    after && !(before && isSameToSearch(before, after)) ? [{ id, page: after }] : [],
  )
  const texts = await documents.load([...new Set(changed.flatMap(({ page }) => page.document ?? []))])
  await indexPages(
    sql,
    spaceId,
    changed.map(({ id, page }) => toIndexed(id, page, texts)),
  )
}

function isSameToSearch(one: PageEntry, other: PageEntry): boolean {
  const seen = ['document', 'title', 'description', 'hidden', 'noIndex'] as const
  return seen.every((name) => one[name] === other[name])
}

function toIndexed(id: string, page: PageEntry, texts: ReadonlyMap<string, string>): IndexedPage {
  const { title, description, hidden, noIndex, document } = page
  return { id, title, description, hidden, noIndex, markdown: document === null ? '' : (texts.get(document) ?? '') }
}
