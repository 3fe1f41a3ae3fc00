import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import { endGitPreviews } from './end-git-previews.ts'

const reason =
  'The space was transferred from another organization, and its credentials were not: set up the synchronization again.'

/**
 * Removes the Git credentials of spaces that go to another organization, in the transaction of the transfer: they were
 * entrusted to the one before. Synchronizations pause until somebody sets them up again, a look that goes on loses its
 * claim, operations that wait fail without their credentials, and previews of pull requests end.
 */
export async function dropGitCredentials(
  sql: Sql,
  spaceIds: readonly string[],
  { organizationId, now }: { organizationId: string; now: Date },
): Promise<void> {
  await endGitPreviews(sql, raw`space_id = any(${spaceIds}::text[])`)
  await raw`
    with runs as (
      update import_run set git_secret = null where space_id = any(${spaceIds}::text[]) and git_secret is not null
    )
    update git_sync set organization_id = ${organizationId}, secret = null, ssh_key = null, public_key = null,
      known_hosts = '', claim = null, claimed_until = null, error = ${reason}, paused_at = ${now}, updated_at = ${now}
    where id = any(${spaceIds}::text[])`.execute(sql)
}
