import { sql as raw } from 'kysely'
import type { OpenRevision } from '../pages/open-revision.ts'
import type { Target } from '../pages/resolve-target.ts'
import { yieldEvery } from '../storage/yield-every.ts'
import { documentsOf } from './collect-links.ts'
import type { LinksContext } from './context.ts'
import type { FoundTarget, Overlay } from './find-links.ts'
import type { TargetCounts } from './link-rows.ts'
import { keyOf, type LocationChange, locationChanges, resourceChanges, targetsAt } from './location-changes.ts'
import { spacesOutside, statusFor, type Visible, visibleOutside } from './outside-links.ts'
import { textTargets } from './text-targets.ts'

type OverlayContext = Pick<LinksContext, 'sql' | 'deps' | 'parser' | 'access'>

/** The differences of a change request's links from the live content, whose links are collected. */
interface LinkDifference {
  /** Changed locations. */
  changed: string[]
  /** Targets of the changed locations by key, and the locations of each. */
  targets: ReadonlyMap<string, Target>
  locations: ReadonlyMap<string, string[]>
  /** Targets that a changed location no longer links to, by key. */
  lost: ReadonlyMap<string, Target>
  /** Addresses of resources that the change request adds and removes. */
  added: ReadonlySet<string>
  removed: ReadonlySet<string>
}

/** Compares the links of a change request with the live content. The cost grows with the difference only. */
export async function linkDifference(
  { sql, deps, parser }: OverlayContext,
  live: OpenRevision,
  { revision, storage }: OpenRevision,
): Promise<LinkDifference> {
  const sides = [live.revision.roots, revision.roots] as const
  const [added, removed] = [new Set<string>(), new Set<string>()]
  for await (const part of resourceChanges(storage, ...sides)) {
    for (const one of part.added) added.add(one)
    for (const one of part.removed) removed.add(one)
  }
  const changes: LocationChange[] = []
  for await (const part of locationChanges(storage, ...sides)) changes.push(...part)
  const texts = await textTargets({ sql, parser, store: revision.store }, documentsOf(changes))
  const from = { spaceId: revision.spaceId, publicUrl: deps.publicUrl }
  const [targets, lost] = [new Map<string, Target>(), new Map<string, Target>()]
  const locations = new Map<string, string[]>()
  const turn = yieldEvery()
  for (const { location, before, after } of changes) {
    await turn()
    const is = targetsAt(location, after, texts, from)
    for (const [key, target] of is) {
      targets.set(key, target)
      const there = locations.get(key)
      if (there) there.push(location)
      else locations.set(key, [location])
    }
    for (const [key, target] of targetsAt(location, before, texts, from)) if (!is.has(key)) lost.set(key, target)
  }
  return { changed: changes.map(({ location }) => location), targets, locations, lost, added, removed }
}

/** A collected target. `remains` is true if an unchanged location links to it. */
type CollectedTarget = FoundTarget & { remains: boolean }

/** Returns the overlay of a difference, and the differences in the numbers of targets. */
export async function overlayOf(
  context: OverlayContext,
  spaceId: string,
  difference: LinkDifference,
): Promise<{ overlay: Overlay; visible: Visible; counts: TargetCounts }> {
  const { changed, targets, locations, added, removed } = difference
  const outside = [...targets.values()].flatMap((target) => target.outside ?? [])
  const visible = await visibleOutside(context, [...(await spacesOutside(context.sql, spaceId)), ...outside])
  const overlay = { changed, locations, touched: [] as FoundTarget[], targets: [] as FoundTarget[] }
  const counts: TargetCounts = { total: 0, broken: 0, in_app: 0 }
  const count = ({ status }: FoundTarget, by: 1 | -1) => {
    counts.total += by
    if (status === 'broken') counts.broken += by
    if (status === 'in-app') counts.in_app += by
  }
  for (const { remains, ...was } of await collectedTargets(context, spaceId, difference, visible)) {
    const isThere = remains || locations.has(keyOf(was))
    const status = statusIn(difference, was)
    if (isThere && status === was.status) continue
    overlay.touched.push(was)
    count(was, -1)
    if (isThere) overlay.targets.push({ ...was, status })
  }
  for (const target of await newTargets(context, spaceId, difference, visible))
    overlay.targets.push({ ...target, status: statusIn({ added, removed }, target) })
  for (const target of overlay.targets) count(target, 1)
  return { overlay, visible, counts }
}

/** Returns the status in the change request: added resources exist, removed ones do not, for others nothing changes. */
function statusIn(
  { added, removed }: Pick<LinkDifference, 'added' | 'removed'>,
  { resource, outside, status }: FoundTarget,
): FoundTarget['status'] {
  if (resource === null || outside !== null) return status
  return added.has(resource) ? 'ok' : removed.has(resource) ? 'broken' : status
}

/** Reads the collected targets that the difference may affect. */
async function collectedTargets(
  { sql }: OverlayContext,
  spaceId: string,
  { changed, lost, added, removed }: LinkDifference,
  visible: Visible,
): Promise<CollectedTarget[]> {
  const { rows } = await raw<CollectedTarget>`
    with touched as (
      select t.* from link_target t join unnest(
        ${[...lost.values()].map(({ target }) => target)}::text[],
        ${[...lost.values()].map(({ relation }) => relation)}::text[]
      ) lost (target, relation) on t.target = lost.target and t.relation = lost.relation
      where t.space_id = ${spaceId}
      union
      select t.* from unnest(${[...added, ...removed]}::text[]) moved (resource)
      join link_target t on t.space_id = ${spaceId} and t.resource = moved.resource and t.outside is null
    )
    select t.target, t.relation, t.address, t.resource, t.outside, ${statusFor('t', visible)} as status, exists (
      select from link l where l.space_id = ${spaceId} and l.target = t.target and l.relation = t.relation
        and l.location not in (select unnest(${changed}::text[]))) as remains
    from touched t`.execute(sql)
  return rows
}

/** Returns the targets that the live content does not link to, with the status that they would have there. */
async function newTargets(
  { sql }: OverlayContext,
  spaceId: string,
  { targets }: LinkDifference,
  visible: Visible,
): Promise<FoundTarget[]> {
  const all = [...targets.values()]
  if (all.length === 0) return []
  const of = (key: keyof Target) => all.map((target) => target[key] ?? null)
  const { rows } = await raw<FoundTarget>`
    with fresh as (
      select one.*, coalesce(one.settled, case when exists (
        select from link_resource there where there.space_id = ${spaceId} and there.resource = one.resource offset 0)
        then 'ok' else 'broken' end) as status
      from unnest(
        ${of('target')}::text[], ${of('relation')}::text[],
        ${all.map(({ target, address }) => (address === target ? null : address))}::text[], ${of('resource')}::text[],
        ${of('outside')}::text[], ${of('settled')}::text[]
      ) one (target, relation, address, resource, outside, settled)
      where not exists (
        select from link_target t
        where t.space_id = ${spaceId} and t.target = one.target and t.relation = one.relation)
    )
    select target, relation, address, resource, outside, ${statusFor('fresh', visible)} as status from fresh`.execute(
    sql,
  )
  return rows
}
