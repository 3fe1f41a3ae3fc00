import type { Sql } from '../database.ts'
import type { ContentDependencies } from '../dependencies.ts'

interface Versioning {
  sql: Sql
  deps: Pick<ContentDependencies, 'now'>
}

/**
 * The version of what is changed now in the rules of an organization: greater than all that were given there before, and
 * never behind the clock (microseconds). A rule that was removed leaves no row, and may be given again: the
 * organization remembers the last version for all of them, so it rises where the clock steps back, too; after a backup
 * was restored the clock carries on from what was told since. Needs `lockGrants`.
 */
export async function nextVersion({ sql, deps }: Versioning, organizationId: string): Promise<number> {
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
