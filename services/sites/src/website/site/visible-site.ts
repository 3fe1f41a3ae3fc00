import { hash } from 'node:crypto'
import { visitorConditions } from '@quire/access'
import type { CustomizationInput, SiteCustomizationSettings } from '@quire/contracts'
import { groupsOf } from '@quire/kit'
import type { PublishedLocation } from '../../addresses/resolve-address.ts'
import { fullPath, pagePaths } from '../../addresses/site-paths.ts'
import type { SiteSpaceOnSite } from '../../addresses/spaces-on-site.ts'
import type { SitesContext } from '../../context.ts'
import { pageScripts, type ScriptNeeds } from '../../integrations/scripts/site-scripts.ts'
import { siteAddress } from '../../model/site-address.ts'
import { changedSettings, effectiveSettings } from '../../view/effective-settings.ts'
import type { SiteDetails } from './site-details.ts'
import { readDetails } from './site-details.ts'
import { encodedPath } from './site-hrefs.ts'
import type { Audience, Section, SectionNode, Variant, VisibleSite } from './site-model.ts'

interface LoadOptions {
  isAtHost: boolean
  /** Settings of the site that take the place of the stored ones. */
  unsaved?: CustomizationInput | undefined
  /** Changes of the settings that the visited space has of its own. */
  overrides?: CustomizationInput | undefined
}

/**
 * Loads the site that an address led to, as its visitor sees it. Scripts of integrations are for pages at a host of the
 * site's own: at the public address they could act for its visitors on the sites of other organizations. Members who
 * preview a site do not run them.
 */
export async function loadVisibleSite(
  { sql, deps, caller }: Pick<SitesContext<ScriptNeeds>, 'sql' | 'deps' | 'caller'>,
  found: PublishedLocation,
  { isAtHost, unsaved, overrides = {} }: LoadOptions = { isAtHost: false },
): Promise<VisibleSite> {
  const { site, admission, visible, space, preview } = found
  const isPreview = isPreviewOf(found)
  const spaceIds = visible.map(({ spaceId }) => spaceId)
  const details = withPreview(await readDetails(sql, { siteId: site.id, siteSpaceId: space.id, spaceIds }), preview)
  const settings = effectiveSettings(
    unsaved ?? details.settings ?? undefined,
    changedSettings(details.own ?? {}, overrides),
  )
  const loaded = {
    id: site.id,
    organizationId: site.organization_id,
    title: site.title,
    address: siteAddress(site, deps.publicUrl, admission.shareLink?.key),
    filesOrigin: new URL(deps.publicUrl).origin,
    base: found.siteBasePath.replace(/\/$/, ''),
    structure: structureOf(visible, details, settings.git.showEditLink ? deps.publicUrl : undefined),
    settings,
    reports: reportsOf(settings, deps.isInsightsOn && !isPreview),
    isForAgents: site.agents_context === 'included',
    scripts: (isAtHost || deps.scripts.areEverywhere) && !isPreview ? pageScripts(details.scripts, deps.scripts) : [],
    isAskable: site.agents_context === 'included' && details.ai && settings.ai.mode !== 'none',
  }
  const versioned = JSON.stringify(loaded, (name, value) => (name === 'revision' ? undefined : value))
  return {
    ...loaded,
    version: hash('sha256', versioned, 'base64url'),
    audience: audienceOf(found, groupsOf(caller, site.id)),
  }
}

/** Puts the revision of a preview in place of the live one of its space. */
function withPreview(details: SiteDetails, preview: PublishedLocation['preview']): SiteDetails {
  const space = preview && details.spaces[preview.space]
  if (!space) return details
  return { ...details, spaces: { ...details.spaces, [preview.space]: { ...space, revision: preview.revision } } }
}

/** True if a member previews the site, or the address is in the preview of a pull request. */
const isPreviewOf = ({ admission, preview }: PublishedLocation): boolean =>
  (admission.previewOf !== undefined && !admission.isInternal) || preview !== undefined

