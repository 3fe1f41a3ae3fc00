import { partialNavigation } from '../../content/navigation.ts'
import { trailOf } from '../../content/page-tree.ts'
import { attributes, type Html, html, joined, nothing } from '../blocks/markup.ts'
import { menuLinks } from './header-links.ts'
import { menu } from './menu.ts'
import { partialList, wholeList } from './page-list.ts'
import type { FrameContext, MainView } from './page-view.ts'
import { symbol } from './symbols.ts'

/** Renders the navigation of a variant. On narrow screens it opens over the page, without a script. */
export function sidebar(context: FrameContext, { current }: MainView): Html {
  const { vocabulary, tree } = context
  const level = partialNavigation(tree, current)
  const listing = { ...context, current }
  return html`<div id="q-menu" class="sidebar" popover>
<div class="sidebar-head"><button type="button" class="icon-button" popovertarget="q-menu" popovertargetaction="hide" aria-label="${vocabulary.close}">${symbol('close')}</button></div>
${menuLinks(context)}
${variantSwitch(context)}
<nav aria-label="${vocabulary.pages}">${level ? partialList(level, listing) : wholeList(tree.top, new Set(current ? trailOf(current) : []), listing)}</nav>
</div>`
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
