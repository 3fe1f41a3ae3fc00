import { type RoleName, samlService } from '@quire/contracts'
import { type Caller, forbidden } from '@quire/kit'

interface SignOnDemand {
  organizationId: string
  /** The caller's; null is a guest. */
  role: RoleName | null
  /** The organization demands single sign-on. */
  sso: boolean
  /** Through this provider, where it has an active one. */
  samlProvider: string | null
}

/**
 * Throws 403, naming where to sign in, where the organization demands single sign-on and the token did not come from it
 * (docs/interface.md#single-sign-on). Admins are let in with any token, or nobody could repair a broken provider.
 */
export function demandSingleSignOn(member: SignOnDemand, { kind }: Pick<Caller, 'kind'>, publicUrl: string): void {
  const { organizationId, role, sso, samlProvider } = member
  if (!sso || kind === 'saml' || role === 'admin') return
  if (samlProvider === null) {
    throw forbidden('This organization requires single sign-on and has no provider for it yet: ask an administrator.')
  }
  const { startURL } = samlService(publicUrl, { organizationId, id: samlProvider })
  throw forbidden(`This organization requires single sign-on: sign in at ${startURL} and use the token you get there.`)
}
