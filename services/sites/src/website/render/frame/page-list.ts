import { hasListed, type Level } from '../../content/navigation.ts'
import { type ListedRange, pageListHref } from '../../site/site-hrefs.ts'
import type { SiteLocation, TreeNode, VisibleSite } from '../../site/site-model.ts'
import { attributes, type Html, html, joined, nothing } from '../blocks/markup.ts'
import type { IconSheet } from '../icons/icons.ts'
import type { Vocabulary } from '../words/index.ts'
import { emojiText, symbol } from './symbols.ts'

/** The context that all entries of a navigation share. */
export interface Listing {
  site: VisibleSite
  location: SiteLocation
  icons: IconSheet
  vocabulary: Vocabulary
  /** The page that is marked as the current one. */
  current: TreeNode | undefined
}

/** Renders pages with everything below them; the pages in `open` are open. */
export function wholeList(nodes: readonly TreeNode[], open: ReadonlySet<TreeNode>, listing: Listing): Html {
  const listed = nodes.filter(({ isListed }) => isListed)
  if (listed.length === 0) return nothing
  return html`<ul>${joined(listed.map((node) => entry(node, listing, { isOpen: open.has(node) || isTitle(node), below: () => wholeList(node.children, open, listing) })))}</ul>`
}

/** Renders a part of a navigation. */
export const partialList = (level: Level | undefined, listing: Listing): Html =>
  level ? html`<ul>${levelItems(level, listing)}</ul>` : nothing

/**
 * Renders the entries of a level. Pages below a closed one, and pages before and after those of the level, are links to
 * lists of them, in whose place the script puts the pages; `without` omits one of the latter two.
 */
export function levelItems(
  { parent, nodes, before, hasMore, below }: Level,
  listing: Listing,
  without?: 'earlier' | 'later',
): Html {
  const { vocabulary } = listing
  const opened = below?.parent
  const items = nodes.map((node) =>
    entry(node, listing, {
      isOpen: node === opened,
      below: () =>
        node === opened ? partialList(below, listing) : html`<ul>${more(listing, vocabulary.pagesBelow, node)}</ul>`,
    }),
  )
  if (before > 0 && without !== 'earlier') items.unshift(more(listing, vocabulary.pagesBefore, parent, { to: before }))
  if (hasMore && without !== 'later')
    items.push(more(listing, vocabulary.pagesAfter, parent, { from: before + nodes.length }))
  return joined(items)
}

const more = ({ site, location }: Listing, label: string, parent: TreeNode | undefined, range?: ListedRange): Html =>
  html`<li class="more"><a data-branch rel="nofollow" href="${pageListHref(site, location, parent?.id, range)}">${label}</a></li>`

interface Below {
  isOpen: boolean
  below(): Html
}

/** Renders a page. A group at the top is the title of its pages, and folded only if they are missing. */
function entry(node: TreeNode, listing: Listing, { isOpen, below }: Below): Html {
  const inside = hasListed(node) ? { isOpen, below } : undefined
  if (!isTitle(node)) return html`<li>${link(node, listing)}${inside ? folded(node, inside) : nothing}</li>`
  const pages = isOpen ? below() : inside ? folded(node, inside) : nothing
  return html`<li class="group"><span class="group-title">${labelOf(node, listing.icons)}</span>${pages}</li>`
}

const isTitle = ({ type, parent }: TreeNode) => type === 'group' && !parent

const folded = (node: TreeNode, { isOpen, below }: Below): Html =>
  html`<details${attributes({ open: isOpen })}><summary><span class="hidden-text">${node.label}</span>${symbol('right')}</summary>${below()}</details>`

function link(node: TreeNode, { current, icons }: Listing): Html {
  if (!node.href) return html`<span class="dead">${labelOf(node, icons)}</span>`
  const outside = node.type === 'link' && /^[a-z]+:/i.test(node.href) ? symbol('out') : nothing
  return html`<a href="${node.href}"${attributes({ 'aria-current': node === current && 'page' })}>${labelOf(node, icons)}${outside}</a>`
}

const labelOf = ({ emoji, icon, label }: TreeNode, icons: IconSheet): Html => {
  const sign = emojiText(emoji)
  const picture = sign ? html`<span class="emoji" aria-hidden="true">${sign}</span>` : icons.use(icon)
  return html`${picture}<span>${label}</span>`
}
