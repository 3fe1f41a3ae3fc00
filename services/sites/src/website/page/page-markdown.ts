import type { PageTree } from '../content/page-tree.ts'
import { addressOf } from '../site/site-hrefs.ts'
import { locationOfSpace, type SiteLocation, type TreeNode, type VisibleSite } from '../site/site-model.ts'
import { mayPresentOperations, withOperations } from './operations-as-markdown.ts'
import type { PageContext, SiteTrees } from './page-context.ts'

interface Around {
  site: VisibleSite
  location: SiteLocation
  tree: PageTree
  trees: SiteTrees
}

/** Matches addresses of pages, files and spaces as texts store them (libs/document/src/nodes/content-refs.ts). */
const addressed = /(\]\(<?|\b(?:href|src|url|ref)=["'])\/(?:spaces\/([\w-]+)\/)?(pages|files)\/([\w-]+)/g

/** Returns the spaces that the addresses of a text name. */
export const spacesNamedIn = (text: string): string[] => [
  ...new Set([...text.matchAll(addressed)].flatMap(([, , space]) => space ?? [])),
]

/** Returns the markdown of a document as the visitor sees it. */
export async function pageMarkdown(
  pageContext: PageContext,
  trees: SiteTrees,
  { location, tree, node }: { location: SiteLocation; tree: PageTree; node: TreeNode },
): Promise<string> {
  const { site, source, call } = pageContext
  const texts = await source.texts(call, location.variant, { pages: [node.id], claims: site.audience.claims })
  const text = await presentOperations(pageContext, location, node, texts.get(node.id) ?? '')
  await trees.ofSpaces(spacesNamedIn(text))
  return markdownOf({ site, location, tree, trees }, node, text)
}

/** Returns the text of a page with the operations that it presents as markdown. */
export async function presentOperations(
  { site, source, call }: PageContext,
  { variant }: SiteLocation,
  { id, title }: TreeNode,
  text: string,
): Promise<string> {
  if (!mayPresentOperations(text)) return text
  const page = await source.page(call, variant, { pageId: id, claims: site.audience.claims })
  return withOperations(text, page, { title, locale: site.settings.internationalization.locale })
}

/** Returns a page as markdown: title, description, and text with addresses that its visitors may use. */
export function markdownOf(around: Around, node: TreeNode, text: string): string {
  const { site, location, tree, trees } = around
  const lead = node.description ? `${node.description}\n\n` : ''
  const heading = text.startsWith(`# ${node.title}\n`) ? '' : `# ${node.title}\n\n${lead}`
  return (
    heading +
    withAddresses(text, ({ space, kind, id }) => {
      const spaceId = space ?? location.variant.spaceId
      if (kind === 'files') return `${site.address}/-/files/${spaceId}/${id}`
      const pages = spaceId === location.variant.spaceId ? tree : trees.known(spaceId)
      const href = pages?.byId.get(id)?.href
      if (href) return addressOf(site, href)
      const other = locationOfSpace(site, spaceId)
      return other && addressOf(site, `${site.base}${other.variant.path}`)
    })
  )
}

/** A reference of a text by id. */
export interface Named {
  /** Undefined for the text's own space. */
  space: string | undefined
  kind: 'pages' | 'files'
  id: string
}

/** Replaces references by addresses that visitors may use; unknown references stay. */
export const withAddresses = (text: string, addressOfNamed: (named: Named) => string | undefined): string =>
  text.replaceAll(addressed, (whole, before: string, space: string | undefined, kind: Named['kind'], id: string) => {
    const address = addressOfNamed({ space, kind, id })
    return address === undefined ? whole : `${before}${address}`
  })
