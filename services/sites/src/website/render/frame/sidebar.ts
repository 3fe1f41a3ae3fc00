import { trailOf } from '../../content/page-tree.ts'
import type { TreeNode } from '../../site/site-model.ts'
import { attributes, type Html, html, joined, nothing } from '../blocks/markup.ts'
import type { IconSheet } from '../icons/icons.ts'
import { headerLinks, menu } from './header.ts'
import type { FrameContext, MainView } from './page-view.ts'
import { emojiText, symbol } from './symbols.ts'

/** With more pages, the sidebar has only those around the current one, to keep the page small. */
const maxWrittenOut = 300

/** Renders the navigation of a variant. On narrow screens it opens over the page, without a script. */
export function sidebar(context: FrameContext, view: MainView): Html {
  const { vocabulary, tree } = context
  const open = new Set(view.current ? trailOf(view.current) : [])
  const isWhole = tree.byId.size <= maxWrittenOut
  return html`<div id="q-menu" class="sidebar" popover>
<div class="sidebar-head"><button type="button" class="icon-button" popovertarget="q-menu" popovertargetaction="hide" aria-label="${vocabulary.close}">${symbol('close')}</button></div>
${variantSwitch(context)}
<nav aria-label="${vocabulary.pages}">${branch(tree.top, { open, current: view.current, isWhole, icons: context.icons })}</nav>
${headerLinks(context, 'menu-links')}
</div>`
}

interface Branching {
  open: ReadonlySet<TreeNode>
  current: TreeNode | undefined
  isWhole: boolean
  icons: IconSheet
}

function branch(nodes: readonly TreeNode[], around: Branching): Html {
  const listed = nodes.filter(({ isListed }) => isListed)
  return listed.length === 0 ? nothing : html`<ul>${joined(listed.map((node) => entry(node, around)))}</ul>`
}

function entry(node: TreeNode, around: Branching): Html {
  const children = node.children.some(({ isListed }) => isListed)
  if (node.type === 'group' && !node.parent)
    return html`<li class="group"><span class="group-title">${labelOf(node, around.icons)}</span>${branch(node.children, around)}</li>`
  if (!children) return html`<li>${link(node, around)}</li>`
  const isOpen = around.open.has(node)
  if (!isOpen && !around.isWhole) return html`<li class="closed">${link(node, around)}${symbol('right')}</li>`
  return html`<li>${link(node, around)}<details${attributes({ open: isOpen })}><summary><span class="hidden-text">${node.label}</span>${symbol('right')}</summary>${branch(node.children, around)}</details></li>`
}

function link(node: TreeNode, around: Branching): Html {
  if (!node.href) return html`<span class="dead">${labelOf(node, around.icons)}</span>`
  const isCurrent = node === around.current
  const outside = node.type === 'link' && /^[a-z]+:/i.test(node.href) ? symbol('out') : nothing
  return html`<a href="${node.href}"${attributes({ 'aria-current': isCurrent && 'page' })}>${labelOf(node, around.icons)}${outside}</a>`
}

const labelOf = ({ emoji, icon, label }: TreeNode, icons: IconSheet): Html => {
  const sign = emojiText(emoji)
  const picture = sign ? html`<span class="emoji" aria-hidden="true">${sign}</span>` : icons.use(icon)
  return html`${picture}<span>${label}</span>`
}

/** Renders the switch between the versions and languages of the section. */
function variantSwitch({ location, vocabulary, hrefIn }: FrameContext): Html {
  const { section, variant } = location
  if (section.variants.length < 2) return nothing
  const items = section.variants.map((other) => {
    const isCurrent = other.id === variant.id
    return html`<li><a href="${hrefIn({ section, variant: other })}"${attributes({ 'aria-current': isCurrent && 'true', hreflang: other.language })}>${other.title}</a></li>`
  })
  const label = `${vocabulary.variants}: ${variant.title}`
  const list = menu(html`<span>${variant.title}</span>`, joined(items), { class: 'variants', label })
  return html`<div role="navigation" aria-label="${vocabulary.variants}">${list}</div>`
}
