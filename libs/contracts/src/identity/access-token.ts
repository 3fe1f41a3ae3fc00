import { z } from 'zod'
import { Id, Timestamp, Url } from '../shared/primitives.ts'

/** Scope of a token; `read` allows reads only. */
export const TokenScope = z.enum(['full', 'read']).meta({ id: 'TokenScope' })

/** A personal access token without its secret (docs/interface.md#tokens). */
export const AccessToken = z
  .strictObject({
    object: z.literal('access-token'),
    id: Id,
    name: z.string(),
    scope: TokenScope,
    createdAt: Timestamp,
    expiresAt: Timestamp,
    urls: z.strictObject({ location: Url }),
  })
  .meta({ id: 'AccessToken' })
export type AccessToken = z.infer<typeof AccessToken>

/** The only answer with the secret. */
export const CreatedAccessToken = AccessToken.extend({ token: z.string() }).meta({ id: 'CreatedAccessToken' })
