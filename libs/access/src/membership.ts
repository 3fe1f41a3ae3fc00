import type { RoleName } from '@quire/contracts'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

/** One person's membership of one organization. */
export interface Member {
  id: string
  organizationId: string
  userId: string
  /** Null is a guest. */
  role: RoleName | null
  disabled: boolean
  /** The organization demands single sign-on. */
  sso: boolean
  /** Through this provider, where it has an active one. */
  samlProvider: string | null
}

/** Whose membership, and where. */
export interface MemberIds {
  userId: string
  organizationId: string
}

/** Whether a membership was revoked; its row may still be there. It is `Revocations.has('identity.member', id)`. */
export type IsBarred = (memberId: string) => boolean

/** A member's columns, of `member m join organization o`. */
const memberColumns = sql`
  m.id as "id", m.organization_id as "organizationId", m.user_id as "userId", m.role, m.disabled, o.sso,
  o.state->>'samlProvider' as "samlProvider"`

/** All memberships that are known of the user in the organization, the newest first, for a `from` clause or alone. */
export const memberships = (userId: string | RawBuilder<string>, organizationId: string | RawBuilder<string>) =>
  sql<Member>`
    select ${memberColumns}
    from member m join organization o on o.id = m.organization_id
    where m.organization_id = ${organizationId} and m.user_id = ${userId}
    order by m.id desc`

/** The user's membership of the organization, a disabled one too; undefined where there is none. */
export async function membership(
  db: QueryExecutorProvider,
  { userId, organizationId }: MemberIds,
  isBarred: IsBarred,
): Promise<Member | undefined> {
  const { rows } = await memberships(userId, organizationId).execute(db)
  return rows.find(({ id }) => !isBarred(id))
}
