import { type IntegrationEvent, integrationEventOperations, timestamp } from '@quire/contracts'
import {
  anyOf,
  conflict,
  countOf,
  created,
  deleted,
  done,
  keysetPage,
  listOf,
  notFound,
  type OutboundAllow,
  Refusal,
  requireEndpoint,
} from '@quire/kit'
import { sql as raw, type SqlBool } from 'kysely'
import { implementWith, type SitesContext } from '../../context.ts'
import { administeredIds } from '../administered-organizations.ts'
import type { EventRow } from '../delivery/compose-message.ts'
import { newSigningSecret, signingSecretContext } from '../published/publish-integration.ts'
import type { DeliveryNeeds } from './installation-events.ts'
import { newEvent } from './queue-events.ts'

interface EndpointNeeds extends DeliveryNeeds {
  /** OUTBOUND_ALLOW, parsed. */
  outboundAllow: OutboundAllow
}

const maxTasks = 1000

export const integrationEventRoutes = implementWith<EndpointNeeds>()(integrationEventOperations, {
  async listIntegrationEvents(context) {
    const { sql, page, cursors } = context
    const all = await visibleEvents(context)
    return listOf({
      page,
      cursors,
      rows: await keysetPage(all, page, ['id'], 'desc').execute(),
      present: presentEvent,
      after: (row) => [row.id],
      count: () => countOf(sql, all.clearSelect().select('id')),
    })
  },

  async getIntegrationEvent(context) {
    const row = await visibleEvent(context, context.params.eventId)
    const logs = row.log.map(({ at, message, isError }) => ({
      message,
      timestamp: at,
      level: isError ? ('error' as const) : ('info' as const),
    }))
    return { event: presentEvent(row), trace: { logs } }
  },

  /** Begins anew with the attempts; an event that waits is delivered at once. */
  async replayIntegrationEvent(context) {
    const { sql, params, afterCommit, deps } = context
    const { id } = await visibleEvent(context, params.eventId)
    await sql
      .updateTable('integration_event')
      .set({ status: 'waiting', attempts: 0, claim: null, claimed_until: null, finished_at: null })
      .where('id', '=', id)
      .execute()
    afterCommit(deps.wakeDelivery)
    return done()
  },

  async queueIntegrationTask(context) {
    const { sql, params, body, access, afterCommit, deps } = context
    const integration = await integrationOf(context)
    if (!integration.receives)
      throw conflict('The integration has no endpoint and no bundle that a task could be sent to.')
    await requireRoom(context)
    const about = { integration: params.integrationName, installation_id: null, organization_id: access.organizationId }
    await sql
      .insertInto('integration_event')
      .values({
        ...newEvent(about, { type: 'task', task: body.task }, integration.state),
        claimed_until: raw<Date>`now() + make_interval(secs => ${body.schedule ?? 0})`,
      })
      .execute()
    afterCommit(deps.wakeDelivery)
    return done()
  },

  async setIntegrationDevelopmentMode(context) {
    const { sql, params, body, deps } = context
    requireEndpoint(body.tunnelUrl, deps.outboundAllow, 'body.tunnelUrl')
    await sql
      .updateTable('integration')
      .set({ dev_url: body.tunnelUrl, dev_all: body.all })
      .where('name', '=', params.integrationName)
      .execute()
    return done()
  },

  async disableIntegrationDevelopmentMode({ sql, params }) {
    await sql
      .updateTable('integration')
      .set({ dev_url: null, dev_all: false })
      .where('name', '=', params.integrationName)
      .execute()
    return deleted()
  },

  async rotateIntegrationSigningSecret({ sql, params, deps }) {
    const signingSecret = newSigningSecret()
    await sql
      .updateTable('integration')
      .set({ signing_secret: deps.sealer.seal(signingSecret, signingSecretContext(params.integrationName)) })
      .where('name', '=', params.integrationName)
      .execute()
    return created({ signingSecret })
  },
})

type Named = SitesContext<EndpointNeeds> & { params: { integrationName: string } }

/**
 * Selects the events of the integration that concern organizations which the caller administers: all of them for whoever
 * administers the one that publishes it.
 */
async function visibleEvents(context: Named) {
  const { sql, params } = context
  const administered = await administeredIds(context)
  const publisher = await sql
    .selectFrom('integration')
    .select('organization_id')
    .where('name', '=', params.integrationName)
    .executeTakeFirst()
  const isPublisher = administered.includes(publisher?.organization_id ?? '')
  return sql
    .selectFrom('integration_event')
    .selectAll()
    .where('integration', '=', params.integrationName)
    .$if(!isPublisher, (some) => some.where('organization_id', '=', anyOf(administered)))
}

async function visibleEvent(context: Named, id: string): Promise<EventRow> {
  const row = await (await visibleEvents(context)).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('The event')
  return row
}

async function integrationOf({ sql, params }: Named) {
  const row = await sql
    .selectFrom('integration')
    .innerJoin('organization', 'organization.id', 'integration.organization_id')
    .select(['integration.receives', 'organization.state'])
    .where('integration.name', '=', params.integrationName)
    .executeTakeFirst()
  if (!row) throw notFound('The integration')
  return row
}

async function requireRoom({ sql, params }: Named): Promise<void> {
  const waiting = sql
    .selectFrom('integration_event')
    .select('id')
    .where('integration', '=', params.integrationName)
    .where(raw<SqlBool>`status = 'waiting' and installation_id is null`)
  if (((await countOf(sql, waiting, maxTasks)) ?? maxTasks) >= maxTasks)
    throw new Refusal(
      429,
      `${maxTasks} tasks of the integration wait already: send more once some are done.`,
      { 'Retry-After': '60' },
      'integrations',
    )
}

function presentEvent(row: EventRow): IntegrationEvent {
  const { id, integration, installation_id, created_at, payload, status, attempts, claim, claimed_until } = row
  const isLater = status === 'waiting' && claim === null && claimed_until !== null
  return {
    id,
    integrationId: integration,
    ...(installation_id !== null && { installationId: installation_id }),
    createdAt: timestamp(created_at),
    payload,
    status: status === 'success' ? 'success' : 'failed',
    delivery: { state: status, attempts, ...(isLater && { nextAttemptAt: timestamp(claimed_until) }) },
  }
}
