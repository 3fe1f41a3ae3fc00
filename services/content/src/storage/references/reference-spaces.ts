import { newId } from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import type { ReferenceSpaceTables } from '../../tables/reference-spaces.tables.ts'

type Sql = Kysely<ReferenceSpaceTables>

/** Records that a space has pages of these specifications, in the transaction that adds the pages. */
export async function recordReferences(
  sql: Sql,
  { spaceId, userId }: { spaceId: string; userId: string },
  specs: Iterable<string>,
): Promise<void> {
  const rows = [...new Set(specs)].sort().map((spec) => ({ id: newId(), spec }))
  if (rows.length === 0) return
  // Later versions of the specification are made by anybody in the organization, so the work counts for its account.
  await raw`
    insert into reference_space (id, space_id, spec, created_by, account, origin)
    select one.id, space.id, one.spec, ${userId}, holder.account, coalesce(made.state ->> 'origin', holder.account)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (id text, spec text)
    join space on space.id = ${spaceId}
    left join organization made on made.id = space.organization_id
    cross join lateral (
      select coalesce(made.state ->> 'madeBy', 'organization ' || space.organization_id) as account
    ) holder
    on conflict (space_id, spec) do nothing`.execute(sql)
}

/** Marks the specifications of a space whose live content changes; resolves with true if it has any. */
export async function markReferencesOf(sql: Sql, spaceId: string): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('reference_space')
    .set({ marks: raw<number>`marks + 1` })
    .where('space_id', '=', spaceId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks the spaces of an organization that have pages of a specification, in the transaction of its new version. */
export async function markReferencesTo(sql: Sql, organizationId: string, slug: string): Promise<void> {
  await raw`
    update reference_space set marks = marks + 1 from space
    where space.id = reference_space.space_id and space.organization_id = ${organizationId}
      and reference_space.spec = ${slug}`.execute(sql)
}

/** Copies the rows of a space to its duplicate. */
export async function copyReferences(sql: Sql, from: string, { spaceId, userId }: { spaceId: string; userId: string }) {
  const rows = await sql.selectFrom('reference_space').select('spec').where('space_id', '=', from).execute()
  await recordReferences(
    sql,
    { spaceId, userId },
    rows.map(({ spec }) => spec),
  )
}