/** A preview is no visit. */
function reportsOf({ insights, feedback }: SiteCustomizationSettings, isOn: boolean): VisibleSite['reports'] {
  if (!isOn) return 'nothing'
  if (insights.enabled) return 'everything'
  return feedback.enabled ? 'feedback' : 'nothing'
}

/** Returns the audience of a visitor: what is visible depends on the claims and on the visible spaces. */
function audienceOf(found: PublishedLocation, groups: readonly string[]): Audience {
  const { site, admission, visible, preview } = found
  const { claims = {}, shareLink } = admission
  const isPreview = isPreviewOf(found)
  // Members who see the same of an internal site share its pages.
  const previewOf = admission.isInternal ? undefined : admission.previewOf
  const isKnown = isPreview || Object.keys(claims).length > 0
  const isPublic = !isKnown && (site.visibility === 'public' || site.visibility === 'unlisted')
  const seen = [site.visibility, claims, previewOf, preview, shareLink?.id, visible.map(({ id }) => id)]
  return {
    isPublic,
    isIndexed: isPublic && site.visibility === 'public',
    preview: isPreview ? claims : undefined,
    key: hash('sha256', JSON.stringify(seen), 'base64url'),
    claims,
    groups,
    ...visitorConditions(claims, groups),
  }
}

/**
 * Returns the sections and groups with visible content, in order; for a site without any, one section without a title.
 * `consoleUrl` is where pages lead those who want to change them; undefined if they lead nowhere.
 */
function structureOf(
  open: readonly SiteSpaceOnSite[],
  { spaces, sections, groups }: SiteDetails,
  consoleUrl: string | undefined,
): SectionNode[] {
  const bySection = Map.groupBy(open, ({ section }) => section?.id)
  const pathOf = pagePaths(open)
  const variantsIn = (id: string | undefined) =>
    (bySection.get(id) ?? [])
      .toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault))
      .flatMap((one) => variantOf(one, pathOf, spaces, consoleUrl))
  const outside: Section = { kind: 'section', id: '', title: '', variants: variantsIn(undefined) }
  const under = (parent: string | null): SectionNode[] => {
    const nodes = [
      ...sections.map((row) => ({ ...row, kind: 'section' as const })),
      ...groups.map((row) => ({ ...row, kind: 'group' as const })),
    ]
    return nodes
      .filter((node) => node.parent === parent)
      .sort((one, other) => (one.order < other.order ? -1 : 1))
      .flatMap(({ kind, id, title, description, icon }): SectionNode[] => {
        const common = { id, title, icon: icon ?? undefined }
        if (kind === 'group') {
          const children = under(id)
          return children.length > 0 ? [{ kind, ...common, children }] : []
        }
        const variants = variantsIn(id)
        return variants.length > 0 ? [{ kind, ...common, description: description ?? undefined, variants }] : []
      })
  }
  return outside.variants.length > 0 ? [outside, ...under(null)] : under(null)
}

function variantOf(
  siteSpace: SiteSpaceOnSite,
  pathOf: ReturnType<typeof pagePaths>,
  spaces: SiteDetails['spaces'],
  consoleUrl: string | undefined,
): Variant[] {
  const { id, spaceId, address, path } = siteSpace
  const space = spaces[spaceId]
  if (!space) return []
  const { revision, title, emoji, icon, language, gitSync } = space
  const at = encodedPath(address ?? path)
  const signs = { emoji: emoji ?? undefined, icon: icon ?? undefined, language: language ?? undefined }
  const addresses = {
    path: at === '' ? '' : `/${at}`,
    fullPath: fullPath(siteSpace),
    pagePath: (page: string) => `/${encodedPath(pathOf(siteSpace, page))}`,
  }
  const git = gitSync?.url !== undefined ? { git: gitSync } : {}
  const editing = consoleUrl === undefined ? {} : { ...git, consolePages: `${consoleUrl}/s/${spaceId}/p` }
  return [{ id, spaceId, revision, title, ...signs, ...editing, ...addresses }]
}
