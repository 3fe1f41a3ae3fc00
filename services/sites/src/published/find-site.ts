import { type AdaptiveJsonSchema, looksLikeShareKey } from '@quire/contracts'
import { anyOf } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import { findLinkByKey } from '../share-keys/find.ts'
import type { SiteRow } from '../states/sites.state.ts'
import type { Candidates } from './address-candidates.ts'

/** A site with what decides who reads it. */
export interface AddressedSite {
  site: SiteRow
  auth: { site_id: string; sealed_key: string; fallback_url: string | null } | undefined
  /** What the site expects of its visitors, where it says so. */
  schema: AdaptiveJsonSchema | undefined
  /** How many segments of the address's path name the site. */
  used: number
  /** The share link whose key stands in the place of the site's name. */
  link?: { id: string; key: string; site_id: string }
}

/**
 * The site that an address names, published or not: one statement, or two where a key names it, by indexes, whatever
 * number of sites there is.
 */
export async function findSiteAt(sql: Sql, candidates: Candidates): Promise<AddressedSite | undefined> {
  const link = await linkNamedIn(sql, candidates)
  const row = await sql
    .selectFrom('site')
    .leftJoin('publishing_auth', 'publishing_auth.site_id', 'site.id')
    .leftJoin('site_adaptive_schema as adaptive', 'adaptive.site_id', 'site.id')
    .selectAll('site')
    .select(['publishing_auth.sealed_key', 'publishing_auth.fallback_url', 'adaptive.json_schema'])
    .where((one) =>
      candidates.by === 'name'
        ? one.or(
            link
              ? [one('site.id', '=', link.site_id)]
              : [one('site.basename', '=', candidates.name), one('site.id', '=', candidates.name)],
          )
        : one.or([
            one('site.hostname', '=', candidates.hostname),
            one.and([one(lowerProxy, '=', anyOf(candidates.origins)), isNotOnHostOfOthers(candidates)]),
          ]),
    )
    .$if(candidates.by === 'host', (sites) =>
      sites.orderBy(longestProxy(candidates), (order) => order.desc().nullsLast()),
    )
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const { sealed_key, fallback_url, json_schema, ...site } = row
  return {
    site,
    auth: sealed_key === null ? undefined : { site_id: site.id, sealed_key, fallback_url },
    schema: json_schema ?? undefined,
    used: candidates.used + usedBy(candidates, site),
    ...(link && { link }),
  }
}

/** A basename that looks like a key is older than its refusal, and gives way to the key. */
const linkNamedIn = async (sql: Sql, candidates: Candidates) =>
  candidates.by === 'name' && looksLikeShareKey(candidates.name) ? findLinkByKey(sql, candidates.name) : undefined

const lowerProxy = raw<string>`lower(site.proxy)`

/** Whoever proved a host decides what lies beneath it: a proxy's address is only said. */
const isNotOnHostOfOthers = ({ hostname }: { hostname: string }) => raw<boolean>`not exists (
  select from site owner where owner.hostname = ${hostname} and owner.organization_id <> site.organization_id
)`

/** A host may be one site's own and have others beneath its paths: the longest is meant. */
const longestProxy = ({ origins }: { origins: string[] }) =>
  raw`case when ${lowerProxy} = any(${origins}) then length(site.proxy) end`

/** A proxy's path names the site, a name does too; a host of its own stands before the path. */
const usedBy = (candidates: Candidates, { proxy }: SiteRow) =>
  proxy !== null && candidates.origins.includes(proxy.toLowerCase()) ? proxy.split('/').length - 1 : 0
