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
export const recordCommand = (sql: Kysely<Tables>, event: CommandEvent): Promise<void> =>
  recordSystemChange(sql, 'command line', { ...event, correlationId: newId() })

/**
 * Records a change that no person made: one from the command line, one that follows from what a provider of identities
 * says, or the end of a permission of which somebody else has a copy. `actor` names who made it.
 */
export function recordSystemChange(
  sql: Kysely<Tables>,
  actor: 'command line' | 'oidc' | 'oauth',
  { organizations, ...event }: CommandEvent & Pick<AuditEventState, 'correlationId'>,
): Promise<void> {
  const shared = {
    ...event,
    version: 1,
    at: new Date().toISOString(),
    actor: { type: 'system', id: actor },
    source: actor === 'command line' ? 'script' : 'api',
  } as const
  const concerned = organizations.length === 0 ? [null] : organizations
  return storeAuditEvents(
    sql,
    concerned.map((organizationId) => ({ ...shared, id: randomUUID(), organizationId })),
  )
}
