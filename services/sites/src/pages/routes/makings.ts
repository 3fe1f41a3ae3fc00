import { shownLinks } from '../frame/header.ts'
import type { Place, TreeNode } from '../frame/model.ts'
import type { PageMakings } from '../kept/page-names.ts'
import type { SiteTrees, Visiting } from './page-context.ts'

/** All that decides what a page says, before it is rendered. */
export async function makingsOf(
  { site, source, call }: Visiting,
  trees: SiteTrees,
  { place: { variant }, node }: { place: Place; node: TreeNode },
): Promise<PageMakings> {
  const { claims: _, holds: __, key: reader, ...shownAs } = site.audience
  const { shared } = await source.tree(call, variant)
  const shape = await trees.shapeOf(variant.spaceId)
  const around = [site.id, site.version, shownAs, shownLinks(site), variant.id, shape, shared]
  return { same: [...around, node.id, node.text, node.updatedAt], reader }
}
