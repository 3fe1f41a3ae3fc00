import type { PageContext } from '../page/page-context.ts'
import { locationsOf, type VisibleSite } from '../site/site-model.ts'
import type { ToolVisitor } from './tool-visitor.ts'

/** The part of a site that a tool uses. */
interface Part {
  pageContext: PageContext
  /** The id of the variant; null for the first variant of each section. */
  from: string | null
}

/** Returns the part at an address or path, the whole site if none is given; undefined if there is no such part. */
export async function partAt(
  { pageContext, resolve }: ToolVisitor,
  within: string | undefined,
): Promise<Part | undefined> {
  const { site } = pageContext
  if (within === undefined) return { pageContext, from: null }
  const url = addressIn(site, within)
  const found = url && (await resolve(url))
  if (!found || 'redirect' in found || found.site.id !== site.id) return undefined
  const from = found.space.id
  return { pageContext: { ...pageContext, site: { ...site, structure: onlyPart(site, from) } }, from }
}

const onlyPart = (site: VisibleSite, id: string) =>
  locationsOf(site).flatMap(({ section, variant }) => (variant.id === id ? [{ ...section, variants: [variant] }] : []))

/** Returns the absolute address for an address, or for a path on the site; undefined for other texts. */
export function addressIn({ address, base }: Pick<VisibleSite, 'address' | 'base'>, text: string): string | undefined {
  const path = text.replace(/[?#].*$/s, '')
  const isOfSite = base !== '' && (path === base || path.startsWith(`${base}/`))
  const onSite = (isOfSite ? path.slice(base.length) : path).replace(/^\/+/, '')
  const url = /^https?:\/\//i.test(path) ? path : `${address}/${onSite}`
  return URL.canParse(url) ? new URL(url).href : undefined
}
