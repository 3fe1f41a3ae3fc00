import { type Caller, forbidden } from '@quire/kit'

/** Throws 403 for a token that is limited to one organization: it must not reach the person's account. */
export function requireWholeAccount({ organizationId }: Caller): void {
  if (organizationId !== undefined) throw forbidden('This token is limited to one organization.')
}
