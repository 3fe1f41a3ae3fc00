import type { Caller } from '@quire/kit'

/** The account that a piece of work counts for, and the address at which that account was created. */
export interface WorkHolder {
  account: string
  /** Equal for accounts that were created at the same address; else the account itself. */
  origin: string
}

/** The person who asks, with the origin of their account. */
interface Asking {
  id: string
  origin: string | null
}

/** The organization in which the work is done, with the account that made it and the origin of that account. */
interface Working {
  id: string
  madeBy: string | null
  origin: string | null
}

/**
 * Returns the account that work counts for (docs/adr/0029): the person's if they act with a token of their whole account,
 * else that of whoever made the organization. An organization signs in as many people as it likes, and admits any visitor,
 * so these do not count by themselves.
 */
export function workHolderOf(
  { kind }: Pick<Caller, 'kind'>,
  person: Asking | undefined,
  organization: Working,
): WorkHolder {
  if (kind === 'user' && person) return { account: person.id, origin: person.origin ?? person.id }
  const account = organization.madeBy ?? `organization ${organization.id}`
  return { account, origin: organization.origin ?? account }
}
