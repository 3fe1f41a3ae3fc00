import type { RoleName } from '@quire/contracts'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

/** One person's membership of one organization. */
export interface Member {
  id: string
  organizationId: string
  userId: string
  /** Null for a guest. */
  role: RoleName | null
  disabled: boolean
  /** True if the organization demands single sign-on. */
  sso: boolean
  /** Id of the organization's active single sign-on provider, if any. */
  samlProvider: string | null
}

/** The ids that identify a membership. */
export interface MemberIds {
  userId: string
  organizationId: string
}

/** True if a membership was revoked, even if its row still exists: `Revocations.has('identity.member', id)`. */
export type IsBarred = (memberId: string) => boolean

/** A member's columns, from `member m join organization o`. */
const memberColumns = sql`
  m.id as "id", m.organization_id as "organizationId", m.user_id as "userId", m.role, m.disabled, o.sso,
  o.state->>'samlProvider' as "samlProvider"`

/** Selects all known memberships of the user in the organization, newest first, for a `from` clause or alone. */
export const memberships = (userId: string | RawBuilder<string>, organizationId: string | RawBuilder<string>) =>
  sql<Member>`
    select ${memberColumns}
    from member m join organization o on o.id = m.organization_id
    where m.organization_id = ${organizationId} and m.user_id = ${userId}
    order by m.id desc`

/** Returns the user's membership of the organization, a disabled one too; undefined if there is none. */
export async function membership(
  db: QueryExecutorProvider,
  { userId, organizationId }: MemberIds,
  isBarred: IsBarred,
): Promise<Member | undefined> {
  const { rows } = await memberships(userId, organizationId).execute(db)
  return rows.find(({ id }) => !isBarred(id))
}
