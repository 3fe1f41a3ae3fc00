import type { VisitAnswer } from '@quire/kit'
import { candidatesOf } from '../../addresses/address-candidates.ts'
import { findSiteAt } from '../../addresses/find-site.ts'
import type { SitesContext } from '../../context.ts'
import { siteAddress } from '../../model/site-address.ts'
import { answered } from '../cache/visit-answers.ts'
import type { WebsiteNeeds } from '../pages-dependencies.ts'
import { missingSite } from '../render/frame/missing-site.ts'
import { toolPaths } from '../site/site-hrefs.ts'
import { addressToResolve, type VisitAddress } from '../visit/visit-address.ts'

/** The path of the metadata of a resource; the resource's own path follows it (RFC 9728, section 3.1). */
const wellKnown = '.well-known/oauth-protected-resource'

/** Returns the address of the metadata of an MCP server. */
export function metadataAddress(resource: string, publicUrl: string): string {
  const front = resource.startsWith(`${publicUrl}/`) ? publicUrl : new URL(resource).origin
  return `${front}/${wellKnown}${resource.slice(front.length)}`
}

interface Asked {
  context: Pick<SitesContext<WebsiteNeeds>, 'sql' | 'deps'>
  address: VisitAddress
}

/** The MCP server whose metadata a path names, within a site; undefined for any other path. */
export function describedTools({ rest }: VisitAddress): string | undefined {
  return toolPaths.find((path) => rest === `${wellKnown}/${path}`)
}

/** Tells a program who gives permission to use the MCP server of an internal site. There is none on any other site. */
export async function resourceMetadata({ context, address }: Asked, tools: string): Promise<VisitAnswer> {
  const { sql, deps } = context
  const { publicUrl } = deps
  const candidates = candidatesOf(addressToResolve(address, publicUrl).url, publicUrl)
  const site = candidates && (await findSiteAt(sql, candidates))?.site
  if (!site?.published || site.visibility !== 'members' || site.agents_context !== 'included')
    return missingSite(address.hostname === undefined ? deps.pages.assets : deps.pages.assetsAtHost)
  const metadata = {
    resource: `${siteAddress(site, publicUrl)}/${tools}`,
    authorization_servers: [publicUrl],
    bearer_methods_supported: ['header'],
  }
  return answered(JSON.stringify(metadata), { type: 'json', isPublic: false })
}
