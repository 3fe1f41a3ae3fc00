import type { IntegrationInstallationStatus } from '@quire/contracts'
import { countOf, Refusal } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { SitesContext } from '../../context.ts'
import type { Sql } from '../../database.ts'
import { maxWaiting, newEvent, queueEvents } from './queue-events.ts'

/** The dependency of features that queue events: wakes the delivery. */
export interface DeliveryNeeds {
  wakeDelivery: () => void
}

interface Happening {
  type:
    | 'installation_setup'
    | 'installation_deleted'
    | 'space_installation_setup'
    | 'space_installation_deleted'
    | 'site_installation_setup'
    | 'site_installation_deleted'
  spaceId?: string | undefined
  siteId?: string | undefined
  status?: IntegrationInstallationStatus
  /** The status before, if there was one. */
  before?: IntegrationInstallationStatus | undefined
}

interface Installed {
  id: string
  integration: string
  organization_id: string
}

/**
 * Queues an event about an installation itself in the transaction of the change, if the integration has an endpoint or a bundle. The
 * event has no configuration: that may hold secrets, and an endpoint gets the present one with each event. Where as many
 * wait as may, only the end of the installation is added. Throws 429 if the organizations of the account, or of others from
 * its address, had too many such events within an hour: whoever installs and uninstalls in a loop would fill the table. What
 * ends an installation is never refused, and there is one such end for each that began.
 */
export async function queueInstallationEvent(
  { sql, afterCommit, deps }: SitesContext<DeliveryNeeds>,
  { id, integration, organization_id }: Installed,
  { type, status, before, spaceId, siteId }: Happening,
): Promise<void> {
  const target = await sql
    .selectFrom('integration')
    .innerJoin('organization', (join) => join.onTrue())
    .select(['integration.receives', 'organization.state'])
    .where('integration.name', '=', integration)
    .where('organization.id', '=', organization_id)
    .executeTakeFirst()
  if (!target?.receives) return
  if (type !== 'installation_deleted' && (await isFull(sql, id, integration))) return
  const isDeletion = type.endsWith('_deleted')
  const event = (payload: Parameters<typeof newEvent>[1]) =>
    newEvent({ integration, installation_id: id, organization_id }, payload, target.state)
  if (!isDeletion) await requireFewSetups(sql, event({ type }).origin)
  const payload = {
    ...{ type, installationId: id },
    ...(spaceId !== undefined && { spaceId }),
    ...(siteId !== undefined && { siteId }),
    ...(status !== undefined && { status }),
    ...(isDeletion && { previous: {} }),
    ...(before !== undefined && { previous: { status: before } }),
  }
  await sql.insertInto('integration_event').values(event(payload)).execute()
  afterCommit(deps.wakeDelivery)
}

/** Events of installations that one origin may have within an hour, besides those that end one. */
const maxSetups = 1000

async function requireFewSetups(sql: Sql, origin: string): Promise<void> {
  const setups = sql
    .selectFrom('integration_event')
    .select('id')
    .where('origin', '=', origin)
    .where(raw<boolean>`payload->>'type' like '%installation_setup' and created_at > now() - interval '1 hour'`)
  if (((await countOf(sql, setups, maxSetups)) ?? maxSetups) < maxSetups) return
  const message = 'Integrations were installed or changed too often within an hour: do it later.'
  throw new Refusal(429, message, { 'Retry-After': '600' }, 'integrations')
}

async function isFull(sql: Sql, id: string, integration: string): Promise<boolean> {
  const waiting = sql
    .selectFrom('integration_event')
    .select('id')
    .where('integration', '=', integration)
    .where('installation_id', '=', id)
    .where(raw<boolean>`status = 'waiting'`)
  return ((await countOf(sql, waiting, maxWaiting)) ?? maxWaiting) >= maxWaiting
}

/** Queues the event that a site was published or taken offline, in the transaction of the change. */
export async function queueSiteEvent(
  { sql, afterCommit, deps }: SitesContext<DeliveryNeeds>,
  { id, organization_id }: { id: string; organization_id: string },
  type: 'site_published' | 'site_unpublished',
): Promise<void> {
  const draft = { organizationId: organization_id, siteId: id, scope: 'site:metadata:read' as const, type }
  if ((await queueEvents(sql, [draft])) > 0) afterCommit(deps.wakeDelivery)
}
