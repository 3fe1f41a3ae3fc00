import type { AuditEventState } from '@quire/contracts'
import { type Kysely, sql as raw } from 'kysely'
import type { Tables } from '../database.ts'

/**
 * Stores audit events, of this service and of others, with the names that people have now. An event that is stored
 * already stays as it is, and one of a deleted organization is left out. The name of a member who has not come by
 * themselves is hidden, as everywhere (docs/adr/0014): their address stands for it, and so it does for somebody who has
 * left. Any other target that the event does not name, such as one that was deleted, has its latest name in the log.
 */
export async function storeAuditEvents(sql: Kysely<Tables>, events: readonly AuditEventState[]): Promise<void> {
  if (events.length === 0) return
  await raw`
    with given as (select value as event from jsonb_array_elements(${JSON.stringify(events)}::jsonb)),
    read as (
      select event ->> 'id' as id, event ->> 'organizationId' as organization_id,
        (event ->> 'at')::timestamptz as at, event ->> 'action' as action, event ->> 'source' as source,
        event -> 'actor' ->> 'type' as actor_type, event -> 'actor' ->> 'id' as actor_id,
        event -> 'target' ->> 'type' as target_type, event -> 'target' ->> 'id' as target_id,
        event -> 'target' ->> 'label' as target_label,
        event ->> 'correlationId' as correlation_id, event -> 'payload' as payload
      from given
    )
    insert into audit_event (
      id, organization_id, at, action, source, actor_type, actor_id, actor_label,
      target_type, target_id, target_label, correlation_id, payload
    )
    select id, organization_id, at, action, source, actor_type, actor_id,
      case actor_type when 'user' then ${nameOf('actor_id')} end,
      target_type, target_id,
      case target_type
        when 'user' then ${nameOf('target_id')}
        when 'team' then coalesce(target_label, (
          select title from team where team.id = target_id and team.organization_id = read.organization_id
        ), ${latestLabel})
        else coalesce(target_label, ${latestLabel})
      end,
      correlation_id, payload
    from read where organization_id is null or not exists (
      select from deleted_organization where deleted_organization.id = read.organization_id
    )
    order by at on conflict (id) do nothing`.execute(sql)
}

const nameOf = (column: 'actor_id' | 'target_id') => raw`(
  select case
    when read.organization_id is null or member.introduced then "user".display_name
    when member.id is not null or exists (
      select from removed_member where removed_member.user_id = "user".id
        and removed_member.organization_id = read.organization_id
    ) then "user".email
  end
  from "user" left join member on member.user_id = "user".id and member.organization_id = read.organization_id
  where "user".id = read.${raw.ref(column)}
)`

/** Few events are looked at: each that is stored takes the name on, and a target without one may have thousands. */
const latestLabel = raw`(
  select target_label from (
    select earlier.target_label, earlier.at, earlier.id from audit_event earlier
    where earlier.organization_id = read.organization_id and earlier.target_id = read.target_id
      and earlier.target_type = read.target_type
    order by earlier.at desc, earlier.id desc limit 20
  ) latest
  where target_label is not null order by at desc, id desc limit 1
)`

/** Returns the organizations of a person, for events about what the operator does to their account. */
export const organizationsOfPerson = (sql: Kysely<Tables>, userId: string): Promise<string[]> =>
  idsOf(memberships(sql, userId))

/**
 * Returns the organizations in which what a person does with their account is recorded, with the device and the network:
 * those that they have come to. One that only made them a member, without asking, learns nothing of that (docs/adr/0014).
 */
export const organizationsComeTo = (sql: Kysely<Tables>, userId: string): Promise<string[]> =>
  idsOf(memberships(sql, userId).where('introduced', '=', true))

const memberships = (sql: Kysely<Tables>, userId: string) =>
  sql.selectFrom('member').select('organization_id').where('user_id', '=', userId).orderBy('organization_id')

async function idsOf(found: ReturnType<typeof memberships>): Promise<string[]> {
  return (await found.execute()).map((row) => row.organization_id)
}
