import type { ZodType } from 'zod'
import type { AccessRule } from './access.ts'

export const serviceNames = ['gateway', 'identity', 'content', 'sites', 'ai'] as const
type ServiceName = (typeof serviceNames)[number]
/** The services that own operations; the gateway owns none. */
export type OwnerName = Exclude<ServiceName, 'gateway'>

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type SuccessStatus = 200 | 201 | 204 | 205

/** A reply is a schema, or `null` where the status carries no body. */
type Replies = Partial<Record<SuccessStatus, ZodType | null>>

/** What is written once for an operation; its id is its key in the table and its owner the table's. */
interface OperationSpec {
  method: Method
  /** Path with `{name}` parameters, version included; `/internal` paths are not reachable through the gateway. */
  path: `/v1${string}` | `/internal/${string}` | `/sites/${string}`
  /** The last parameter takes the rest of the path, with its slashes encoded or as they are. */
  rest?: boolean
  /** One line for the reference page. */
  summary: string
  access: AccessRule
  query?: ZodType
  body?: ZodType
  /** The body comes as a browser sends a form, not as JSON. */
  form?: boolean
  /** Largest accepted body in bytes; where absent 1 MB, or 64 kB where no token is needed. */
  bodyLimit?: number
  replies: Replies
  /** The success is text of this media type. */
  text?: 'text/html' | 'application/samlmetadata+xml'
  /** A person's browser opens it: refusals are pages too. */
  page?: boolean
  /**
   * A reader of a published site asks for it: cookies are passed on, access tokens are not looked at, HEAD is answered as
   * GET is, and the handler gets the request's address and headers.
   */
  visit?: boolean
  /** Request headers that its handler reads, beside those that every service gets; in small letters. */
  passes?: readonly string[]
  /** The success is an event stream; each event's data has this shape. */
  streams?: ZodType
  /** The success is a file of any size. */
  download?: boolean
  /** The body is a file of any type and up to `bodyLimit`; its handler reads it as it comes. */
  upload?: boolean
  /** The write takes rights away: it answers when every service has applied it. */
  narrows?: boolean
  /** Operations of other services this one performs on the caller's behalf; as the service itself where only services may. */
  calls?: readonly string[]
  /** A site token may perform it: on its site, on a space of it, or for what the site shows of its organization. */
  site?: boolean
  deprecated?: boolean
  /** Its work may take minutes: the gateway waits longer for it. */
  slow?: boolean
  /** A POST that changes nothing: open to read-only tokens, run without a transaction. */
  reads?: boolean
  /** The reply holds a secret: it is never kept for an idempotency key. */
  secret?: boolean
}

export interface Operation extends OperationSpec {
  id: string
  owner: OwnerName
}

type OperationTable = Readonly<Record<string, OperationSpec>>
type OwnedOperations<T extends OperationTable> = {
  readonly [K in keyof T & string]: T[K] & { id: K; owner: OwnerName }
}

/** The largest body of an operation in bytes; whoever needs no token has little to say. */
export const bodyLimitOf = ({ bodyLimit, access }: OperationSpec): number =>
  bodyLimit ?? (access.on === 'public' ? 64 * 1024 : 1024 * 1024)

/** The names between braces in a path. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParams<Rest>
  : never

/**
 * Declares the operations that one service owns, keyed by operation id.
 * Adding one here is all the gateway, the reference page and the contract tests need.
 */
export function operations<const T extends OperationTable>(owner: OwnerName, table: T): OwnedOperations<T> {
  const owned = Object.entries(table).map(([id, spec]) => [id, { ...spec, id, owner }])
  return Object.fromEntries(owned) as OwnedOperations<T>
}
