import { randomUUID } from 'node:crypto'
import type { AuditEventState } from '@quire/contracts'
import { newId } from '@quire/kit'
import type { Kysely } from 'kysely'
import type { Tables } from '../database.ts'
import { storeAuditEvents } from './store-events.ts'

interface CommandEvent extends Pick<AuditEventState, 'action' | 'target' | 'payload'> {
  /** The organizations that the change concerns; each gets an event. */
  organizations: readonly string[]
}

/** Records a change that an operator made from the command line, in the transaction of the change. */
export function recordCommand(sql: Kysely<Tables>, { organizations, ...event }: CommandEvent): Promise<void> {
  const shared = {
    ...event,
    version: 1,
    at: new Date().toISOString(),
    actor: { type: 'system', id: 'command line' },
    source: 'script',
    correlationId: newId(),
  } as const
  const concerned = organizations.length === 0 ? [null] : organizations
  return storeAuditEvents(
    sql,
    concerned.map((organizationId) => ({ ...shared, id: randomUUID(), organizationId })),
  )
}
