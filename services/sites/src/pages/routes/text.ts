import type { PublishedPage } from '@quire/contracts'
import { type Html, html, joined } from '../blocks/markup.ts'
import type { PageTree } from '../content/tree.ts'
import type { Place, TreeNode } from '../frame/model.ts'
import type { Heading } from '../frame/page-view.ts'
import type { SiteTrees, Visiting } from './page-context.ts'

/** A page's text, and what its policy must let through. */
interface RenderedText {
  body: Html
  headings: Heading[]
  pictures: string[]
  frames: string[]
}

interface TextOf {
  place: Place
  tree: PageTree
  node: TreeNode
  page: PublishedPage
}

/** The document of a page as HTML. */
export async function renderText(_visiting: Visiting, _trees: SiteTrees, { page }: TextOf): Promise<RenderedText> {
  const lines = (page.document.nodes as unknown[]).map((block) => html`<p>${plain(block)}</p>`)
  return { body: joined(lines), headings: [], pictures: [], frames: [] }
}

function plain(node: unknown): string {
  const { text, nodes = [], leaves = [] } = Object(node)
  return typeof text === 'string' ? text : [...nodes, ...leaves].map(plain).join('')
}
