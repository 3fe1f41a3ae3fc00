import type { PageAssets } from '../../assets/assets.ts'
import type { PageTree } from '../../content/page-tree.ts'
import type { LinkTarget } from '../../site/site-hrefs.ts'
import type { SiteLocation, TreeNode, VisibleSite } from '../../site/site-model.ts'
import type { Html } from '../blocks/markup.ts'
import type { IconSheet } from '../icons/icons.ts'
import type { Vocabulary } from '../words/index.ts'

/** A heading of a page's text, for its table of contents. */
export interface Heading {
  id: string
  title: string
  /** From 2 to 6. */
  level: number
}

/** The context that all pages of a variant share. */
export interface FrameContext {
  site: VisibleSite
  location: SiteLocation
  tree: PageTree
  vocabulary: Vocabulary
  /** Returns the target of a link in the customization, for the visitor. */
  hrefOf: (target: LinkTarget | null | undefined) => string | undefined
  /** Addresses of the script, the stylesheet and the stylesheets of fonts. */
  assets: Pick<PageAssets, 'script' | 'style' | 'font' | 'hrefOf'>
  /** The icons of the frame; the text has a sheet of its own. */
  icons: IconSheet
  /** Returns the counterpart of the current page in another variant; the variant's start if there is none. */
  hrefIn: (location: SiteLocation) => string
}

/** The content of the frame. */
export interface MainView {
  title: string
  /** The node that the navigation marks; undefined for pages outside the navigation. */
  current: TreeNode | undefined
  description: string | undefined
  headings: readonly Heading[]
  /** The content of `main`. */
  content: Html
  /** The absolute address; undefined if search engines must not index the page. */
  canonical: string | undefined
  /** The address of the page as markdown. */
  markdown: string | undefined
  showsSidebar: boolean
  isWide: boolean
}
