import type { LinkTarget } from '../theme/settings.ts'
import { type OpenSite, type Place, placesOf } from './model.ts'

/** The absolute path, or address, at which a variant of the site begins. */
export const variantHref = (site: OpenSite, { variant }: Pick<Place, 'variant'>): string =>
  `${site.base}${variant.path}` || '/'

/** An address that a reader may follow; undefined for anything that could run a script. */
export function safeHref(url: unknown): string | undefined {
  if (typeof url !== 'string' || url.length > 2048 || !URL.canParse(url)) return undefined
  return ['http:', 'https:', 'mailto:', 'tel:'].includes(new URL(url).protocol) ? url : undefined
}

/** How links of the customization find pages in other spaces of the site. */
export type FindPage = (spaceId: string, pageId: string) => string | undefined

/** Where a link of the header, the footer or the announcement leads; undefined where it leads nowhere here. */
export function targetHref(site: OpenSite, target: LinkTarget | null, findPage: FindPage): string | undefined {
  if (!target) return undefined
  const { kind, url, space, page } = target
  if (kind === 'url') return safeHref(url)
  const place = placesOf(site).find(({ variant }) => variant.spaceId === space)
  if (!place) return undefined
  if (kind === 'space') return variantHref(site, place)
  if (kind === 'page' && typeof page === 'string') return findPage(place.variant.spaceId, page)
  return undefined
}
