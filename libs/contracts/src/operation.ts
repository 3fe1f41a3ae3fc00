import type { ZodType } from 'zod'
import type { AccessRule, ServiceName } from './access-rules.ts'
import type { Audited } from './audited.ts'
import type { IntegrationScope } from './shared/integration-scope.ts'

/** The services that own operations; the gateway owns none. */
export type OwnerName = Exclude<ServiceName, 'gateway'>

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type SuccessStatus = 200 | 201 | 204 | 205

/** Schemas of replies by status; `null` if the status has no body. */
type Replies = Partial<Record<SuccessStatus, ZodType | null>>

/** The declaration of an operation. Its id is its key in the table, its owner is the table's. */
interface OperationSpec {
  method: Method
  /** Path with `{name}` parameters, version included; `/internal` paths are not reachable through the gateway. */
  path: `/v1${string}` | `/internal/${string}` | `/sites/${string}`
  /** True if the last parameter is the rest of the path, with slashes encoded or not. */
  rest?: boolean
  /** One line for the reference page. */
  summary: string
  access: AccessRule
  query?: ZodType
  body?: ZodType
  /** True if the body is a browser's form, not JSON. */
  form?: boolean
  /** Largest accepted body in bytes. Default: 1 MB, or 64 kB for operations without a token. */
  bodyLimit?: number
  replies: Replies
  /** Media type of a successful reply that is text. */
  text?: 'text/html' | 'application/samlmetadata+xml'
  /** True if a person opens the path in a browser: refusals are pages too. */
  page?: boolean
  /**
   * True for requests of a published site's visitors: cookies are forwarded, access tokens are ignored, HEAD is answered
   * like GET, and the handler gets the request's address and headers.
   */
  visit?: boolean
  /** Further request headers that the handler reads, in lower case, besides those that every service receives. */
  passes?: readonly string[]
  /** Shape of each event's data if a successful reply is an event stream. */
  streams?: ZodType
  /** True if a successful reply is a file of any size. */
  download?: boolean
  /** True if the body is a file of any type and up to `bodyLimit`, which the handler reads as a stream. */
  upload?: boolean
  /** True if the write takes rights away: the answer waits until every service has applied it. */
  narrows?: boolean
  /** Operations of other services that this one calls on the caller's behalf; as the service itself if only services may. */
  calls?: readonly string[]
  /**
   * True if only the console may call it: a request without the key of the console's own page is refused, so that no other
   * page signs somebody in or out (docs/adr/0066).
   */
  console?: boolean
  /**
   * True if a session in a browser may call it only within ten minutes of its sign-in: it changes how people sign in, or
   * makes what lets somebody or something in after the session has ended (docs/adr/0072).
   */
  recentSignIn?: boolean
  /** True if a site token may call it: on its site, a space of the site, or the organization's content on the site. */
  site?: boolean
  /**
   * The token of an integration that may call it about itself: any of its tokens, or only one for all installations. With a
   * scope, the token of an installation that has the scope and is enabled in the path's space.
   */
  integration?: 'any token' | 'whole token' | IntegrationScope
  deprecated?: boolean
  /** True if the work may take minutes, or others decide how long: the gateway uses a longer timeout, and other connections. */
  slow?: boolean
  /** True for a POST that changes nothing: read-only tokens may call it, and it runs without a transaction. */
  reads?: boolean
  /** True if the reply has a secret: read-only tokens do not get it, and it is never stored with an idempotency key. */
  secret?: boolean
  /** True if replies and refusals are SCIM messages (RFC 7644); a DELETE then answers 404 to what is not there. */
  scim?: boolean
  /** True if refusals are OAuth errors (RFC 6749, section 5.2), which programs read. */
  oauth?: boolean
  /** What the audit event of the write says; absent if the write leaves none. */
  audited?: Audited
}

export interface Operation extends OperationSpec {
  id: string
  owner: OwnerName
}

type OperationTable = Readonly<Record<string, OperationSpec>>
type OwnedOperations<T extends OperationTable> = {
  readonly [K in keyof T & string]: T[K] & { id: K; owner: OwnerName }
}

/** Returns the largest accepted body of an operation in bytes; smaller for operations without a token. */
export const bodyLimitOf = ({ bodyLimit, access }: OperationSpec): number =>
  bodyLimit ?? (access.on === 'public' ? 64 * 1024 : 1024 * 1024)

/**
 * True if a request with an `Idempotency-Key` does its work once, however often it is sent: a POST, except those that
 * answer with a secret, which is never stored (docs/interface.md#repeating-a-request).
 */
export const heedsIdempotencyKey = ({ method, secret, reads }: OperationSpec): boolean =>
  method === 'POST' && !secret && !reads

/** Parameter names of a path, in braces. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParams<Rest>
  : never

/**
 * Declares the operations that one service owns, keyed by operation id.
 * The gateway, the reference page and the contract tests need nothing else.
 */
export function operations<const T extends OperationTable>(owner: OwnerName, table: T): OwnedOperations<T> {
  const owned = Object.entries(table).map(([id, spec]) => [id, { ...spec, id, owner }])
  return Object.fromEntries(owned) as OwnedOperations<T>
}
