import { type Kysely, sql as raw } from 'kysely'
import type { Tables } from '../database.ts'
import { accountsWith, domainOf } from '../users/emails.ts'
import type { UserRow } from '../users/users.state.ts'

/** The accounts of an address, for somebody who proves that it is theirs. */
interface AccountsOfAddress {
  /** The account that its owner has proved. */
  proved: UserRow | undefined
  /** The only account, of an organization, which the proof makes the owner's. */
  adoptable: UserRow | undefined
  /** An account by which the operator has disabled the owner: the proved one, or else any. */
  disabled: UserRow | undefined
  /** True if the owner has an account already: a proved one, or one of an organization that they are a member of. */
  isKnown: boolean
}

/**
 * Finds the accounts of an address. An address that only SCIM has given names nobody unless it is of a domain of the
 * organization: whoever has a token for SCIM could give their own to a member (docs/adr/0069). With `lock` the rows are
 * locked, so that nobody is disabled meanwhile; lock organizations before.
 */
export async function accountsOfAddress(
  sql: Kysely<Tables>,
  email: string,
  { lock = false } = {},
): Promise<AccountsOfAddress> {
  const found = accountsWith(sql, [email])
    .leftJoin('organization', 'organization.id', 'user.vouched_by')
    .select('organization.email_domains')
    .select(
      raw<boolean>`exists (
      select from member where member.user_id = "user".id and member.organization_id = "user".vouched_by
    )`.as('is_member'),
    )
    .orderBy('user.id')
  const rows = await (lock ? found.forShare('user') : found).execute()
  const domain = domainOf(email)
  const proved = rows.find(({ vouched_by }) => vouched_by === null)
  const named = rows.filter(
    ({ vouched_by, address_by_scim, email_domains }) =>
      vouched_by !== null && (!address_by_scim || email_domains?.includes(domain)),
  )
  const isDisabled = ({ disabled_at }: UserRow) => disabled_at !== null
  return {
    proved,
    adoptable: rows.length === 1 ? named[0] : undefined,
    disabled: proved ? [proved].find(isDisabled) : rows.find(isDisabled),
    isKnown: proved !== undefined || named.some(({ is_member }) => is_member),
  }
}
