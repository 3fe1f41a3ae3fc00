import type { KeyObject } from 'node:crypto'
import type { Operation } from '@quire/contracts'
import jwt from 'jsonwebtoken'
import { z } from 'zod'
import { unauthorized } from '../refusals.ts'

/** Who acts, as the gateway established it (docs/adr/0005). */
export const Caller = z.object({
  /** Absent for requests without a token. */
  userId: z.string().optional(),
  kind: z.enum(['none', 'user', 'saml', 'site', 'service']),
  scope: z.enum(['full', 'read']).default('full'),
  /** The token is good in this organization only. */
  organizationId: z.string().optional(),
  tokenId: z.string().optional(),
})
export type Caller = z.infer<typeof Caller>

/** Whose requests count together where there is room for a few only. */
export const holderOf = ({ userId, kind, organizationId = '', tokenId = '' }: Caller): string =>
  userId ?? `${kind} ${organizationId} ${tokenId}`

const PrincipalClaims = z.object({
  caller: Caller,
  operation: z.string(),
  method: z.string(),
  /** Absent where the gateway cannot know it: a call one service makes in another. */
  path: z.string().optional(),
  /** What the caller has seen: the service waits until it has applied this much. */
  position: z.object({ stream: z.string(), sequence: z.number().int() }).optional(),
  /** Further principals the operation may use to call others, by operation id. */
  calls: z.record(z.string(), z.string()).optional(),
})
export type Principal = z.infer<typeof PrincipalClaims>

export const principalHeader = 'x-quire-principal'
const validForSeconds = 30
const algorithm = 'HS256'

/** Signs a principal for one service; the key is shared by the gateway and that service alone. */
export function signPrincipal(key: KeyObject, service: string, principal: Principal): string {
  return jwt.sign(principal, key, { algorithm, audience: service, expiresIn: validForSeconds, noTimestamp: false })
}

/** Throws 401 unless the principal is ours, unexpired, for this service and for exactly this request. */
export function verifyPrincipal(
  key: KeyObject,
  service: string,
  token: string | undefined,
  request: { operation: Operation; method: string; path: string },
): Principal {
  if (!token) throw unauthorized()
  const principal = parse(key, service, token)
  const { operation, method, path } = principal
  const fits =
    operation === request.operation.id && method === request.method && (path === undefined || path === request.path)
  if (!fits) throw unauthorized('The principal was made for another request.')
  return principal
}

function parse(key: KeyObject, service: string, token: string): Principal {
  try {
    return PrincipalClaims.parse(jwt.verify(token, key, { algorithms: [algorithm], audience: service }))
  } catch {
    throw unauthorized('The principal is not valid.')
  }
}
