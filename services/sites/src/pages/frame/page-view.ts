import type { Html } from '../blocks/markup.ts'
import type { PageTree } from '../content/tree.ts'
import type { IconSheet } from '../icons/icons.ts'
import type { Words } from '../words/index.ts'
import type { LinkTarget } from './links.ts'
import type { OpenSite, Place, TreeNode } from './model.ts'

/** A heading of the page's text, for its table of contents. */
export interface Heading {
  id: string
  title: string
  /** 2 to 6. */
  level: number
}

/** What all pages of a variant share. */
export interface FrameContext {
  site: OpenSite
  place: Place
  tree: PageTree
  words: Words
  /** Where a link of the customization leads its reader. */
  hrefOf: (target: LinkTarget | null | undefined) => string | undefined
  /** Addresses of the hashed files. */
  assets: { script: string; style: string }
  /** Icons of the frame; those of the text have a sheet of their own. */
  icons: IconSheet
  /** The page of another variant that stands for the current one; the variant's start where there is none. */
  hrefIn: (place: Place) => string
}

/** What is shown within the frame. */
export interface MainView {
  title: string
  /** The node of the navigation that is marked; undefined on pages that are not in it. */
  current: TreeNode | undefined
  description: string | undefined
  headings: readonly Heading[]
  /** All within `main`. */
  content: Html
  /** Absolute; undefined where search engines are to stay away. */
  canonical: string | undefined
  /** The page as markdown. */
  markdown: string | undefined
  showsSidebar: boolean
  isWide: boolean
}
