import { grant } from '@quire/contracts'
import { sql as raw } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { nextVersion } from '../grants/grant-versions.ts'
import { type GrantRow, grantState } from '../grants/grants.state.ts'

/**
 * Transfers the grants on these scopes to another organization. Grants of people who are members there then name their
 * membership there. Grants of teams and of all other people are removed.
 */
export async function transferGrants(
  context: WorkspaceContext,
  scopeIds: string[],
  organizationId: string,
): Promise<void> {
  const { sql, emit, access, deps } = context
  const { rows: deletedRows } = await raw<GrantRow>`
    delete from access_grant where scope_id = any(${scopeIds}::text[]) returning *`.execute(sql)
  const removed = await nextVersion(context, access.organizationId)
  for (const { scope_id, subject_id } of deletedRows) {
    emit(grant.removed, { key: `${scope_id}.${subject_id}`, version: removed })
  }
  const memberships = await membershipsIn(context, organizationId, deletedRows)
  const transferred = deletedRows.flatMap((row) => {
    const subject_id = row.subject_kind === 'member' && memberships.get(row.subject_id)
    return subject_id ? [{ ...row, subject_id }] : []
  })
  const { rows } = await raw<GrantRow>`
    insert into access_grant
      (scope_id, scope_kind, subject_id, subject_kind, organization_id, role, created_at, version)
    select scope_id, scope_kind, subject_id, 'member', ${organizationId}, role, created_at,
      ${await nextVersion(context, organizationId)}::bigint
    from jsonb_to_recordset(${JSON.stringify(transferred)}::jsonb)
      transferred (scope_id text, scope_kind text, subject_id text, role text, created_at timestamptz)
    on conflict do nothing
    returning *`.execute(sql)
  for (const row of rows) emit(grant.saved, grantState(row))
  await deps.counters.mark(context, { subjects: [...deletedRows, ...rows].map((row) => row.subject_id) })
}

/** Finds the enabled memberships of the same people in another organization, by their old membership. */
async function membershipsIn({ sql, deps }: WorkspaceContext, organizationId: string, grants: GrantRow[]) {
  const { rows } = await raw<{ old: string; id: string }>`
    select old.id as old, member.id
    from member old join member on member.user_id = old.user_id and member.organization_id = ${organizationId}
    where old.id = any(${[...new Set(grants.map((row) => row.subject_id))]}::text[]) and not member.disabled
    order by member.id`.execute(sql)
  return new Map(rows.filter(({ id }) => !deps.isBarred(id)).map(({ old, id }) => [old, id]))
}
