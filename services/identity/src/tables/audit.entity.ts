import { defineEntity } from '@mikro-orm/postgresql'
import type { AuditEventState } from '@quire/contracts'

/** A recorded change of any service. */
export const AuditEvent = defineEntity({
  name: 'AuditEvent',
  tableName: 'audit_event',
  properties: (p) => ({
    id: p.text().primary(),
    /** The order in which events are streamed. */
    number: p.bigint('string'),
    /** Null for a change of an account that is in no organization. */
    organizationId: p.text().nullable(),
    at: p.datetime(3),
    action: p.text(),
    actorType: p.text().$type<AuditEventState['actor']['type']>(),
    actorId: p.text(),
    actorLabel: p.text().nullable(),
    source: p.text().$type<AuditEventState['source']>(),
    targetType: p.text(),
    targetId: p.text(),
    targetLabel: p.text().nullable(),
    correlationId: p.text(),
    payload: p.json().$type<Record<string, unknown>>(),
    /** True once the operator's file or endpoint has it. */
    streamed: p.boolean().default(false),
  }),
})
