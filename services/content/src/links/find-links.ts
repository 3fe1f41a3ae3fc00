import type { LinkRelation, LinkStatus } from '@quire/contracts'
import { type RawBuilder, sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import { statusFor, type Visible } from './outside-links.ts'

/** A target of links, with its status for the caller. */
export interface FoundTarget {
  target: string
  relation: LinkRelation
  /** The whole address, if `target` is truncated. */
  address: string | null
  resource: string | null
  outside: string | null
  status: LinkStatus
}

export interface FoundLink extends FoundTarget {
  locations: string[]
}

/** Position at which a page of links begins: after a target, or among its locations. */
export interface LinkKeys {
  target: string
  relation: string
  /** The last listed location of the target; empty if all of its locations have been listed. */
  location: string
}

/** The differences of a change request's links from the links of the live content. */
export interface Overlay {
  /** Changed locations, whose collected links are ignored. */
  changed: string[]
  /** Changed locations, by the key of the targets that they link to. */
  locations: ReadonlyMap<string, readonly string[]>
  /** Targets that were changed or removed or have another status; their collected rows are ignored. */
  touched: Pick<FoundTarget, 'target' | 'relation'>[]
  /** Changed and new targets that are linked to. */
  targets: FoundTarget[]
}

interface LinkSearch {
  spaceId: string
  visible: Visible
  status?: LinkStatus | undefined
  /** Restricts the search to targets in the overlay, or to collected targets. */
  only?: 'overlay' | 'collected' | undefined
  overlay?: Overlay | undefined
  after?: LinkKeys | undefined
  limit: number
}

/** Upper bound on the locations in one answer. A target with more locations continues on the next page. */
const maxLocations = 500

const columns = ['target', 'relation', 'address', 'resource', 'outside', 'status'] as const

/**
 * Returns targets with their locations in order, and the start of the next page. Each subquery scans an index, so every
 * page costs the same.
 */
export async function findLinks(sql: Sql, search: LinkSearch): Promise<{ links: FoundLink[]; next?: LinkKeys }> {
  const rows = await readRows(sql, search)
  const byTarget = Map.groupBy(rows, ({ target, relation }) => `${relation} ${target}`)
  const links: FoundLink[] = []
  let left = maxLocations
  for (const [key, some] of byTarget) {
    const [{ location: _, ...found }] = some as [(typeof some)[0]]
    const isContinued = search.after && found.target === search.after.target && found.relation === search.after.relation
    const more = (search.overlay?.locations.get(key) ?? []).filter(
      (location) => !isContinued || location > (search.after?.location ?? ''),
    )
    const locations = [...some.flatMap(({ location }) => location ?? []), ...more].sort(byText)
    if (locations.length === 0) continue
    if (links.length === search.limit || left === 0) return { links, next: keysAfter(links) }
    links.push({ ...found, locations: locations.slice(0, left) })
    if (locations.length > left) return { links, next: keysAfter(links, true) }
    left -= locations.length
  }
  return { links }
}

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

function keysAfter(links: readonly FoundLink[], isAmong = false): LinkKeys {
  const last = links.at(-1)
  if (!last) throw new Error('a page of links is cut before its first link')
  return { target: last.target, relation: last.relation, location: isAmong ? (last.locations.at(-1) ?? '') : '' }
}

async function readRows(sql: Sql, search: LinkSearch) {
  const { spaceId, overlay, after, limit } = search
  // A target that begins among its locations may have none left.
  const max = limit + 2
  const among = after?.location
    ? raw`and l.location > case when found.target = ${after.target} and found.relation = ${after.relation}
        then ${after.location} else '' end`
    : raw``
  const unchanged = overlay ? raw`and l.location not in (select unnest(${overlay.changed}::text[]))` : raw``
  const { rows } = await raw<FoundTarget & { location: string | null }>`
    with found as (
      select * from (${targetQueries(search, max)}) found order by target, relation limit ${max}
    )
    select found.*, locations.location from found left join lateral (
      select l.location from link l
      where l.space_id = ${spaceId} and l.target = found.target and l.relation = found.relation ${among} ${unchanged}
      order by l.location limit ${raw.lit(maxLocations + 1)}
    ) locations on true
    order by found.target, found.relation, locations.location limit ${max + maxLocations + 1}`.execute(sql)
  return rows
}

/** Selects targets from the collected rows, by status if one is requested, and from the overlay. */
function targetQueries(search: LinkSearch, max: number): RawBuilder<unknown> {
  const { spaceId, visible, status, only, overlay } = search
  const isTouched = overlay
    ? raw`and (t.target, t.relation) not in (select * from unnest(
        ${overlay.touched.map(({ target }) => target)}::text[], ${overlay.touched.map(({ relation }) => relation)}::text[]))`
    : raw``
  const collected = (which: RawBuilder<unknown>) => raw`
    (select t.target, t.relation, t.address, t.resource, t.outside, ${statusFor('t', visible)} as status
    from link_target t where t.space_id = ${spaceId} ${which} ${isTouched} ${afterOf('t', search)}
    order by t.target, t.relation limit ${max})`
  const ofOverlay = raw`
    (select ${raw.join(columns.map((name) => raw`${raw.ref(`o.${name}`)} collate "C"`))} from unnest(
      ${raw.join(columns.map((name) => raw`${(overlay?.targets ?? []).map((one) => one[name])}::text[]`))}
    ) o (${raw.join(columns.map((name) => raw.ref(name)))})
    where true ${status === undefined ? raw`` : raw`and o.status = ${status}`} ${afterOf('o', search)})`
  const all = [
    ...(only === 'overlay' ? [] : statusConditions(status, visible).map(collected)),
    ...(only === 'collected' || !overlay ? [] : [ofOverlay]),
  ]
  return all.length > 0 ? raw.join(all, raw` union all `) : collected(raw`and false`)
}

/** Returns the conditions of a status; each can use an index. */
function statusConditions(status: LinkStatus | undefined, visible: Visible): RawBuilder<unknown>[] {
  if (status === undefined) return [raw``]
  const own = raw`and t.status = ${status}`
  const outside = raw`and t.status = 'outside' and ${statusFor('t', visible)} = ${status}`
  return status === 'in-app' ? [own] : [own, outside]
}

/** Condition for targets after the start of a page. Compares strings by bytes, whatever their source. */
function afterOf(alias: string, { after }: LinkSearch): RawBuilder<unknown> {
  if (!after) return raw``
  const [target, relation] = [raw.ref(`${alias}.target`), raw.ref(`${alias}.relation`)]
  const beyond = raw.raw(after.location === '' ? '>' : '>=')
  return raw`and (${target} collate "C", ${relation} collate "C") ${beyond} (${after.target}, ${after.relation})`
}

/** Counts the outside targets that are broken for the caller. */
export async function countBrokenOutside(sql: Sql, spaceId: string, visible: Visible): Promise<number> {
  const { rows } = await raw<{ broken: number }>`
    select count(*)::int as broken from link_target t
    where t.space_id = ${spaceId} and t.status = 'outside' and ${statusFor('t', visible)} = 'broken'`.execute(sql)
  return rows[0]?.broken ?? 0
}
