import { notFound } from '@quire/kit'
import { type Expression, sql as raw } from 'kysely'
import type { Target } from '../pages/resolve-target.ts'
import type { PageEntry } from '../storage/revisions/revision-entries.ts'
import { get, getMany } from '../storage/trees/tree-reads.ts'
import type { LinksContext } from './context.ts'
import type { FoundTarget } from './find-links.ts'
import { presentLinks } from './links.present.ts'
import { cursorOf, type LinkQuery, linkList } from './list-links.ts'
import { idOf, type SpaceContent } from './load-content.ts'
import { pageLinkSource, targetsAt } from './location-changes.ts'
import { statusFor, visibleOutside } from './outside-links.ts'
import { textTargets } from './text-targets.ts'

type OfPage = LinksContext & { params: { spaceId: string; pageId: string }; query: LinkQuery }

/**
 * Lists the links of a page, by target. `ofChange` is true for the content of a change request, which may have broken
 * some.
 */
export async function listPageLinks(context: OfPage, content: SpaceContent, ofChange = false) {
  const { params, query, page } = context
  const { storage, revision } = content.open
  const entry = await get(storage.nodes, revision.roots.pages, params.pageId)
  if (!entry) throw notFound('The page')
  const { all, brokenInSpace } = await linksOfPage(context, content, entry)
  const broken = all.filter(({ status }) => status === 'broken')
  const stats = {
    total: all.length,
    broken: broken.length,
    inApp: all.filter(({ status }) => status === 'in-app').length,
    ...(ofChange && { brokenByChange: broken.filter((one) => !brokenInSpace.has(keyFor(one))).length }),
  }
  const after = cursorOf(context)?.after
  const matching = all
    .filter(({ status }) => query.status === undefined || status === query.status)
    .filter((one) => !after || byKeys(one, after) > 0)
    .sort(byKeys)
  const listed = matching.slice(0, page.limit).map((one) => ({ ...one, locations: [`/pages/${params.pageId}`] }))
  const last = matching.length > page.limit ? listed.at(-1) : undefined
  const next = last && { target: last.target, relation: last.relation, location: '' }
  return linkList(context, await presentLinks(context, content, listed), stats, next)
}

const keyFor = ({ target, relation }: { target: string; relation: string }) => `${target}\0${relation}`
const byKeys = (one: { target: string; relation: string }, other: { target: string; relation: string }) =>
  keyFor(one) < keyFor(other) ? -1 : keyFor(one) > keyFor(other) ? 1 : 0

async function linksOfPage(context: OfPage, { open }: SpaceContent, entry: PageEntry) {
  const { sql, parser, params, deps } = context
  const { revision, storage } = open
  const linking = pageLinkSource(entry)
  const texts = await textTargets({ sql, parser, store: revision.store }, linking.document ? [linking.document] : [])
  const from = { spaceId: params.spaceId, publicUrl: deps.publicUrl }
  const targets = [...targetsAt(`/pages/${params.pageId}`, linking, texts, from).values()]
  const own = targets.flatMap(({ resource, settled }) => (resource !== null && settled === undefined ? [resource] : []))
  const idsIn = (prefix: string) => own.filter((one) => one.startsWith(prefix)).map(idOf)
  const { pages, files, reusables } = revision.roots
  const [ofPages, ofFiles, ofTexts] = await Promise.all([
    getMany(storage.nodes, pages, idsIn('/pages/')),
    getMany(storage.nodes, files, idsIn('/files/')),
    getMany(storage.nodes, reusables, idsIn('/reusable-contents/')),
  ])
  const isThere = (resource: string) => [ofPages, ofFiles, ofTexts].some((some) => some.has(idOf(resource)))
  const { found, brokenInSpace } = await readStatuses(context, targets)
  const all = targets.map((target): FoundTarget => {
    const { resource, settled, address } = target
    const known = { ...target, address: address === target.target ? null : address }
    if (settled === 'outside') return { ...known, status: found.has(keyFor(target)) ? 'ok' : 'broken' }
    if (settled !== undefined) return { ...known, status: settled }
    return { ...known, status: resource !== null && isThere(resource) ? 'ok' : 'broken' }
  })
  return { all, brokenInSpace }
}

/** Returns the outside targets that exist for the caller, and the targets that are broken in the live content too. */
async function readStatuses(context: OfPage, targets: readonly Target[]) {
  const { sql, params, deps } = context
  const outside = targets.filter(({ settled }) => settled === 'outside')
  const visible = await visibleOutside(
    context,
    outside.flatMap((target) => target.outside ?? []),
  )
  await deps.links.catchUp(sql, [params.spaceId])
  const { rows: there } = await raw<{ target: string; relation: string }>`
    select one.target, one.relation from (
      select *, 'outside' as status from unnest(
        ${outside.map(({ target }) => target)}::text[], ${outside.map(({ relation }) => relation)}::text[],
        ${outside.map(({ resource }) => resource)}::text[], ${outside.map((target) => target.outside)}::text[]
      ) one (target, relation, resource, outside)
    ) one where ${statusFor('one', visible)} = 'ok'`.execute(sql)
  const live: Expression<unknown> = raw`unnest(
    ${targets.map(({ target }) => target)}::text[], ${targets.map(({ relation }) => relation)}::text[]
  ) one (target, relation)`
  const { rows: broken } = await raw<{ target: string; relation: string }>`
    select t.target, t.relation from ${live}
    join link_target t on t.space_id = ${params.spaceId} and t.target = one.target and t.relation = one.relation
    where ${statusFor('t', visible)} = 'broken'`.execute(sql)
  return { found: new Set(there.map(keyFor)), brokenInSpace: new Set(broken.map(keyFor)) }
}
