import { Refusal } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import type { ContentCaller } from '../pages/page-visibility.ts'
import { specPrefix } from '../pages/resolve-target.ts'
import type { VisitorsContext } from './context.ts'
import { readVisiblePage } from './read-visible-page.ts'
import type { TextReferences } from './text-references.ts'
import { type LivePage, pageKey, visibleLivePages } from './visible-live-pages.ts'
import { textsForAll } from './visitor-texts.ts'

/** Resources that texts refer to, by their addresses in links (docs/adr/0016). */
interface NamedResources {
  /** The column of `link` with the address: `target` for specifications, `resource` for everything else. */
  by: 'resource' | 'target'
  addresses: readonly string[]
}

/** A page that refers to an address, directly or through a text that the page includes. */
interface ReferencingPage {
  spaceId: string
  address: string
  pageId: string
  isDirect: boolean
}

/** Locations per space that are checked for each resource. If none of them is visible, the resource is hidden. */
const maxLocations = 200

/** Levels of included texts that are followed. */
const maxLevels = 3

const pagePrefix = '/pages/'

interface FoundReferences {
  /** The addresses that some text refers to. */
  addresses: ReadonlySet<string>
  pages: ReferencingPage[]
}

type Context = Pick<VisitorsContext, 'sql' | 'deps' | 'parser'>

/** Texts that are evaluated for one request; resources that only further texts refer to are hidden. */
const maxEvaluated = 50

/** The addresses that pages refer to as their reader sees them, of the pages that one request has evaluated, by page. */
export type EvaluatedPages = Map<string, ReadonlySet<string>>

/**
 * Returns, by address, true for resources that a live page visible to the reader refers to, and false for those that
 * only hidden text refers to; resources without a reference are left out. Throws 503 until the links of the spaces are
 * collected. A request that asks several times gives the same `evaluated` each time.
 */
export async function visibleResources(
  context: Context,
  spaceIds: readonly string[],
  named: NamedResources,
  reader: ContentCaller,
  evaluated: EvaluatedPages = new Map(),
): Promise<ReadonlyMap<string, boolean>> {
  await context.deps.links.catchUp(context.sql, spaceIds)
  const references = await findReferences(context.sql, spaceIds, named)
  const pages = await visibleLivePages(context, references.pages, { reader, listed: false })
  const isForAll = await withTextForAll(context, [...pages.values()])
  const found = new Map([...references.addresses].map((address) => [address, false]))
  const uncertain: { address: string; key: string; page: LivePage }[] = []
  for (const { address, isDirect, ...location } of references.pages) {
    const key = pageKey(location)
    const page = pages.get(key)
    if (page && isDirect && isForAll(page)) found.set(address, true)
    else if (page) uncertain.push({ address, key, page })
  }
  for (const { address, key, page } of uncertain) {
    if (found.get(address) || (!evaluated.has(key) && evaluated.size >= maxEvaluated)) continue
    const addresses = evaluated.get(key) ?? (await addressesOn(context, page, reader))
    evaluated.set(key, addresses)
    if (addresses.has(address)) found.set(address, true)
  }
  return found
}

/** Returns those of the specifications, by id or slug, that a live page of the space presents to the reader. */
export async function specificationsOnLivePages(
  context: Context,
  spaceId: string,
  specs: TextReferences['specs'],
  reader: ContentCaller,
): Promise<TextReferences['specs']> {
  if (specs.size === 0) return specs
  const addresses = [...specs.keys()].map((name) => `${specPrefix}${name}`)
  const visible = await visibleResources(context, [spaceId], { by: 'target', addresses }, reader)
  return new Map([...specs].filter(([name]) => visible.get(`${specPrefix}${name}`) === true))
}

/** Returns a function that is true for pages whose own text is the same for everybody. */
async function withTextForAll({ sql, deps }: Context, pages: readonly LivePage[]) {
  const wanted = pages.flatMap(({ open, entry: { document } }) =>
    document === null ? [] : [{ store: open.revision.store, document }],
  )
  const forAll = await textsForAll(sql, deps.visitorTexts.conditional, wanted)
  return ({ entry }: LivePage) => entry.document === null || forAll.has(entry.document)
}

/** Finds the addresses that a page refers to; none if the text is too large for a tree, since it is hidden from all. */
async function addressesOn(context: Context, { open, entry }: LivePage, reader: ContentCaller) {
  try {
    return addressesIn((await readVisiblePage(context, open, entry, reader)).references)
  } catch (error) {
    if (error instanceof Refusal && error.status === 409) return new Set<string>()
    throw error
  }
}

const addressesIn = ({ files, reusables, specs }: TextReferences): ReadonlySet<string> =>
  new Set([
    ...[...files].map((id) => `/files/${id}`),
    ...[...reusables].map((id) => `/reusable-contents/${id}`),
    ...[...specs.keys()].map((name) => `${specPrefix}${name}`),
  ])

/** Finds the pages of some spaces that refer to these resources, as far as the links of the spaces are collected. */
async function findReferences(sql: Sql, spaceIds: readonly string[], named: NamedResources): Promise<FoundReferences> {
  const { rows } = await raw<{ space_id: string; address: string; location: string; level: number }>`
    with recursive naming as (
      select space.id as space_id, named.address, found.location, 1 as level
      from unnest(${spaceIds}::text[]) space (id) cross join unnest(${named.addresses}::text[]) named (address)
      cross join lateral (
        select location from link
        where link.space_id = space.id and link.${raw.ref(named.by)} = named.address
        limit ${maxLocations}) found
      union
      select naming.space_id, naming.address, including.location, naming.level + 1
      from naming cross join lateral (
        select location from link
        where link.space_id = naming.space_id and link.resource = naming.location and link.relation = 'dependsOn'
        limit ${maxLocations}) including
      where naming.level < ${maxLevels} and naming.location like '/reusable-contents/%'
    )
    select space_id, address, location, min(level) as level from naming
    group by space_id, address, location`.execute(sql)
  const pages = rows.flatMap(({ space_id: spaceId, address, location, level }) => {
    const pageId = location.startsWith(pagePrefix) && location.slice(pagePrefix.length)
    return pageId ? [{ spaceId, address, pageId, isDirect: level === 1 }] : []
  })
  return { addresses: new Set(rows.map(({ address }) => address)), pages }
}
