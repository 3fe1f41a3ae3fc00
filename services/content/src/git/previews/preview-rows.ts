import { createHash, randomBytes } from 'node:crypto'
import { previewedSite, siteSpaceAddress } from '@quire/contracts'
import { newId, type Sealer } from '@quire/kit'
import { sql as raw, type Selectable } from 'kysely'
import type { Sql } from '../../database.ts'
import type { GitTables } from '../../tables/git.tables.ts'
import { endGitPreviews } from '../../workspace/tree/end-git-previews.ts'
import { openSecret } from '../open-secret.ts'
import type { GitSyncRow } from '../sync/sync-rows.ts'
import type { PullEvent } from './pull-events.ts'

export type GitPreviewRow = Selectable<GitTables['git_preview']>

/** Previews of a space that live at a time; the one that nothing happened to for the longest time ends for a new one. */
const maxPreviews = 20
/** Time after which a preview ends whose pull request does not change: the webhook that closed it may be lost. */
const maxMs = 30 * 24 * 3600_000

/** Where the key of a preview is sealed. */
export const previewKeyAt = (id: string) => `git_preview.${id}.key`
export const hashOfKey = (key: string) => createHash('sha256').update(key).digest('base64url')
/** Returns the key of a preview; undefined if it cannot be read any more. */
export const keyOf = (sealer: Sealer, { id, key }: Pick<GitPreviewRow, 'id' | 'key'>): string | undefined =>
  openSecret(sealer, key, previewKeyAt(id))

/** Returns when the last webhook of a pull request came. */
export const lastEventAt = ({ ends_at }: Pick<GitPreviewRow, 'ends_at'>) =>
  new Date(new Date(ends_at).getTime() - maxMs)

/** Records that a pull request was opened or changed, so that its head is looked at; one that is closed ends its preview. */
export async function recordPullEvent(
  sql: Sql,
  { row, event, sealer, now }: { row: GitSyncRow; event: PullEvent; sealer: Sealer; now: Date },
): Promise<void> {
  if (!event.isOpen || event.target !== row.ref)
    return endGitPreviews(sql, raw`space_id = ${row.id} and number = ${event.number}`)
  const [id, key] = [newId(), randomBytes(24).toString('base64url')]
  const changed = {
    ...{ source_ref: event.sourceRef ?? '', next_at: now, updated_at: now, report_attempts: 0 },
    ends_at: new Date(now.getTime() + maxMs),
  }
  await sql
    .insertInto('git_preview')
    .values({
      ...{
        id,
        space_id: row.id,
        number: event.number,
        key: sealer.seal(key, previewKeyAt(id)),
        key_hash: hashOfKey(key),
      },
      ...{ state: 'waiting', account: row.account, origin: row.origin, created_at: now },
      ...{ head: null, run_id: null, revision: null, reason: null, wanted: null, reported: null, report_error: null },
      ...{ claim: null, claimed_until: null },
      ...changed,
    })
    .onConflict((on) =>
      on.columns(['space_id', 'number']).doUpdateSet({ ...changed, wishes: raw<number>`git_preview.wishes + 1` }),
    )
    .execute()
  const others = raw`select id from git_preview where space_id = ${row.id} order by ends_at desc, id desc`
  await endGitPreviews(sql, raw`id in (${others} offset ${maxPreviews})`)
}

/** Those who get to know the address of a preview: members who may edit the space, or whoever sees the repository. */
type Readers = 'members' | 'everybody'

/**
 * Returns the function that makes the addresses of a space's previews. It returns undefined if no published site shows
 * the space, without a key, and for a site that share links open, whose keys are secrets. Everybody learns addresses of public sites
 * alone: that of another site would tell whoever sees a repository that the site exists, and where.
 */
export async function previewAddresses(
  sql: Sql,
  spaceId: string,
  readers: Readers,
): Promise<(key: string | undefined) => string | undefined> {
  const told = readers === 'everybody' ? raw`site.visibility = 'public'` : raw`site.visibility <> 'share-link'`
  const { rows } = await raw<{ address: string; path: string }>`
    select site.address, coalesce(site_space.address, site_space.path) as path
    from site_space join site on site.id = site_space.site_id
    where site_space.space_id = ${spaceId} and site.published and ${told}
    order by site_space.id limit 1`.execute(sql)
  const [site] = rows
  return (key) =>
    site && key !== undefined ? siteSpaceAddress(previewedSite(site.address, key), site.path) : undefined
}
