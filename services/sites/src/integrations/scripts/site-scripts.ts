import {
  type IntegrationContentSecurityPolicy,
  type IntegrationPolicyDirective,
  integrationPolicyDirectives,
  readPolicy,
  type SiteIntegrationScript,
} from '@quire/contracts'
import { type RawBuilder, sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import { hostsOfScript, type ScriptHosts } from './known-hosts.ts'

/** The dependency of features that show scripts. */
export interface ScriptNeeds {
  scripts: {
    /** Hosts of scripts besides those that are known (`SITE_SCRIPT_HOSTS`). */
    hosts: readonly string[]
    /** True if pages at the public address have scripts too (`SITE_SCRIPTS`). */
    areEverywhere: boolean
  }
}

/** A script of an integration that is enabled on a site, as the database has it. */
export interface StoredScript {
  url: string
  /** Null if the manifest has none, and for those that Quire ships. */
  policy: IntegrationContentSecurityPolicy | null
  isShipped: boolean
  cookies: boolean
}

/** A script of a page, with the hosts that the page's policy has to allow for it. */
export interface PageScript {
  url: string
  hosts: ScriptHosts
}

/**
 * A subquery of the scripts of a site, as a JSON array of `StoredScript`, by the names of their integrations. The scope has
 * to be that of the installation and of the present version.
 */
export const storedScripts = (siteId: string | RawBuilder<string>): RawBuilder<StoredScript[]> => raw`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'url', script.url, 'policy', script.policy, 'isShipped', script.is_shipped, 'cookies', script.cookies
  ) order by script.name), '[]')
  from (
    select g.name, g.organization_id is null as is_shipped, g.manifest->'contentSecurityPolicy' as policy,
      jsonb_exists(i.scopes, 'site:script:cookies') as cookies,
      case when g.organization_id is null then c.configuration->>'url' else g.manifest->>'siteScript' end as url
    from integration_installation i
    join integration g on g.name = i.integration
    left join integration_content c on c.installation_id = i.id and c.site_id = ${siteId}
    where i.organization_id = (select organization_id from site where id = ${siteId})
      and i.status = 'active' and (c.status = 'active' or (c.id is null and i.site_selection = 'all'))
      and jsonb_exists(i.scopes, 'site:script:inject') and jsonb_exists(g.manifest->'scopes', 'site:script:inject')
  ) script where script.url is not null)`

/** Returns the scripts that pages load; one whose host is not allowed any more is left out. */
export function pageScripts(stored: readonly StoredScript[], { hosts: allowed }: ScriptNeeds['scripts']): PageScript[] {
  return stored.flatMap(({ url, policy, isShipped }) => {
    const hosts = isShipped ? hostsOfScript(new URL(url), allowed) : declaredHosts(policy)
    if (!hosts) return []
    return [
      { url, hosts: { ...hosts, 'script-src': [...new Set([new URL(url).origin, ...(hosts['script-src'] ?? [])])] } },
    ]
  })
}

const declaredHosts = (policy: IntegrationContentSecurityPolicy | null): ScriptHosts =>
  Object.fromEntries(policy === null ? [] : (readPolicy(policy) ?? []))

/** Presents the scripts of a site, for renderers that load them themselves. */
export const presentScripts = (
  stored: readonly StoredScript[],
  needs: ScriptNeeds['scripts'],
): SiteIntegrationScript[] =>
  stored.flatMap((one) =>
    pageScripts([one], needs).map(({ url, hosts }) => ({
      script: url,
      contentSecurityPolicy: integrationPolicyDirectives
        .flatMap((name) => (hosts[name] ? [`${name} ${hosts[name].join(' ')}`] : []))
        .join('; '),
      cookies: one.cookies,
    })),
  )

/** Returns the hosts that all scripts need of a directive, each once. */
export const hostsFor = (scripts: readonly PageScript[], directive: IntegrationPolicyDirective): string[] => [
  ...new Set(scripts.flatMap(({ hosts }) => hosts[directive] ?? [])),
]

/** Reads the scripts of a site. */
export async function readScripts(sql: Sql, siteId: string): Promise<StoredScript[]> {
  const row = await sql.selectNoFrom(storedScripts(siteId).as('scripts')).executeTakeFirstOrThrow()
  return row.scripts
}
