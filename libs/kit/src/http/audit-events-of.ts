import { createHash, randomUUID } from 'node:crypto'
import { AuditEventState, type Audited, type Operation } from '@quire/contracts'
import type { AuditNote } from './audit-note.ts'
import { type AnyOutcome, Outcome } from './outcome.ts'
import type { Caller } from './principal.ts'
import type { RequestInProgress } from './request-in-progress.ts'

const maxUserAgent = 200
const maxIdLength = 255
const maxFieldBytes = 4096
const maxChangedNames = 50

type Write = Pick<RequestInProgress, 'route' | 'principal' | 'input' | 'requestId' | 'visit'>

/**
 * Returns the audit events of a write that succeeded, one for each organization that it concerns: none if the operation
 * is not audited, or deleted what was not there. `found` is the organization that the access rule found. Throws if
 * nobody names the target, which is a bug of the handler.
 */
export function auditEventsOf(
  write: Write,
  outcome: AnyOutcome,
  note: AuditNote,
  found: () => string | undefined,
): AuditEventState[] {
  const { operation } = write.route
  const { audited } = operation
  if (!audited || note.isUnchanged || isAbsent(operation, outcome)) return []
  const { input, principal, requestId } = write
  const inPath = input.params.organizationId
  const shared = {
    version: 1,
    at: new Date().toISOString(),
    action: operation.id,
    actor: note.actorId === undefined ? actorOf(principal.caller) : ({ type: 'user', id: note.actorId } as const),
    source:
      operation.page || operation.console || principal.caller.isSession
        ? 'ui'
        : principal.caller.kind === 'integration'
          ? 'integration'
          : 'api',
    target: targetOf(operation, audited, input.params, outcome, note),
    correlationId: requestId.slice(0, maxUserAgent),
    payload: { ...payloadOf(write, audited, note.values), ...note.payload },
  } as const
  const organizations = note.organizations ?? [inPath ?? found()].filter((one) => one !== undefined)
  // A person without an organization makes and revokes tokens too.
  const concerned = organizations.length === 0 ? [null] : organizations
  return concerned.map((organizationId) => AuditEventState.parse({ ...shared, id: randomUUID(), organizationId }))
}

/** True if there was nothing to delete. */
const isAbsent = ({ method, scim }: Operation, outcome: AnyOutcome) =>
  method === 'DELETE' && !scim && outcome instanceof Outcome && outcome.status === 204

function actorOf({ userId, integration, service, kind }: Caller) {
  if (userId !== undefined) return { type: 'user', id: userId } as const
  if (integration?.installationId !== undefined)
    return { type: 'installation', id: integration.installationId } as const
  if (integration) return { type: 'integration', id: integration.name } as const
  // A token of the installation is nobody's; the event names the token.
  return { type: 'system', id: service ?? kind } as const
}

function targetOf(
  { id: operation }: Operation,
  { target: type, id, secretId }: Audited,
  params: Readonly<Record<string, string>>,
  outcome: AnyOutcome,
  note: AuditNote,
) {
  if (note.target) return { type, ...bounding(note.target) }
  const body = outcome instanceof Outcome ? outcome.body : outcome
  const reply = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const named = id === 'reply' ? reply.id : id && params[id]
  if (typeof named !== 'string') throw new Error(`${operation} does not say what it changed`)
  if (secretId) return { type, id: hashOf(named) }
  const label = reply.id === named && type !== 'user' ? (reply.title ?? reply.name) : undefined
  return { type, ...bounding({ id: named, label: typeof label === 'string' ? label : undefined }) }
}

const bounding = ({ id, label }: { id: string; label?: string | undefined }) => ({
  id: id.slice(0, maxIdLength),
  ...(label !== undefined && { label: label.slice(0, maxIdLength) }),
})

/** Stands for an id that lets its holder in: the same for each use of it, and of no use to a reader. */
const hashOf = (secret: string) => createHash('sha256').update(`audit ${secret}`).digest('base64url').slice(0, 22)

/** Returns the address and client of the request, and of its input only what the declaration names. */
function payloadOf(
  { principal, input, visit, route }: Write,
  { params = [], fields = [] }: Audited,
  repeated: AuditNote['values'],
) {
  const { address, tokenAddress, tokenId } = principal.caller
  const agent = visit.headers['user-agent']
  const body = isPlain(input.body) ? input.body : {}
  const changed = Object.keys(body).filter((name) => body[name] !== undefined)
  const from = address ?? tokenAddress
  const named = repeated ?? Object.fromEntries(fields.map((name) => [name, body[name]]))
  const values = Object.entries(named).flatMap(([name, value]) => (value === undefined ? [] : [[name, bounded(value)]]))
  return {
    ...(from !== undefined && { address: from }),
    ...(typeof agent === 'string' && { userAgent: agent.slice(0, maxUserAgent) }),
    ...(tokenId !== undefined && { accessToken: tokenId }),
    ...(params.length > 0 && {
      parameters: Object.fromEntries(params.map((name) => [name, (input.params[name] ?? '').slice(0, maxIdLength)])),
    }),
    ...(['PATCH', 'PUT'].includes(route.operation.method) &&
      changed.length > 0 && { changed: changed.slice(0, maxChangedNames) }),
    ...(values.length > 0 && { values: Object.fromEntries(values) }),
  }
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const bounded = (value: unknown): unknown =>
  Buffer.byteLength(JSON.stringify(value)) > maxFieldBytes ? 'too long to repeat' : value
