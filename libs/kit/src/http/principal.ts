import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Operation } from '@quire/contracts'
import type { Position } from '../bus/positions.ts'
import { unauthorized } from '../refusals.ts'

/** Who acts, as the gateway established it (docs/adr/0005). */
export interface Caller {
  /** Absent for requests without a token. */
  userId?: string | undefined
  kind: 'none' | 'user' | 'saml' | 'site' | 'service'
  scope: 'full' | 'read'
  /** The token is good in this organization only. */
  organizationId?: string | undefined
  tokenId?: string | undefined
  /** Of a reader without a token: the address, or the network of an IPv6 one. */
  address?: string | undefined
  /** Of kind `site`: what of a published site they read. */
  visit?: SiteVisit | undefined
}

/** What a site token says (docs/adr/0061). */
export interface SiteVisit {
  siteId: string
  /** The site's when the token was made. */
  generation: number
  /** Seconds since 1970. */
  issuedAt: number
  /** What the visitor's system says of them. */
  claims: Record<string, unknown>
  /** The share link that let the visitor in. */
  shareLinkId?: string | undefined
  /** The member whose preview it is. */
  previewOf?: string | undefined
}

/** Whose requests count together where there is room for a few only. */
export const holderOf = ({ userId, kind, organizationId = '', tokenId = '' }: Caller): string =>
  userId ?? `${kind} ${organizationId} ${tokenId}`

export interface Principal {
  caller: Caller
  operation: string
  method: string
  /** Absent where the gateway cannot know it: a call one service makes in another. */
  path?: string | undefined
  /** What the caller has seen: the service waits until it has applied this much. */
  position?: Position | undefined
  /** Further principals the operation may use to call others, by operation id. */
  calls?: Record<string, string> | undefined
}

export const principalHeader = 'x-quire-principal'
const validForMs = 30_000

/** A principal is its fields and the time until which it is good, as JSON in base64url, and their HMAC behind a dot. */
interface Signed extends Principal {
  /** Milliseconds since the epoch. */
  until: number
}

/** Signs a principal for one service; the key is shared by the gateway and that service alone. */
export function signPrincipal(key: KeyObject, service: string, principal: Principal): string {
  const signed: Signed = { ...principal, until: Date.now() + validForMs }
  const fields = Buffer.from(JSON.stringify(signed)).toString('base64url')
  return `${fields}.${macOf(key, service, fields).toString('base64url')}`
}

/** Throws 401 unless the principal is ours, unexpired, for this service and for exactly this request. */
export function verifyPrincipal(
  key: KeyObject,
  service: string,
  header: string | undefined,
  request: { operation: Operation; method: string; path: string },
): Principal {
  if (!header) throw unauthorized()
  const principal = readSigned(key, service, header)
  const { operation, method, path } = principal
  const fits =
    operation === request.operation.id && method === request.method && (path === undefined || path === request.path)
  if (!fits) throw unauthorized('The principal was made for another request.')
  return principal
}

/** What carries our HMAC was written by `signPrincipal`, so its shape needs no check. */
function readSigned(key: KeyObject, service: string, header: string): Principal {
  const [fields = '', ...mac] = header.split('.')
  const given = Buffer.from(mac.join('.'), 'base64url')
  const wanted = macOf(key, service, fields)
  const isOurs = mac.length === 1 && given.length === wanted.length && timingSafeEqual(given, wanted)
  const signed: Signed | undefined = isOurs ? JSON.parse(Buffer.from(fields, 'base64url').toString()) : undefined
  if (!signed || signed.until <= Date.now()) throw unauthorized('The principal is not valid.')
  return signed
}

const macOf = (key: KeyObject, service: string, fields: string) =>
  createHmac('sha256', key).update(`${service}.${fields}`).digest()
