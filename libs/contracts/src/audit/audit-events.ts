import { z } from 'zod'
import { noun } from '../event.ts'
import { Id, Timestamp } from '../shared/primitives.ts'

export const auditActorTypes = ['user', 'integration', 'installation', 'system', 'support'] as const
export const auditSources = ['ui', 'api', 'integration', 'webhook', 'workflow', 'script', 'support'] as const

/** One recorded change, as the service that made it publishes it. It never changes. */
export const AuditEventState = z.object({
  id: z.uuid(),
  version: z.literal(1),
  /** Null for a change of an account that is in no organization. */
  organizationId: Id.nullable(),
  at: Timestamp,
  /** The id of the operation. */
  action: z.string().min(1).max(100),
  actor: z.object({ type: z.enum(auditActorTypes), id: Id }),
  source: z.enum(auditSources),
  /** The label is absent for people: identity knows their names. */
  target: z.object({ type: z.string().max(100), id: z.string().max(2048), label: z.string().max(255).optional() }),
  /** Shared by the events that one request left in several services. */
  correlationId: z.string().max(200),
  payload: z.record(z.string(), z.unknown()),
})
export type AuditEventState = z.output<typeof AuditEventState>

const auditEventNoun = (owner: 'content' | 'sites') =>
  noun(owner, 'audit-event', {
    state: AuditEventState,
    key: (state) => state.id,
    sample: {
      id: '0b5f7c1e-3a64-4e0a-9d4e-6f0d6a2f9c11',
      version: 1,
      organizationId: 'org',
      at: '2026-01-02T03:04:05.006Z',
      action: 'deleteSpaceById',
      actor: { type: 'user', id: 'usr' },
      source: 'api',
      target: { type: 'space', id: 'spc' },
      correlationId: 'req',
      payload: { address: '192.0.2.1' },
    },
  })

/** The audit events of other services, which identity projects into its own list. */
export const auditEventNouns = { content: auditEventNoun('content'), sites: auditEventNoun('sites') } as const
