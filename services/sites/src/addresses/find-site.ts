import { isNotDeleted } from '@quire/access'
import { type AdaptiveJsonSchema, looksLikeShareKey } from '@quire/contracts'
import { statement } from '@quire/kit'
import { type InferResult, type RawBuilder, sql as raw } from 'kysely'
import { findLinkByKey } from '../audience/share-keys.ts'
import type { Sql } from '../database.ts'
import type { SiteRow } from '../model/sites.state.ts'
import type { Candidates } from './address-candidates.ts'

/** A site with the rows that decide who may read it. */
export interface AddressedSite {
  site: SiteRow
  auth: { site_id: string; sealed_key: string; fallback_url: string | null } | undefined
  /** The claims that the site expects of its visitors; undefined if it does not say. */
  schema: AdaptiveJsonSchema | undefined
  /** The number of segments of the path that name the site. */
  used: number
  /** True if the address has a name that the site had before. */
  isFormer: boolean
  /** The share link whose key stands in the position of the site's name. */
  link?: { id: string; key: string; site_id: string }
}

/**
 * Finds the site that an address names, published or not. Takes one statement, or two if a key names the site; both use
 * indexes.
 */
export async function findSiteAt(sql: Sql, candidates: Candidates): Promise<AddressedSite | undefined> {
  const link = await linkNamedIn(sql, candidates)
  const [row] = await sitesAt(sql, candidates, link?.site_id)
  if (!row) return undefined
  const isFormer = candidates.by === 'name' && !link && ![row.id, row.basename].includes(candidates.name)
  const { sealed_key, fallback_url, json_schema, ...site } = row
  return {
    site,
    auth: sealed_key === null ? undefined : { site_id: site.id, sealed_key, fallback_url },
    schema: json_schema ?? undefined,
    used: candidates.used + usedBy(candidates, site),
    isFormer,
    ...(link && { link }),
  }
}

/** New basenames that look like a key are rejected; for an older one the key takes precedence. */
const linkNamedIn = async (sql: Sql, candidates: Candidates) =>
  candidates.by === 'name' && looksLikeShareKey(candidates.name) ? findLinkByKey(sql, candidates.name) : undefined

function sitesAt(sql: Sql, candidates: Candidates, linked: string | undefined): Promise<Found[]> {
  if (candidates.by === 'host') return siteByHost(sql, candidates)
  return linked === undefined ? siteByName(sql, candidates) : siteById(sql, { id: linked })
}

const selectSite = (sql: Sql) =>
  sql
    .selectFrom('site')
    .leftJoin('publishing_auth', 'publishing_auth.site_id', 'site.id')
    .leftJoin('site_adaptive_schema as adaptive', 'adaptive.site_id', 'site.id')
    .selectAll('site')
    .select(['publishing_auth.sealed_key', 'publishing_auth.fallback_url', 'adaptive.json_schema'])
    .where(isNotDeleted(raw.ref('site.organization_id')))
    .limit(1)

type Found = InferResult<ReturnType<typeof selectSite>>[number]

const siteById = statement<{ id: string }, Found>(({ id }, sql) => selectSite(sql as Sql).where('site.id', '=', id))

const siteByName = statement<{ name: string }, Found>(({ name }, sql) =>
  selectSite(sql as Sql)
    .where((one) => one.or([one('site.basename', '=', name), one('site.id', '=', name), isFormerSite(name)]))
    // The site that has the name now comes before the one that had it.
    .orderBy(isFormerSite(name)),
)

const isFormerSite = (name: RawBuilder<string>) =>
  raw<boolean>`coalesce(site.id = (select site_id from basename_history where basename = ${name}), false)`

const siteByHost = statement<{ hostname: string; origins: string[] }, Found>(({ hostname, origins }, sql) =>
  selectSite(sql as Sql)
    .where((one) =>
      one.or([
        one('site.hostname', '=', hostname),
        one.and([raw<boolean>`${lowerProxy} = any(${origins})`, isNotOnHostOfOthers(hostname)]),
      ]),
    )
    .orderBy(longestProxy(origins), (order) => order.desc().nullsLast()),
)

const lowerProxy = raw<string>`lower(site.proxy)`

/** The organization that verified a host decides what lies beneath it: a proxy's address is not verified. */
const isNotOnHostOfOthers = (hostname: RawBuilder<string>) => raw<boolean>`not exists (
  select from site owner where owner.hostname = ${hostname} and owner.organization_id <> site.organization_id
)`

/** A host may belong to one site and have proxies of others beneath its paths: the longest match wins. */
const longestProxy = (origins: RawBuilder<string[]>) =>
  raw`case when ${lowerProxy} = any(${origins}) then length(site.proxy) end`

/** The number of segments that a proxy's path takes; a custom hostname takes none. */
const usedBy = (candidates: Candidates, { proxy }: SiteRow) =>
  proxy !== null && candidates.origins.includes(proxy.toLowerCase()) ? proxy.split('/').length - 1 : 0
