import { type RoleName, samlService } from '@quire/contracts'
import { type Caller, forbidden } from '@quire/kit'

interface Demanding {
  organizationId: string
  /** The caller's; null is a guest. */
  role: RoleName | null
  /** The organization demands single sign-on. */
  sso: boolean
  /** Through this provider, where it has an active one. */
  samlProvider: string | null
}

/**
 * Throws 403, naming where to sign in, for a token that did not come out of the organization's single sign-on where
 * it demands that (interface 5.6). Admins are let in with any, or a broken provider could never be repaired.
 */
export function demandSingleSignOn(member: Demanding, { kind }: Pick<Caller, 'kind'>, publicUrl: string): void {
  const { organizationId, role, sso, samlProvider } = member
  if (!sso || kind === 'saml' || role === 'admin') return
  if (samlProvider === null) {
    throw forbidden('This organization requires single sign-on and has no provider for it yet: ask an administrator.')
  }
  const { startURL } = samlService(publicUrl, { organizationId, id: samlProvider })
  throw forbidden(`This organization requires single sign-on: sign in at ${startURL} and use the token you get there.`)
}
