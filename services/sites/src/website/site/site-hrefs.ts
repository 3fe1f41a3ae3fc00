import { type SiteCustomizationSettings, siteFileIn } from '@quire/contracts'
import { locationOfSpace, type SiteLocation, type VisibleSite } from './site-model.ts'

/** The target of a link in the customization, or in the navigation. */
export type LinkTarget = Readonly<Record<string, unknown>>

/** Returns the absolute path at which a variant of the site begins. */
export const variantHref = (site: VisibleSite, { variant }: Pick<SiteLocation, 'variant'>): string =>
  `${site.base}${variant.path}` || '/'

/** Returns the absolute address of a path of the site; other addresses are returned unchanged. */
export const addressOf = ({ base, address }: VisibleSite, path: string): string =>
  path.startsWith('/') ? `${address}${path.slice(base.length)}`.replace(/\/$/, '') : path

/** Encodes each segment. Most paths have nothing to encode, and a site's tree has thousands of them. */
export const encodedPath = (path: string): string =>
  /^[\w./-]*$/.test(path) ? path : path.split('/').map(encodeURIComponent).join('/')

/** The path of a site's MCP server that clients of other systems know. */
export const knownToolPath = '~gitbook/mcp'

/** Paths of a site's MCP server, our own first. */
export const toolPaths = ['-/mcp', knownToolPath]

export const toolsAddress = ({ address }: Pick<VisibleSite, 'address'>): string => `${address}/${toolPaths[0]}`

/** Returns an address that is safe to link to; undefined for one that could run a script. */
export function safeHref(url: unknown): string | undefined {
  if (typeof url !== 'string' || url.length > 2048 || !URL.canParse(url)) return undefined
  return ['http:', 'https:', 'mailto:', 'tel:'].includes(new URL(url).protocol) ? url : undefined
}

/**
 * Returns the address of a picture or font that the customization names: of an uploaded file the path at which the
 * visitor reads the site, so that it comes from the site's own origin and by the visitor's own key.
 */
export function lookHref({ id, base }: Pick<VisibleSite, 'id' | 'base'>, url: unknown): string | undefined {
  const file = siteFileIn(url, id)
  return file ? `${base}/${file.path}` : safeHref(url)
}

interface Around {
  /** The space of links that name none. */
  spaceId: string
  /** Returns the path of a page for this visitor. */
  findPage(spaceId: string, pageId: string): string | undefined
}

/** Returns the target of a link; undefined if it does not exist, or is hidden from this visitor. */
export function targetHref(
  site: VisibleSite,
  target: LinkTarget | null | undefined,
  { spaceId, findPage }: Around,
): string | undefined {
  if (!target) return undefined
  const { kind, url, space = spaceId, page, anchor, file } = target
  if (kind === 'url') return safeHref(url)
  const location = typeof space === 'string' ? locationOfSpace(site, space) : undefined
  if (!location) return undefined
  if (kind === 'space') return variantHref(site, location)
  if (kind === 'file' && typeof file === 'string') {
    const from = locationOfSpace(site, spaceId)
    return fileHref(from ? { base: variantHref(site, from).replace(/\/$/, '') } : site, location.variant.spaceId, file)
  }
  const href = typeof page === 'string' ? findPage(location.variant.spaceId, page) : undefined
  if (kind === 'page') return href
  return kind === 'anchor' && href && typeof anchor === 'string' ? `${href}#${encodeURIComponent(anchor)}` : undefined
}

/**
 * Returns the stable address of a file, for those who may read the site. Links of a space's own settings have that
 * space's address as `base`, since these settings decide whether such a link opens the file.
 */
export function fileHref({ base }: Pick<VisibleSite, 'base'>, spaceId: string, fileId: string, name?: string): string {
  const steps = name === undefined ? [spaceId, fileId] : [spaceId, fileId, name]
  return `${base}/-/files/${steps.map(encodeURIComponent).join('/')}`
}

/** Returns the header links that the visitor sees. */
export const visibleLinks = ({ settings, audience }: VisibleSite): SiteCustomizationSettings['header']['links'] =>
  settings.header.links.filter(({ condition }) => condition === undefined || audience.holds(condition))

/** Returns the targets of all links of the customization that the visitor sees. */
function linkTargets(site: VisibleSite) {
  const { footer, announcement } = site.settings
  const links = [
    ...visibleLinks(site).flatMap((link) => [link, ...link.links]),
    ...footer.groups.flatMap((group) => group.links),
    ...(announcement?.link ? [announcement.link] : []),
  ]
  return links.flatMap(({ to }) => to ?? [])
}

/** Returns the spaces that links of the customization name. */
export const linkedSpaces = (site: VisibleSite): string[] =>
  linkTargets(site).flatMap((to) => ('space' in to && to.space !== undefined ? [to.space] : []))

/** True if a link of the customization leads to the file. Links that name no space lead into `ownSpace`. */
export const isLinkedFile = (site: VisibleSite, ownSpace: string, { space, file }: { space: string; file: string }) =>
  linkTargets(site).some((to) => to.kind === 'file' && to.file === file && (to.space ?? ownSpace) === space)

/** The part of an address of a list of pages that stands for the top of the space. No id of a page is equal to it. */
export const topOfSpace = '~'

/** A part of a list of pages, by indices: the pages from `from` on, or those before `to`. */
export type ListedRange = { from: number } | { to: number }

/** Returns the address of the page that lists the pages below one, or those at the top of the space. */
export function pageListHref(
  { base }: Pick<VisibleSite, 'base'>,
  { variant }: Pick<SiteLocation, 'variant'>,
  parentId = topOfSpace,
  range?: ListedRange,
): string {
  const part = range === undefined ? '' : 'from' in range ? `/${range.from}-` : `/-${range.to}`
  return `${base}/-/pages/${variant.id}/${encodeURIComponent(parentId)}${part}`
}
