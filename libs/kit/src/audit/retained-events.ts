import { auditEventNouns } from '@quire/contracts'
import { type Kysely, sql as raw } from 'kysely'
import type { KitTables } from '../db/tables.ts'
import type { StoreAudit } from '../http/audit-note.ts'
import type { Step } from '../outbox/job-steps.ts'
import type { Source } from '../projector/resync.ts'
import { tableSource } from '../projector/table-source.ts'
import type { ServiceParts } from '../service-definition.ts'

const deletedAtOnce = 1000

/** The table of a service that publishes its audit events: they are retained here, and repeated for a resynchronization. */
export const retainedAuditEvents = [
  'create table audit_event (id text primary key, at timestamptz(3) not null, state jsonb not null)',
  'create index audit_event_at on audit_event (at)',
] as const

interface AuditTables {
  audit_event: { id: string; at: Date; state: unknown }
}

interface RetainedAudit {
  storeAudit: StoreAudit
  source: Source
}

type AuditEventNoun = (typeof auditEventNouns)[keyof typeof auditEventNouns]

/** Returns a function that stores audit events of a service in the transaction of a write, and publishes them. */
export const storesAuditEvents =
  (noun: AuditEventNoun): StoreAudit =>
  async ({ sql, emit }, events) => {
    if (events.length === 0) return
    const rows = events.map((state) => ({ id: state.id, at: new Date(state.at), state: JSON.stringify(state) }))
    await (sql as unknown as Kysely<AuditTables>).insertInto('audit_event').values(rows).execute()
    for (const event of events) emit(noun.saved, event)
  }

/**
 * Returns how a service retains and publishes its audit events; undefined for one that stores them by itself, or has no
 * audited operation. Throws if nobody lists the events of the service.
 */
export function retainedAudit(
  service: string,
  { routes, storeAudit }: Pick<ServiceParts, 'routes' | 'storeAudit'>,
): RetainedAudit | undefined {
  const audited = routes.find(({ operation }) => operation.audited)
  if (!audited || storeAudit) return undefined
  const noun = Object.values(auditEventNouns).find(({ owner }) => owner === service)
  if (!noun) throw new Error(`${audited.operation.id} is audited, and nobody lists the audit events of ${service}`)
  return {
    storeAudit: storesAuditEvents(noun),
    source: tableSource<AuditTables['audit_event']>(noun, 'audit_event', ['id'], ({ state }) => state),
  }
}

/** Deletes expired audit events in small batches. */
export async function deleteOldAuditEvents(
  sql: Kysely<KitTables>,
  { now, retentionDays }: { now: Date; retentionDays: number },
): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * 86_400_000)
  let deleted: bigint | undefined
  do {
    const { numAffectedRows } = await raw`
      delete from audit_event where id in (
        select id from audit_event where at < ${before} order by at limit ${raw.lit(deletedAtOnce)}
      )`.execute(sql)
    deleted = numAffectedRows
  } while (deleted === BigInt(deletedAtOnce))
}

const walkedAtOnce = 5000

/** Deletes the audit events of an organization, in a walk over the table: none of its indexes knows organizations. */
export async function removeAuditEventsOf<Tables>(step: Step<Tables>, organizationId: string): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after
    const { rows } = await step(({ sql }) =>
      raw<{ last: string | null }>`
        with seen as (
          select id, state ->> 'organizationId' as organization_id from audit_event
          where id > ${from} order by id limit ${raw.lit(walkedAtOnce)}
        ), gone as (
          delete from audit_event where id in (select id from seen where organization_id = ${organizationId})
        )
        select max(id) as last from seen`.execute(sql),
    )
    after = rows[0]?.last ?? null
  }
}
