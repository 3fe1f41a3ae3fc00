import { z } from 'zod'
import { servicesOnly } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { IntegrationScope } from '../shared/integration-scope.ts'
import { Id } from '../shared/primitives.ts'

/** What an installation may do in a space, for the service that has the space; not reachable through the gateway. */
export const integrationGrantOperations = operations('sites', {
  findIntegrationGrant: {
    method: 'POST',
    path: '/internal/integration-grants',
    summary: 'What the token of an installation may do in a space now',
    access: servicesOnly('content'),
    body: z.object({ integration: z.string(), installation: Id, generation: z.int(), space: Id }),
    replies: {
      200: z.strictObject({
        /** The organization that the installation is on; null if the token has ended. */
        organizationId: Id.nullable(),
        /** True if the installation is enabled in the space, if that is a space of its organization. */
        isEnabled: z.boolean(),
        /** The scopes that it was installed with and that the integration still asks for. */
        scopes: z.array(IntegrationScope),
      }),
    },
    reads: true,
  },
})
