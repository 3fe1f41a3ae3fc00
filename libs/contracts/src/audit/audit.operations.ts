import { z } from 'zod'
import { organizationRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { list, listQuery } from '../shared/list.ts'
import { Id, Timestamp, Url } from '../shared/primitives.ts'
import { auditActorTypes, auditSources } from './audit-events.ts'

const AuditEventAction = z
  .strictObject({ object: z.literal('audit-event-action'), id: z.string(), label: z.string() })
  .meta({ id: 'AuditEventAction' })

const shared = {
  object: z.literal('audit-event'),
  id: z.uuid(),
  occurredAt: Timestamp,
  action: z.string(),
  actor: z.strictObject({ type: z.enum(auditActorTypes), id: z.string(), label: z.string().optional() }),
  source: z.enum(auditSources),
  target: z.strictObject({ type: z.string(), id: z.string(), label: z.string().optional() }),
  urls: z.strictObject({ location: Url }),
}
export const AuditEvent = z.strictObject(shared).meta({ id: 'AuditEvent' })
export type AuditEvent = z.infer<typeof AuditEvent>

export const AuditEventDetails = z
  .strictObject({
    ...shared,
    correlationId: z.string().optional(),
    schemaVersion: z.number().int().min(1),
    payload: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditEventDetails' })
export type AuditEventDetails = z.infer<typeof AuditEventDetails>

const Moment = z.iso.datetime({ offset: true }).optional()

/** The record of who changed what in an organization (docs/interface.md#audit-log). */
export const auditOperations = operations('identity', {
  listOrganizationAuditEventActions: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/audit-event-actions',
    summary: 'List the actions that audit events record',
    access: organizationRole('admin'),
    replies: { 200: z.strictObject({ items: z.array(AuditEventAction) }) },
  },
  listOrganizationAuditEvents: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/audit-events',
    summary: 'List the audit events of an organization, newest first',
    access: organizationRole('admin'),
    query: listQuery({
      limit: z.coerce.number().int().min(1).max(100).default(20),
      from: Moment,
      to: Moment,
      action: z.string().min(1).max(100).optional(),
      actor: Id.optional(),
      target: z.string().min(1).max(2048).optional(),
    }),
    replies: { 200: list(AuditEvent) },
  },
  getOrganizationAuditEvent: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/audit-events/{auditEventId}',
    summary: 'Get an audit event with its details',
    access: organizationRole('admin'),
    replies: { 200: AuditEventDetails },
  },
})
