import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Operation, ServiceName } from '@quire/contracts'
import type { Position } from '../bus/position.ts'
import { unauthorized, unavailable } from '../refusals.ts'
import { customerNetworkOf } from './wider-network.ts'

/** The caller of a request, as the gateway established it (docs/adr/0012). */
export interface Caller {
  /** Absent for requests without a token. */
  userId?: string | undefined
  kind: 'none' | 'user' | 'saml' | 'scim' | 'installation' | 'site' | 'integration' | 'service'
  scope: 'full' | 'read'
  /** The only organization in which the token is valid. */
  organizationId?: string | undefined
  /** The id of the access token, or of the session in a browser. */
  tokenId?: string | undefined
  /** True if the person uses the console: the token is a session that a browser has the cookie of (docs/adr/0066). */
  isSession?: boolean | undefined
  /** When the session began, in seconds since 1970; absent without a session. */
  signedInAt?: number | undefined
  /** The browser that calls an operation of the console alone: the hash of its cookie, whether or not that is a session. */
  browser?: string | undefined
  /** The expiry of an access token, a session or a site token, in seconds since 1970. */
  tokenExpiresAt?: number | undefined
  /** The address of the request, or the network of an IPv6 address; absent with the token of a site. */
  address?: string | undefined
  /** The address, or the network, from which the token of a site was sent; it may be a renderer's, for many visitors. */
  tokenAddress?: string | undefined
  /** The visit of a caller of kind `site`. */
  visit?: SiteVisit | undefined
  /** The integration of a caller of kind `integration`. */
  integration?: CallingIntegration | undefined
  /** The service that calls as itself; kind `service` only. */
  service?: ServiceName | undefined
  /** For a service that calls another: the groups of the caller on whose behalf it does. */
  groups?: readonly string[] | undefined
}

/** The content of an integration's token (docs/adr/0051). */
interface CallingIntegration {
  name: string
  /** The only installation that the token opens, if it is limited to one. */
  installationId?: string | undefined
  /** The integration's generation when the token was made. */
  generation: number
}

/** The content of a site token (docs/adr/0024). */
export interface SiteVisit {
  siteId: string
  /** The site's generation when the token was issued. */
  generation: number
  /** Seconds since 1970. */
  issuedAt: number
  /** Claims that the visitor's own system signed. */
  claims: Record<string, unknown>
  /** The share link that admitted the visitor. */
  shareLinkId?: string | undefined
  /** The member who previews the site, or visits an internal one. */
  previewOf?: string | undefined
  /** The kind of the access token that the preview was created with; `saml` satisfies a demand of single sign-on. */
  previewKind?: Caller['kind'] | undefined
  /** The access token that the preview was created with; its revocation ends the preview. */
  previewToken?: string | undefined
  /** True for a visit of an internal site, which also ends with what ends the visits of other sites. */
  isInternal?: boolean | undefined
}

/**
 * Returns the account that the requests of a person count for; undefined for other callers. An organization signs in whom it
 * likes, so what is done with its sign-in counts for that person there alone: else it could use up the limits of anybody.
 */
export const accountOf = ({ userId, kind, organizationId = '' }: Caller): string | undefined =>
  userId === undefined || kind === 'user' ? userId : `${userId} in ${organizationId}`

/**
 * Returns the key under which the requests of a caller are counted together, for limits per caller. Strangers count by
 * their network. So do those with a token of a site, for each site: such tokens are free to make.
 */
export function holderOf(caller: Caller): string {
  const { kind, organizationId = '', tokenId = '', visit, service } = caller
  const account = accountOf(caller)
  if (account !== undefined) return account
  if (kind === 'none') return `${kind} ${customerNetworkOf(caller.address)}`
  if (visit) return `site ${visit.siteId} ${customerNetworkOf(caller.tokenAddress)}`
  return service === undefined ? `${kind} ${organizationId} ${tokenId}` : `service ${service}`
}

/**
 * Returns the groups that the work of a caller waits in, outermost first: nobody waits for another group, and those
 * within a group take turns. Visitors of a site are the group of the site, and in it of their address.
 * @param site the site that is being read, if the caller's token does not say so
 */
export function groupsOf(caller: Caller, site?: string): readonly string[] {
  const { groups, kind, address, visit, tokenId } = caller
  if (groups) return groups
  const siteId = site ?? visit?.siteId
  const own =
    accountOf(caller) ?? (kind === 'none' ? (address ?? kind) : visit ? (address ?? tokenId ?? kind) : holderOf(caller))
  return siteId === undefined ? [own] : [`site ${siteId}`, own]
}

export interface Principal {
  caller: Caller
  operation: string
  method: string
  /** Absent if the gateway cannot know the path: a call of one service to another. */
  path?: string | undefined
  /** The position that the caller has seen: the service waits until it has applied the stream up to there. */
  position?: Position | undefined
  /** Further principals the operation may use to call others, by operation id. */
  calls?: Record<string, string> | undefined
}

export const principalHeader = 'x-quire-principal'
const validForMs = 30_000

/** A signed principal is its fields and its expiry as JSON in base64url, a dot, and their HMAC. */
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

type Called = Pick<Operation, 'id' | 'owner' | 'method'>

/** Signs the principal of a service that calls an operation as itself; the key is shared by all services. */
export function signAsService(
  key: KeyObject,
  service: ServiceName,
  { id, owner, method }: Called,
  { path, groups, position }: { path: string } & Pick<Caller, 'groups'> & Pick<Principal, 'position'>,
): string {
  const caller: Caller = { kind: 'service', scope: 'full', service, groups }
  return signPrincipal(key, owner, { caller, operation: id, method, path, ...(position && { position }) })
}

/**
 * Throws 401 unless the principal is ours, for this service and for exactly this request, and, of an operation for
 * services, of one that its contract names. Throws 503 if it has expired.
 */
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
  const { access } = request.operation
  if (access.on === 'service' && !access.by.some((one) => one === principal.caller.service)) {
    throw unauthorized('The operation is for other services.')
  }
  return principal
}

/** Reads a signed principal; throws 401 if it is not ours and for this service, 503 if it has expired. */
function readSigned(key: KeyObject, service: string, header: string): Principal {
  const principal = openPrincipal(key, service, header)
  if (!principal) throw unauthorized('The principal is not valid.')
  return principal
}

/**
 * Opens a principal without asking what it is for; undefined if it is not ours and for this service. Only `signPrincipal`
 * writes our HMAC, so the shape needs no check. Throws 503 if it has expired: that is no fault of the client, and 401
 * would make it drop a token that is valid.
 */
export function openPrincipal(key: KeyObject, service: string, header: string): Principal | undefined {
  const [fields = '', ...mac] = header.split('.')
  const given = Buffer.from(mac.join('.'), 'base64url')
  const wanted = macOf(key, service, fields)
  const isOurs = mac.length === 1 && given.length === wanted.length && timingSafeEqual(given, wanted)
  const signed: Signed | undefined = isOurs ? JSON.parse(Buffer.from(fields, 'base64url').toString()) : undefined
  if (signed && signed.until <= Date.now()) throw expired()
  return signed
}

const expired = () =>
  unavailable('The request waited for half a minute, or the clocks of the system differ by that much: try again.')

const macOf = (key: KeyObject, service: string, fields: string) =>
  createHmac('sha256', key).update(`${service}.${fields}`).digest()
