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
    withAddresses(text, ({ space, kind, id }) => {
      const spaceId = space ?? place.variant.spaceId
      if (kind === 'files') return `${site.address}/-/files/${spaceId}/${id}`
      const pages = spaceId === place.variant.spaceId ? tree : trees.known(spaceId)
      const href = pages?.byId.get(id)?.href
      if (href) return addressOf(site, href)
      const other = placesOf(site).find(({ variant }) => variant.spaceId === spaceId)
      return other && addressOf(site, `${site.base}${other.variant.path}`)
    })
  )
}

/** What a text names by its id. */
export interface Named {
  /** Undefined: the text's own. */
  space: string | undefined
  kind: 'pages' | 'files'
  id: string
}

/** A text with addresses that its readers may use; those of which nothing is known stay as they are. */
export const withAddresses = (text: string, addressOfNamed: (named: Named) => string | undefined): string =>
  text.replaceAll(addressed, (whole, before: string, space: string | undefined, kind: Named['kind'], id: string) => {
    const address = addressOfNamed({ space, kind, id })
    return address === undefined ? whole : `${before}${address}`
  })
