import type { CommonDependencies } from '../../context.ts'
import type { Sql } from '../../database.ts'

interface VersionContext {
  sql: Sql
  deps: Pick<CommonDependencies, 'now'>
}

/**
 * Returns the version of a change to the grants of an organization: greater than all before it, and never behind the
 * clock (microseconds). A removed grant leaves no row and may be given again, so the organization stores one last
 * version for all of its grants. The version rises even if the clock steps back. After a restored backup, the clock
 * takes the version past everything that was published since the backup. Needs `lockGrants`.
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
