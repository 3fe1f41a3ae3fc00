import { type Kysely, type RawBuilder, sql as raw } from 'kysely'
import type { Target } from '../targets/targets.ts'
import type { LinkTables } from './links.tables.ts'

type Sql = Kysely<LinkTables>

/** How many targets came to be, and of which status; less than zero where they went. */
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

/** The status of a target from `unnest`, as far as it does not depend on who asks. */
const statusOf = (spaceId: string) => raw`
  coalesce(one.settled, case
    when exists (select from link_resource there where there.space_id = ${spaceId} and there.resource = one.resource offset 0)
    then 'ok' else 'broken' end)`

/** Adds links. Whatever they lead to in the space must be in `link_resource` already, or is broken. */
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

/** Removes links, and what nothing links to any more. */
export async function removeLinks(sql: Sql, spaceId: string, rows: readonly LinkRow[]): Promise<TargetCounts> {
  const gone = raw`unnest(
    ${of(rows, 'target')}::text[], ${of(rows, 'relation')}::text[], ${rows.map(({ location }) => location)}::text[]
  ) gone (target, relation, location)`
  await raw`
    delete from link using ${gone}
    where link.space_id = ${spaceId} and link.target = gone.target and link.relation = gone.relation
      and link.location = gone.location`.execute(sql)
  const counts = await counted(
    sql,
    raw`
    delete from link_target using (select distinct target, relation from ${gone}) gone
    where link_target.space_id = ${spaceId} and link_target.target = gone.target
      and link_target.relation = gone.relation and not exists (
        select from link where link.space_id = ${spaceId} and link.target = gone.target
          and link.relation = gone.relation)
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

/** Notes what came and what went; answers how many targets are broken by it, less than zero where they are mended. */
export async function changeResources(
  sql: Sql,
  spaceId: string,
  { came, gone }: { came: string[]; gone: string[] },
): Promise<number> {
  if (came.length > 0)
    await raw`
      insert into link_resource (space_id, resource) select ${spaceId}, unnest(${came}::text[])
      on conflict do nothing`.execute(sql)
  if (gone.length > 0)
    await raw`
      delete from link_resource where space_id = ${spaceId} and resource = any(${gone})`.execute(sql)
  return (await setStatus(sql, spaceId, gone, 'broken')) - (await setStatus(sql, spaceId, came, 'ok'))
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

/** Forgets all that was collected of a space. */
export async function forgetLinks(sql: Sql, spaceId: string): Promise<void> {
  for (const table of ['link', 'link_target', 'link_resource'])
    await raw`delete from ${raw.table(table)} where space_id = ${spaceId}`.execute(sql)
}
