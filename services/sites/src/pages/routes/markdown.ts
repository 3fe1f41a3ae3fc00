import type { PageTree } from '../content/tree.ts'
import { type OpenSite, type Place, placesOf, type TreeNode } from '../frame/model.ts'
import { addressOf } from './page.ts'
import type { SiteTrees } from './page-context.ts'

interface Around {
  site: OpenSite
  place: Place
  tree: PageTree
  trees: SiteTrees
}

/** Addresses of pages, files and spaces as texts hold them (libs/document/src/document/content-refs.ts). */
const addressed = /(\]\(<?|\b(?:href|src|url|ref)=["'])\/(?:spaces\/([\w-]+)\/)?(pages|files)\/([\w-]+)/g

/** A page as markdown: its title, what it is about, and its text with the addresses that its readers may use. */
export function markdownOf(around: Around, node: TreeNode, text: string): string {
  const { site, place, tree, trees } = around
  const lead = node.description ? `${node.description}\n\n` : ''
  const heading = text.startsWith(`# ${node.title}\n`) ? '' : `# ${node.title}\n\n${lead}`
  return (
    heading +
    text.replaceAll(addressed, (whole, before: string, space: string | undefined, kind: string, id: string) => {
      const spaceId = space ?? place.variant.spaceId
      if (kind === 'files') return `${before}${site.address}/-/files/${spaceId}/${id}`
      const pages = spaceId === place.variant.spaceId ? tree : trees.known(spaceId)
      const href = pages?.byId.get(id)?.href
      if (href) return `${before}${addressOf(site, href)}`
      const other = placesOf(site).find(({ variant }) => variant.spaceId === spaceId)
      return other ? `${before}${addressOf(site, `${site.base}${other.variant.path}`)}` : whole
    })
  )
}
