import type { Sql } from '../database.ts'
import type { ContentDependencies } from '../dependencies.ts'

interface VersionContext {
  sql: Sql
  deps: Pick<ContentDependencies, 'now'>
}

/**
 * The version of a change in the rules of an organization: greater than all before it, and never behind the clock
 * (microseconds). A rule that was removed leaves no row and may be given again, so the organization remembers the last
 * version for all of its rules. It rises even where the clock steps back. After a backup was restored, the clock takes
 * it past everything that was told since the backup. Needs `lockGrants`.
 */
export async function nextVersion({ sql, deps }: VersionContext, organizationId: string): Promise<number> {
  const { version } = await sql
    .insertInto('grant_version')
    .values({ organization_id: organizationId, version: deps.now().getTime() * 1000 })
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet(({ fn, eb, ref }) => ({
        version: fn<number>('greatest', [eb('grant_version.version', '+', 1), ref('excluded.version')]),
      })),
    )
    .returning('version')
    .executeTakeFirstOrThrow()
  return Number(version)
}
