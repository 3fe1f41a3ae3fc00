import type { SiteSpaceOnSite } from '../../addresses/spaces-on-site.ts'
import type { SiteDetails } from './site-details.ts'
import { encodedPath } from './site-hrefs.ts'
import type { Section, SectionNode, Variant } from './site-model.ts'

/**
 * Returns the sections and groups with visible content, in order; for a site without any, one section without a title.
 */
export function structureOf(
  open: readonly SiteSpaceOnSite[],
  { spaces, sections, groups }: SiteDetails,
): SectionNode[] {
  const bySection = Map.groupBy(open, ({ section }) => section?.id)
  const variantsIn = (id: string | undefined) =>
    (bySection.get(id) ?? [])
      .toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault))
      .flatMap((one) => variantOf(one, spaces))
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

function variantOf({ id, spaceId, address, path }: SiteSpaceOnSite, spaces: SiteDetails['spaces']): Variant[] {
  const space = spaces[spaceId]
  if (!space) return []
  const { revision, title, emoji, icon, language } = space
  const at = encodedPath(address ?? path)
  const signs = { emoji: emoji ?? undefined, icon: icon ?? undefined, language: language ?? undefined }
  return [{ id, spaceId, revision, title, ...signs, path: at === '' ? '' : `/${at}` }]
}
