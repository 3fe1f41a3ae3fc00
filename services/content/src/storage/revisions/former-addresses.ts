import { type Kysely, sql as raw } from 'kysely'
import type { FormerAddressTables } from '../../tables/former-addresses.tables.ts'
import { diff } from '../trees/diff.ts'
import { overlay, storedNode } from '../trees/tree-nodes.ts'
import { get } from '../trees/tree-reads.ts'
import { type DraftedRevision, type PageEntry, type Roots, slugKey } from './revision-entries.ts'
import type { Storage } from './storage.ts'

type Sql = Kysely<FormerAddressTables>

/** The key of a whole path that an import redirects; keys of positions have a slash behind an id or nothing. */
const pathKey = (path: string) => `=${path}`

/** The addresses that change their page when a draft becomes live: ids of pages by key. */
export interface FormerAddresses {
  added: ReadonlyMap<string, string>
  /** Redirects that an import took back. */
  removed: ReadonlyMap<string, string>
}

/**
 * Returns the positions that pages leave between two revisions: the slug, and the parent that it was under. So a renamed
 * page is one of them, however many pages are below it. Costs what differs.
 */
export async function formerAddresses(
  storage: Storage,
  before: Roots,
  { roots, nodes }: Pick<DraftedRevision, 'roots' | 'nodes'>,
): Promise<FormerAddresses> {
  const fresh = new Map(nodes.map(({ hash, level, text }) => [hash, storedNode({ hash, level, entries: text })]))
  const changes = await diff<PageEntry>(overlay(storage.nodes, fresh), before.pages, roots.pages)
  const added = new Map<string, string>()
  const removed = new Map<string, string>()
  for (const [id, { before, after }] of changes) {
    for (const path of before?.redirects ?? []) removed.set(pathKey(path), id)
    if (before && (!after || slugKey(before) !== slugKey(after))) added.set(slugKey(before), id)
  }
  for (const [id, { after }] of changes) for (const path of after?.redirects ?? []) added.set(pathKey(path), id)
  return { added, removed: new Map([...removed].filter(([key]) => !added.has(key))) }
}

/** Records the addresses that changed their page, in the transaction that makes the change live. */
export async function recordFormerAddresses(
  sql: Sql,
  spaceId: string,
  { added, removed }: FormerAddresses,
): Promise<void> {
  const [gone, of] = [[...removed.keys()], [...removed.values()]]
  if (gone.length > 0)
    await raw`
      delete from former_address using unnest(${gone}::text[], ${of}::text[]) as gone (key, page_id)
      where space_id = ${spaceId} and former_address.key = gone.key and former_address.page_id = gone.page_id`.execute(
      sql,
    )
  if (added.size > 0)
    await raw`
      insert into former_address (space_id, key, page_id)
      select ${spaceId}, * from unnest(${[...added.keys()]}::text[], ${[...added.values()]}::text[])
      on conflict (space_id, key) do update set page_id = excluded.page_id`.execute(sql)
}

/**
 * Returns the id of the page that a path led to before; undefined if there was none. Each part of the path is looked up
 * among the slugs of now first, so a page that takes an address over wins.
 */
export async function findFormerAddress(
  sql: Sql,
  { storage, spaceId, roots }: { storage: Storage; spaceId: string; roots: Roots },
  path: string,
): Promise<string | undefined> {
  const pageAt = async (key: string) =>
    (
      await sql
        .selectFrom('former_address')
        .select('page_id')
        .where('space_id', '=', spaceId)
        .where('key', '=', key)
        .executeTakeFirst()
    )?.page_id
  const redirected = await pageAt(pathKey(path))
  if (redirected !== undefined) return redirected
  let parent: string | null = null
  for (const slug of path.split('/')) {
    const key = slugKey({ parent, slug })
    const id: string | undefined = (await get<string>(storage.nodes, roots.slugs, key)) ?? (await pageAt(key))
    if (id === undefined) return undefined
    parent = id
  }
  return parent ?? undefined
}
