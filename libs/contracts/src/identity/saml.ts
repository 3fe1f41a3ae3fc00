import { z } from 'zod'
import { Team } from '../shared/member.ts'
import { Id, RoleOrGuest, Timestamp, Url } from '../shared/primitives.ts'

export const SAMLProviderLabel = z.string().trim().min(1).max(30)

/** `pending` until the identity provider's address, entity id and certificate are all known. */
const SAMLProviderStatus = z.enum(['active', 'pending']).meta({ id: 'SAMLProviderStatus' })

/** An identity provider. Missing data of a pending one is an empty string: the published shape requires the fields. */
export const SAMLProvider = z
  .strictObject({
    object: z.literal('saml-provider'),
    id: Id,
    label: z.string(),
    ssoURL: z.string(),
    entityID: z.string(),
    certificate: z.string(),
    defaultTeam: Team.optional(),
    defaultRole: RoleOrGuest,
    createdAt: Timestamp,
    status: SAMLProviderStatus,
    service: z.strictObject({ acsURL: Url, startURL: Url, entityID: Url }),
    urls: z.strictObject({ location: Url }),
  })
  .meta({ id: 'SAMLProvider' })
export type SAMLProvider = z.infer<typeof SAMLProvider>

/** A provider to sign in at. */
export const SSOEntry = z.strictObject({ id: Id, label: z.string(), startURL: Url }).meta({ id: 'SSOEntry' })

/** Returns the addresses of Quire as the service provider of one identity provider; `publicUrl` has no trailing slash. */
export function samlService(publicUrl: string, { organizationId, id }: { organizationId: string; id: string }) {
  const location = `${publicUrl}/v1/orgs/${organizationId}/saml/${id}`
  return { acsURL: `${location}/acs`, startURL: `${location}/start`, entityID: `${location}/metadata` }
}
