import type { LinkRelation, LinkStatus } from '@quire/contracts'
import { type RawBuilder, sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import { statusFor, type Visible } from './outside.ts'

/** A target as it is told. */
export interface FoundTarget {
  target: string
  relation: LinkRelation
  /** The whole address, where `target` is cut. */
  address: string | null
  resource: string | null
  outside: string | null
  status: LinkStatus
}

export interface FoundLink extends FoundTarget {
  locations: string[]
}

/** Where a page of links begins: behind these targets, or among the locations of this one. */
export interface LinkKeys {
  target: string
  relation: string
  /** The last location that was told of the target; empty where it was told whole. */
  location: string
}

/** How the links of a change request differ from those of the live content. */
export interface Overlay {
  /** Places whose links are others; what is collected of them does not count. */
  changed: string[]
  /** The links of these places, by the key of their targets. */
  locations: ReadonlyMap<string, readonly string[]>
  /** Targets that are others, or have another status, or are gone; what is collected of them does not count. */
  touched: Pick<FoundTarget, 'target' | 'relation'>[]
  /** Those of them that are linked to. */
  targets: FoundTarget[]
}

interface LinkSearch {
  spaceId: string
  visible: Visible
  status?: LinkStatus | undefined
  /** Whether only what the overlay says counts, or only what it does not say. */
  only?: 'overlay' | 'collected' | undefined
  overlay?: Overlay | undefined
  after?: LinkKeys | undefined
  limit: number
}

/** So many locations at most in one answer; a target that has more goes on in the next one. */
const mostLocations = 500

const columns = ['target', 'relation', 'address', 'resource', 'outside', 'status'] as const

/** Some targets with their locations in order, and where to go on; each branch walks an index, so any page costs the same. */
export async function findLinks(sql: Sql, search: LinkSearch): Promise<{ links: FoundLink[]; next?: LinkKeys }> {
  const rows = await readRows(sql, search)
  const byTarget = Map.groupBy(rows, ({ target, relation }) => `${relation} ${target}`)
  const links: FoundLink[] = []
  let left = mostLocations
  for (const [key, some] of byTarget) {
    const [{ location: _, ...found }] = some as [(typeof some)[0]]
    const begun = search.after && found.target === search.after.target && found.relation === search.after.relation
    const more = (search.overlay?.locations.get(key) ?? []).filter(
      (location) => !begun || location > (search.after?.location ?? ''),
    )
    const locations = [...some.flatMap(({ location }) => location ?? []), ...more].sort(byText)
    if (locations.length === 0) continue
    if (links.length === search.limit || left === 0) return { links, next: behind(links) }
    links.push({ ...found, locations: locations.slice(0, left) })
    if (locations.length > left) return { links, next: behind(links, true) }
    left -= locations.length
  }
  return { links }
}

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

function behind(links: readonly FoundLink[], isAmong = false): LinkKeys {
  const last = links.at(-1)
  if (!last) throw new Error('a page of links is cut before its first link')
  return { target: last.target, relation: last.relation, location: isAmong ? (last.locations.at(-1) ?? '') : '' }
}

async function readRows(sql: Sql, search: LinkSearch) {
  const { spaceId, overlay, after, limit } = search
  // One that begins among its locations may turn out to have none left.
  const most = limit + 2
  const among = after?.location
    ? raw`and l.location > case when found.target = ${after.target} and found.relation = ${after.relation}
        then ${after.location} else '' end`
    : raw``
  const unchanged = overlay ? raw`and l.location not in (select unnest(${overlay.changed}::text[]))` : raw``
  const { rows } = await raw<FoundTarget & { location: string | null }>`
    with found as (
      select * from (${branches(search, most)}) found order by target, relation limit ${most}
    )
    select found.*, places.location from found left join lateral (
      select l.location from link l
      where l.space_id = ${spaceId} and l.target = found.target and l.relation = found.relation ${among} ${unchanged}
      order by l.location limit ${raw.lit(mostLocations + 1)}
    ) places on true
    order by found.target, found.relation, places.location limit ${most + mostLocations + 1}`.execute(sql)
  return rows
}

/** Where targets come from: what is collected, by its status where one is asked for, and the overlay. */
function branches(search: LinkSearch, most: number): RawBuilder<unknown> {
  const { spaceId, visible, status, only, overlay } = search
  const isTouched = overlay
    ? raw`and (t.target, t.relation) not in (select * from unnest(
        ${overlay.touched.map(({ target }) => target)}::text[], ${overlay.touched.map(({ relation }) => relation)}::text[]))`
    : raw``
  const collected = (which: RawBuilder<unknown>) => raw`
    (select t.target, t.relation, t.address, t.resource, t.outside, ${statusFor('t', visible)} as status
    from link_target t where t.space_id = ${spaceId} ${which} ${isTouched} ${afterOf('t', search)}
    order by t.target, t.relation limit ${most})`
  const ofOverlay = raw`
    (select ${raw.join(columns.map((name) => raw`${raw.ref(`o.${name}`)} collate "C"`))} from unnest(
      ${raw.join(columns.map((name) => raw`${(overlay?.targets ?? []).map((one) => one[name])}::text[]`))}
    ) o (${raw.join(columns.map((name) => raw.ref(name)))})
    where true ${status === undefined ? raw`` : raw`and o.status = ${status}`} ${afterOf('o', search)})`
  const all = [
    ...(only === 'overlay' ? [] : whichOf(status, visible).map(collected)),
    ...(only === 'collected' || !overlay ? [] : [ofOverlay]),
  ]
  return all.length > 0 ? raw.join(all, raw` union all `) : collected(raw`and false`)
}

/** An index leads to each of the conditions. */
function whichOf(status: LinkStatus | undefined, visible: Visible): RawBuilder<unknown>[] {
  if (status === undefined) return [raw``]
  const own = raw`and t.status = ${status}`
  const outside = raw`and t.status = 'outside' and ${statusFor('t', visible)} = ${status}`
  return status === 'in-app' ? [own] : [own, outside]
}

/** Texts compare as their bytes do, wherever they come from. */
function afterOf(alias: string, { after }: LinkSearch): RawBuilder<unknown> {
  if (!after) return raw``
  const [target, relation] = [raw.ref(`${alias}.target`), raw.ref(`${alias}.relation`)]
  const beyond = raw.raw(after.location === '' ? '>' : '>=')
  return raw`and (${target} collate "C", ${relation} collate "C") ${beyond} (${after.target}, ${after.relation})`
}

/** How many of the targets outside are broken for the caller. */
export async function countBrokenOutside(sql: Sql, spaceId: string, visible: Visible): Promise<number> {
  const { rows } = await raw<{ broken: number }>`
    select count(*)::int as broken from link_target t
    where t.space_id = ${spaceId} and t.status = 'outside' and ${statusFor('t', visible)} = 'broken'`.execute(sql)
  return rows[0]?.broken ?? 0
}
