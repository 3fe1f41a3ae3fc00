import { grant } from '@quire/contracts'
import { sql as raw } from 'kysely'
import type { ContentContext } from '../context.ts'
import { type GrantRow, grantState } from '../grants/grants.state.ts'
import { nextVersion } from '../grants/versions.ts'

/**
 * Takes the rules on these scopes over to another organization. Rules of people who are members there then name their
 * membership there. Rules of teams and of all other people end.
 */
export async function carryGrants(context: ContentContext, scopeIds: string[], organizationId: string): Promise<void> {
  const { sql, emit, access, deps } = context
  const { rows: gone } = await raw<GrantRow>`
    delete from access_grant where scope_id = any(${scopeIds}::text[]) returning *`.execute(sql)
  const removed = await nextVersion(context, access.organizationId)
  for (const { scope_id, subject_id } of gone) {
    emit(grant.removed, { key: `${scope_id}.${subject_id}`, version: removed })
  }
  const memberships = await membershipsIn(context, organizationId, gone)
  const kept = gone.flatMap((row) => {
    const subject_id = row.subject_kind === 'member' && memberships.get(row.subject_id)
    return subject_id ? [{ ...row, subject_id }] : []
  })
  const { rows } = await raw<GrantRow>`
    insert into access_grant
      (scope_id, scope_kind, subject_id, subject_kind, organization_id, role, created_at, version)
    select scope_id, scope_kind, subject_id, 'member', ${organizationId}, role, created_at,
      ${await nextVersion(context, organizationId)}::bigint
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
      kept (scope_id text, scope_kind text, subject_id text, role text, created_at timestamptz)
    on conflict do nothing
    returning *`.execute(sql)
  for (const row of rows) emit(grant.saved, grantState(row))
  await deps.counters.mark(context, { subjects: [...gone, ...rows].map((row) => row.subject_id) })
}

/** By an old membership, the enabled one that the same person has in another organization. */
async function membershipsIn({ sql, deps }: ContentContext, organizationId: string, rules: GrantRow[]) {
  const { rows } = await raw<{ old: string; id: string }>`
    select old.id as old, member.id
    from member old join member on member.user_id = old.user_id and member.organization_id = ${organizationId}
    where old.id = any(${[...new Set(rules.map((row) => row.subject_id))]}::text[]) and not member.disabled
    order by member.id`.execute(sql)
  return new Map(rows.filter(({ id }) => !deps.isBarred(id)).map(({ old, id }) => [old, id]))
}
