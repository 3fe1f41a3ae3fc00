import { type Kysely, type RawBuilder, sql as raw } from 'kysely'
import type { Target } from '../pages/resolve-target.ts'
import type { LinkTables } from '../tables/links.tables.ts'

type Sql = Kysely<LinkTables>

/** Changes in the numbers of targets, in total and by status; negative for removed targets. */
export interface TargetCounts {
  total: number
  broken: number
  in_app: number
}

export interface LinkRow {
  location: string
  target: Target
}

const of = <Key extends keyof Target>(rows: readonly LinkRow[], key: Key) => rows.map(({ target }) => target[key])

/** Builds the status of a target from `unnest`, as far as it does not depend on the caller. */
const statusOf = (spaceId: string) => raw`
  coalesce(one.settled, case
    when exists (select from link_resource there where there.space_id = ${spaceId} and there.resource = one.resource offset 0)
    then 'ok' else 'broken' end)`

/** Adds links. A link to a resource of the space is broken unless the resource is already in `link_resource`. */
export async function addLinks(sql: Sql, spaceId: string, rows: readonly LinkRow[]): Promise<TargetCounts> {
  const own = rows.map(({ target }) => (target.settled === undefined ? target.resource : null))
  await raw`
    insert into link (space_id, target, relation, location, resource)
    select ${spaceId}, one.* from unnest(
      ${of(rows, 'target')}::text[], ${of(rows, 'relation')}::text[], ${rows.map(({ location }) => location)}::text[],
      ${own}::text[]) one
    on conflict do nothing`.execute(sql)
  const once = [...new Map(rows.map((row) => [`${row.target.relation} ${row.target.target}`, row])).values()]
  const addresses = once.map(({ target: { target, address } }) => (address === target ? null : address))
  return counted(
    sql,
    raw`
    insert into link_target (space_id, target, relation, address, resource, outside, status)
    select ${spaceId}, one.target, one.relation, one.address, one.resource, one.outside, ${statusOf(spaceId)}
    from unnest(
      ${of(once, 'target')}::text[], ${of(once, 'relation')}::text[], ${addresses}::text[],
      ${of(once, 'resource')}::text[], ${of(once, 'outside')}::text[],
      ${once.map(({ target }) => target.settled ?? null)}::text[]
    ) one (target, relation, address, resource, outside, settled)
    on conflict do nothing returning status`,
  )
}

/** Removes links, and targets that no link refers to any more. */
export async function removeLinks(sql: Sql, spaceId: string, rows: readonly LinkRow[]): Promise<TargetCounts> {
  const removedLinks = raw`unnest(
    ${of(rows, 'target')}::text[], ${of(rows, 'relation')}::text[], ${rows.map(({ location }) => location)}::text[]
  ) removed_links (target, relation, location)`
  await raw`
    delete from link using ${removedLinks}
    where link.space_id = ${spaceId} and link.target = removed_links.target and link.relation = removed_links.relation
      and link.location = removed_links.location`.execute(sql)
  const counts = await counted(
    sql,
    raw`
    delete from link_target using (select distinct target, relation from ${removedLinks}) removed_links
    where link_target.space_id = ${spaceId} and link_target.target = removed_links.target
      and link_target.relation = removed_links.relation and not exists (
        select from link where link.space_id = ${spaceId} and link.target = removed_links.target
          and link.relation = removed_links.relation)
    returning link_target.status`,
  )
  return { total: -counts.total, broken: -counts.broken, in_app: -counts.in_app }
}

async function counted(sql: Sql, change: RawBuilder<unknown>): Promise<TargetCounts> {
  const { rows } = await raw<TargetCounts>`
    with changed as (${change})
    select count(*)::int as total, (count(*) filter (where status = 'broken'))::int as broken,
      (count(*) filter (where status = 'in-app'))::int as in_app
    from changed`.execute(sql)
  return rows[0] ?? { total: 0, broken: 0, in_app: 0 }
}

/** Adds and removes resources. Returns the change in the number of broken targets. */
export async function changeResources(
  sql: Sql,
  spaceId: string,
  { added, removed }: { added: string[]; removed: string[] },
): Promise<number> {
  if (added.length > 0)
    await raw`
      insert into link_resource (space_id, resource) select ${spaceId}, unnest(${added}::text[])
      on conflict do nothing`.execute(sql)
  if (removed.length > 0)
    await raw`
      delete from link_resource where space_id = ${spaceId} and resource = any(${removed})`.execute(sql)
  return (await setStatus(sql, spaceId, removed, 'broken')) - (await setStatus(sql, spaceId, added, 'ok'))
}

async function setStatus(sql: Sql, spaceId: string, resources: string[], status: 'ok' | 'broken'): Promise<number> {
  if (resources.length === 0) return 0
  const { numAffectedRows } = await raw`
    update link_target set status = ${status}
    where space_id = ${spaceId} and resource = any(${resources}) and outside is null and status <> ${status}`.execute(
    sql,
  )
  return Number(numAffectedRows)
}

/** Deletes the collected links, targets and resources of a space. */
export async function deleteLinks(sql: Sql, spaceId: string): Promise<void> {
  for (const table of ['link', 'link_target', 'link_resource'])
    await raw`delete from ${raw.table(table)} where space_id = ${spaceId}`.execute(sql)
}
