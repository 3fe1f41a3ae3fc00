import { workHolderOf } from '@quire/access'
import type { IntegrationConfigurations, IntegrationScope } from '@quire/contracts'
import { newId } from '@quire/kit'
import { type Insertable, sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import type { IntegrationTables } from '../../tables/integrations.tables.ts'
import { presentConfiguration } from '../installations/configuration.ts'

type NewEvent = Insertable<IntegrationTables['integration_event']>

/** An event about a space or a site, before it is known which installations it is for. */
export interface EventDraft {
  organizationId: string
  spaceId?: string
  siteId?: string
  /** The scope that an installation needs to learn of it. */
  scope: IntegrationScope
  type: string
  /**
   * True for what visitors did, who may do it without end: where half as many events wait as may, it is left out, and
   * nothing is paused because of it.
   */
  isOfVisitors?: boolean
  /** The further fields of the event. */
  fields?: Readonly<Record<string, unknown>>
}

/** Events of one installation that may wait; an endpoint that is gone for longer is not worth more. */
export const maxWaiting = 1000

interface Target {
  /** The position of the draft, from 1 on. */
  draft: number
  installation_id: string
  integration: string
  organization_id: string
  made_by: string | null
  origin: string | null
  waiting: number
  /** True for those that Quire ships: people choose in the configuration what they receive. */
  is_shipped: boolean
  configuration: Record<string, unknown>
  declared: IntegrationConfigurations['account'] | null
}

/**
 * Queues events for the active installations of their organizations that have the scope, are enabled in the space or on the site,
 * and have somewhere to receive them, within the transaction of `sql`. An installation with too many waiting events is paused
 * instead.
 */
export async function queueEvents(sql: Sql, drafts: readonly EventDraft[]): Promise<number> {
  if (drafts.length === 0) return 0
  const targets = await targetsOf(sql, drafts)
  const full = targets.filter(({ waiting, draft }) => waiting >= maxWaiting && !drafts[draft - 1]?.isOfVisitors)
  await pause(sql, full)
  const events = targets.flatMap((target) => {
    const draft = drafts[target.draft - 1]
    const most = draft?.isOfVisitors ? maxWaiting / 2 : maxWaiting
    return draft && target.waiting < most && isWanted(target, draft.type) ? [eventFor(target, draft)] : []
  })
  if (events.length > 0) await sql.insertInto('integration_event').values(events).execute()
  return events.length
}

async function targetsOf(sql: Sql, drafts: readonly EventDraft[]): Promise<Target[]> {
  const column = (name: 'organizationId' | 'spaceId' | 'siteId' | 'scope') =>
    raw`${drafts.map((one) => one[name] ?? null)}::text[]`
  const { rows } = await raw<Target>`
    select d.draft::int, i.id as installation_id, i.integration, i.organization_id, i.configuration,
      o.state->>'madeBy' as made_by, o.state->>'origin' as origin,
      g.organization_id is null as is_shipped, g.manifest->'configurations'->'account' as declared,
      (select count(*)::int from (
        select from integration_event e
        where e.integration = i.integration and e.installation_id = i.id and e.status = 'waiting' limit ${maxWaiting}
      ) waiting) as waiting
    from unnest(${column('organizationId')}, ${column('spaceId')}, ${column('siteId')}, ${column('scope')})
      with ordinality as d (organization_id, space_id, site_id, scope, draft)
    join integration_installation i on i.organization_id = d.organization_id
      and i.status = 'active' and jsonb_exists(i.scopes, d.scope)
    join integration g on g.name = i.integration and jsonb_exists(g.manifest->'scopes', d.scope)
      and (g.receives or (g.organization_id is null and jsonb_exists(i.configuration, 'url')))
    join organization o on o.id = i.organization_id
    where case when d.space_id is null then i.site_selection else i.space_selection end = 'all' or exists (
      select from integration_content c
      where c.installation_id = i.id and c.status = 'active' and (c.space_id = d.space_id or c.site_id = d.site_id))
    order by d.draft, i.id`.execute(sql)
  return rows
}

/** An installation of one that Quire ships receives the types that its configuration does not turn off. */
function isWanted({ is_shipped, configuration, declared }: Target, type: string): boolean {
  if (!is_shipped) return true
  return presentConfiguration({ configuration, secrets: {} }, declared ?? undefined)[type] !== false
}

async function pause(sql: Sql, targets: readonly Target[]): Promise<void> {
  const ids = [...new Set(targets.map(({ installation_id }) => installation_id))]
  if (ids.length === 0) return
  await sql.updateTable('integration_installation').set({ status: 'paused' }).where('id', 'in', ids).execute()
}

function eventFor(target: Target, { spaceId, siteId, type, fields }: EventDraft): NewEvent {
  const { integration, installation_id, organization_id, made_by: madeBy, origin } = target
  const place = { ...(spaceId !== undefined && { spaceId }), ...(siteId !== undefined && { siteId }) }
  const about = { installationId: installation_id, ...place, ...fields }
  return newEvent({ integration, installation_id, organization_id }, { type, ...about }, { madeBy, origin })
}

/** Returns the row of a new event; `holder` is the account that the organization's work counts for. */
export function newEvent(
  about: Pick<NewEvent, 'integration' | 'installation_id' | 'organization_id'>,
  payload: { type: string; [name: string]: unknown },
  holder: { madeBy: string | null; origin: string | null },
): NewEvent {
  const id = newId()
  const { account, origin } = workHolderOf({ kind: 'service' }, undefined, { id: about.organization_id, ...holder })
  return {
    ...about,
    ...{ id, account, origin },
    payload: JSON.stringify({ eventId: id, ...payload }),
    status: 'waiting',
    log: '[]',
    attempts: 0,
  }
}
