import { lookHref, variantHref } from '../../site/site-hrefs.ts'
import type { VisibleSite } from '../../site/site-model.ts'
import { attributes, type Html, html, joined, nothing } from '../blocks/markup.ts'
import { barLinks } from './header-links.ts'
import { menu } from './menu.ts'
import type { FrameContext } from './page-view.ts'
import { firstLetter, symbol } from './symbols.ts'

/** Renders the bar at the top: the site's name, links, search and theme switch. */
export function header(context: FrameContext): Html {
  const { site } = context
  if (site.settings.header.preset === 'none')
    return html`<header class="bar bar-bare"><div class="bar-inside">${menuButton(context)}${tools(context)}</div></header>`
  return html`<header class="bar"><div class="bar-inside">
${menuButton(context)}
${brand(site)}
${barLinks(context)}
${tools(context)}
</div></header>`
}

/** Opens the navigation over the page, on narrow screens. */
const menuButton = ({ vocabulary }: FrameContext): Html =>
  html`<button type="button" class="icon-button menu-button" popovertarget="q-menu" aria-label="${vocabulary.menu}">${symbol('menu')}</button>`

function brand(site: VisibleSite): Html {
  const { logo } = site.settings.header
  const title = site.settings.title ?? site.title
  const image = logo
    ? html`${picture(site, logo.light, 'only-light')}${picture(site, logo.dark, 'only-dark')}`
    : nothing
  return html`<a class="brand" href="${site.base || '/'}">${logo ? image : emblem(site)}<span${attributes({ class: logo && 'hidden-text' })}>${title}</span></a>`
}

/** The first letter of a site without a logo, in the site's colour. */
const emblem = (site: VisibleSite): Html =>
  html`<span class="emblem" aria-hidden="true">${firstLetter(site.settings.title ?? site.title)}</span>`

const picture = (site: VisibleSite, url: string, className: string): Html => {
  const src = lookHref(site, url)
  return src ? html`<img class="${className}" src="${src}" alt="" height="32">` : nothing
}

/**
 * Renders search and theme switch. The search works as a form, for which the script opens a dialog instead; the theme
 * switch needs the script.
 */
function tools({ site, vocabulary, location }: FrameContext): Html {
  const { styling, themes } = site.settings
  return html`<div class="tools">
<form class="search search-${styling.search}" role="search" action="${site.base}/-/search" method="get"${attributes({
    'data-close': vocabulary.close,
    'data-failed': vocabulary.searchFailed,
    'data-nothing': vocabulary.searchNothing('{}'),
    'data-short': vocabulary.searchShort,
    ...(site.isAskable && askWords(vocabulary)),
  })}>
<input type="hidden" name="in" value="${location.variant.id}">
<label>${symbol('search')}<span class="hidden-text">${vocabulary.searchHint}</span>
<input type="search" name="q" placeholder="${vocabulary.search}…" maxlength="200" autocomplete="off" required></label><kbd aria-hidden="true">/</kbd></form>
${themes.toggeable ? html`<button type="button" class="icon-button theme-button" data-theme-switch hidden aria-label="${vocabulary.theme}" data-names="${[vocabulary.themeSystem, vocabulary.themeLight, vocabulary.themeDark].join('|')}">${symbol('sun')}${symbol('moon')}</button>` : nothing}
</div>`
}

/** The data attributes with which the script offers answers. */
const askWords = (vocabulary: FrameContext['vocabulary']) => ({
  'data-ask': vocabulary.askFor('{}'),
  'data-asking': vocabulary.asking,
  'data-answer': vocabulary.answer,
  'data-ask-failed': vocabulary.askFailed,
  'data-ask-broke-off': vocabulary.askBrokeOff,
  'data-ask-again': vocabulary.askAgain,
  'data-ask-also': vocabulary.askAlso,
  'data-sources': vocabulary.sources,
})

/** Renders the sections side by side, groups as lists that open; nothing for a site without sections. */
export function sectionTabs(context: FrameContext): Html {
  const { site, vocabulary, location, icons } = context
  const nodes = site.structure
  if (nodes.length < 2 && !nodes.some(({ kind }) => kind === 'group')) return nothing
  return html`<nav class="tabs-bar" aria-label="${vocabulary.sections}"><ul>${joined(nodes.map((node) => tab(node)))}</ul></nav>`

  function tab(node: (typeof nodes)[number]): Html {
    if (node.kind === 'section') return sectionItem(node)
    const isCurrent = holdsCurrent(node)
    const items = joined(node.children.map((child) => (child.kind === 'section' ? sectionItem(child) : nested(child))))
    return html`<li${attributes({ class: isCurrent && 'current' })}>${menu(html`${icons.use(node.icon)}${node.title}`, items)}</li>`
  }

  function nested(group: Extract<(typeof nodes)[number], { kind: 'group' }>): Html {
    const items = group.children.map((child) => (child.kind === 'section' ? sectionItem(child) : nested(child)))
    return html`<li><span class="menu-title">${icons.use(group.icon)}${group.title}</span><ul>${joined(items)}</ul></li>`
  }

  function sectionItem(section: Extract<(typeof nodes)[number], { kind: 'section' }>): Html {
    const [variant] = section.variants
    if (!variant) return nothing
    const current = section.id === location.section.id ? 'true' : undefined
    return html`<li><a href="${variantHref(site, { variant })}"${attributes({ 'aria-current': current })}>${icons.use(section.icon)}${section.title}</a></li>`
  }

  function holdsCurrent(node: (typeof nodes)[number]): boolean {
    return node.kind === 'section' ? node.id === location.section.id : node.children.some(holdsCurrent)
  }
}

/** Renders the site's announcement, above everything else. */
export function announcement({ site, vocabulary, hrefOf }: FrameContext): Html {
  const said = site.settings.announcement
  if (!said?.enabled) return nothing
  const href = said.link && hrefOf(said.link.to)
  const link = href && said.link ? html` <a href="${href}">${said.link.title}</a>` : nothing
  return html`<aside class="announcement ${said.style}" aria-label="${vocabulary.announcement}"><p>${said.message}${link}</p></aside>`
}
