import { identityOperations as operations, scimSchemas } from '@quire/contracts'
import type { ServiceTest } from '@quire/world/service-test'

type ScimName = Extract<keyof typeof operations, `${string}Scim${string}`>
type ScimInput = Partial<{ params: object; query: Record<string, string>; body: unknown }>

/** Returns the function that sends operations as the organization's provider of identities. */
export const providerOf =
  (identity: ServiceTest, organizationId: string) =>
  (name: ScimName, { params, ...input }: ScimInput = {}) =>
    identity.call(operations[name], {
      as: { kind: 'scim', scope: 'full', organizationId, tokenId: 'of-scim' },
      params: { organizationId, ...params } as never,
      ...input,
    })

export const patchOf = (...Operations: object[]) => ({ schemas: [scimSchemas.patch], Operations })
