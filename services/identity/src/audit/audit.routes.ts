import { type AuditEvent, type AuditEventDetails, auditActions, auditOperations, timestamp } from '@quire/contracts'
import { countOf, type Input, keysetPage, listOf, notFound } from '@quire/kit'
import type { Selectable } from 'kysely'
import { type Context, implement } from '../context.ts'
import type { Tables } from '../database.ts'

type List = Input<typeof auditOperations.listOrganizationAuditEvents>

export type EventRow = Selectable<Tables['audit_event']>

/** The audit events of an organization, for its administrators (docs/interface.md#audit-log). */
export const auditRoutes = implement(auditOperations, {
  async listOrganizationAuditEventActions() {
    return { items: auditActions.map((action) => ({ object: 'audit-event-action' as const, ...action })) }
  },

  listOrganizationAuditEvents: listEvents,

  async getOrganizationAuditEvent({ sql, params, publicUrl }) {
    const row = await sql
      .selectFrom('audit_event')
      .selectAll()
      .where('organization_id', '=', params.organizationId)
      .where('id', '=', params.auditEventId.toLowerCase())
      .executeTakeFirst()
    if (!row) throw notFound('The audit event')
    return presentDetails(row, publicUrl)
  },
})

/** Returns a page of the events, newest first. Each filter has an index in the order of the list. */
async function listEvents({ sql, params, query, page, cursors, publicUrl }: Context & List) {
  const { from, to, action, actor, target } = query
  const matching = sql
    .selectFrom('audit_event')
    .where('organization_id', '=', params.organizationId)
    .$if(from !== undefined, (some) => some.where('at', '>=', new Date(from ?? 0)))
    .$if(to !== undefined, (some) => some.where('at', '<=', new Date(to ?? 0)))
    .$if(action !== undefined, (some) => some.where('action', '=', String(action)))
    .$if(actor !== undefined, (some) => some.where('actor_id', '=', String(actor)))
    .$if(target !== undefined, (some) => some.where('target_id', '=', String(target)))
  return listOf({
    page,
    cursors,
    rows: await keysetPage(matching.selectAll(), page, ['at', 'id'], 'desc').execute(),
    present: (row) => present(row, publicUrl),
    after: (row) => [timestamp(row.at), row.id],
    count: () => countOf(sql, matching.select('id')),
  })
}

function present(row: EventRow, publicUrl: string): AuditEvent {
  const { id, action, source, organization_id } = row
  return {
    object: 'audit-event',
    id,
    occurredAt: timestamp(row.at),
    action,
    actor: {
      type: row.actor_type,
      id: row.actor_id,
      ...(row.actor_label !== null && { label: row.actor_label }),
    },
    source,
    target: {
      type: row.target_type,
      id: row.target_id,
      ...(row.target_label !== null && { label: row.target_label }),
    },
    urls: { location: `${publicUrl}/v1/orgs/${organization_id}/audit-events/${id}` },
  }
}

/** Presents an event as the operations answer it, and as it is streamed. */
export function presentDetails(row: EventRow, publicUrl: string): AuditEventDetails {
  const { correlation_id, payload } = row
  return { ...present(row, publicUrl), correlationId: correlation_id, schemaVersion: 1, payload }
}
