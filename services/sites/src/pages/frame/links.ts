import type { SiteCustomizationSettings } from '@quire/contracts'
import { type OpenSite, type Place, placesOf } from './model.ts'

/** What a link of the customization, or of the navigation, names. */
export type LinkTarget = Readonly<Record<string, unknown>>

/** The absolute path, or address, at which a variant of the site begins. */
export const variantHref = (site: OpenSite, { variant }: Pick<Place, 'variant'>): string =>
  `${site.base}${variant.path}` || '/'

/** Where a site is an MCP server, on the site: by an address of ours, and by one that clients of other systems know. */
export const toolPaths = ['-/mcp', '~gitbook/mcp']

export const toolsAddress = ({ address }: Pick<OpenSite, 'address'>): string => `${address}/${toolPaths[0]}`

/** An address that a reader may follow; undefined for anything that could run a script. */
export function safeHref(url: unknown): string | undefined {
  if (typeof url !== 'string' || url.length > 2048 || !URL.canParse(url)) return undefined
  return ['http:', 'https:', 'mailto:', 'tel:'].includes(new URL(url).protocol) ? url : undefined
}

interface Around {
  /** Where the link stands: it is meant where a link names no space. */
  spaceId: string
  /** Where a page is, for this reader. */
  findPage(spaceId: string, pageId: string): string | undefined
}

/** Where a link leads; undefined where that is nothing, or nothing for this reader. */
export function targetHref(
  site: OpenSite,
  target: LinkTarget | null | undefined,
  { spaceId, findPage }: Around,
): string | undefined {
  if (!target) return undefined
  const { kind, url, space = spaceId, page, anchor, file } = target
  if (kind === 'url') return safeHref(url)
  const place = placesOf(site).find(({ variant }) => variant.spaceId === space)
  if (!place) return undefined
  if (kind === 'space') return variantHref(site, place)
  if (kind === 'file' && typeof file === 'string') return fileHref(site, place.variant.spaceId, file)
  const href = typeof page === 'string' ? findPage(place.variant.spaceId, page) : undefined
  if (kind === 'page') return href
  return kind === 'anchor' && href && typeof anchor === 'string' ? `${href}#${encodeURIComponent(anchor)}` : undefined
}

/** The address of a file that stays the same, for those who may read the site. */
export function fileHref({ base }: OpenSite, spaceId: string, fileId: string, name?: string): string {
  const steps = name === undefined ? [spaceId, fileId] : [spaceId, fileId, name]
  return `${base}/-/files/${steps.map(encodeURIComponent).join('/')}`
}

/** The spaces that links of the customization name. */
export function linkedSpaces({ header, footer, announcement }: SiteCustomizationSettings): string[] {
  const links = [
    ...header.links.flatMap((link) => [link, ...link.links]),
    ...footer.groups.flatMap((group) => group.links),
    ...(announcement?.link ? [announcement.link] : []),
  ]
  return links.flatMap(({ to }) => (to && 'space' in to && to.space !== undefined ? [to.space] : []))
}
