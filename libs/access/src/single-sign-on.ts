import { type RoleName, samlService } from '@quire/contracts'
import { type Caller, forbidden } from '@quire/kit'

interface SignOnDemand {
  organizationId: string
  /** The caller's role; null for a guest. */
  role: RoleName | null
  /** True if the organization demands single sign-on. */
  sso: boolean
  /** Id of the organization's active single sign-on provider, if any. */
  samlProvider: string | null
}

/** True if the organization demands single sign-on and the token did not come from it; admins need none. */
export const lacksSingleSignOn = (
  { sso, role }: Pick<SignOnDemand, 'sso' | 'role'>,
  kind: Caller['kind'] | undefined,
) => sso && kind !== 'saml' && role !== 'admin'

/**
 * Throws 403 with the address to sign in at if the organization demands single sign-on and the token did not come from it
 * (docs/interface.md#single-sign-on). Admits admins with any token; otherwise nobody could repair a broken provider.
 */
export function demandSingleSignOn(member: SignOnDemand, { kind }: Pick<Caller, 'kind'>, publicUrl: string): void {
  const { organizationId, samlProvider } = member
  if (!lacksSingleSignOn(member, kind)) return
  if (samlProvider === null) {
    throw forbidden('This organization requires single sign-on and has no provider for it yet: ask an administrator.')
  }
  const { startURL } = samlService(publicUrl, { organizationId, id: samlProvider })
  throw forbidden(`This organization requires single sign-on: sign in at ${startURL} and use the token you get there.`)
}
