import { attributes, type Html, html, joined, nothing } from '../blocks/markup.ts'
import { firstLetter } from './letter.ts'
import { safeHref, variantHref } from './links.ts'
import type { OpenSite } from './model.ts'
import type { FrameContext } from './page-view.ts'
import { symbol } from './symbols.ts'

/** The bar on top: the site's name, its links, the search and the switch of themes. */
export function header(context: FrameContext): Html {
  const { site } = context
  if (site.settings.header.preset === 'none')
    return html`<header class="bar bar-bare"><div class="bar-inside">${menuButton(context)}${tools(context)}</div></header>`
  return html`<header class="bar"><div class="bar-inside">
${menuButton(context)}
${brand(site)}
${headerLinks(context, 'bar-links')}
${tools(context)}
</div></header>`
}

/** On narrow screens the navigation opens over the page. */
const menuButton = ({ words }: FrameContext): Html =>
  html`<button type="button" class="icon-button menu-button" popovertarget="q-menu" aria-label="${words.menu}">${symbol('menu')}</button>`

function brand(site: OpenSite): Html {
  const { logo } = site.settings.header
  const title = site.settings.title ?? site.title
  const image = logo ? html`${picture(logo.light, 'only-light')}${picture(logo.dark, 'only-dark')}` : nothing
  return html`<a class="brand" href="${site.base || '/'}">${logo ? image : emblem(site)}<span${attributes({ class: logo && 'hidden-text' })}>${title}</span></a>`
}

/** Stands for a site without a logo: its first letter, in its colour. */
const emblem = (site: OpenSite): Html =>
  html`<span class="emblem" aria-hidden="true">${firstLetter(site.settings.title ?? site.title)}</span>`

const picture = (url: string, className: string): Html => {
  const src = safeHref(url)
  return src ? html`<img class="${className}" src="${src}" alt="" height="32">` : nothing
}

/** The links of the header: on narrow screens they stand in the menu instead. */
export function headerLinks(context: FrameContext, className: 'bar-links' | 'menu-links'): Html {
  const items = links(context)
  return items.length > 0
    ? html`<nav class="${className}" aria-label="${context.words.more}"><ul>${joined(items)}</ul></nav>`
    : nothing
}

/** Those of the header's links that are meant for the reader. */
export const shownLinks = ({ settings, audience }: OpenSite) =>
  settings.header.links.filter(({ condition }) => condition === undefined || audience.holds(condition))

function links(context: FrameContext): Html[] {
  const { site, hrefOf } = context
  return shownLinks(site).map(({ title, style, to, links: below }) => {
    const href = hrefOf(to)
    if (below.length > 0)
      return html`<li>${menu(title, joined(below.map(({ title, to }) => item(title, hrefOf(to)))))}</li>`
    if (!href) return nothing
    return html`<li><a class="${style ?? 'link'}" href="${href}">${title}</a></li>`
  })
}

const item = (title: string, href: string | undefined): Html =>
  href ? html`<li><a href="${href}">${title}</a></li>` : nothing

/** A list that opens below its title, without a script. */
export const menu = (title: string | Html, items: Html, more: { class?: string; label?: string } = {}): Html =>
  html`<details class="menu ${more.class ?? ''}"><summary${attributes({ 'aria-label': more.label })}>${title}${symbol('down')}</summary><ul>${items}</ul></details>`

/** The search works as a form; the script opens a dialog instead. The switch of themes needs the script. */
function tools({ site, words, place }: FrameContext): Html {
  const { styling, themes } = site.settings
  return html`<div class="tools">
<form class="search search-${styling.search}" role="search" action="${site.base}/-/search" method="get"${attributes({
    'data-close': words.close,
    'data-failed': words.searchFailed,
    'data-nothing': words.searchNothing('{}'),
    'data-short': words.searchShort,
    ...(site.isAskable && askWords(words)),
  })}>
<input type="hidden" name="in" value="${place.variant.id}">
<label>${symbol('search')}<span class="hidden-text">${words.searchHint}</span>
<input type="search" name="q" placeholder="${words.search}…" maxlength="200" autocomplete="off" required></label><kbd aria-hidden="true">/</kbd></form>
${themes.toggeable ? html`<button type="button" class="icon-button theme-button" data-theme-switch hidden aria-label="${words.theme}" data-names="${[words.themeSystem, words.themeLight, words.themeDark].join('|')}">${symbol('sun')}${symbol('moon')}</button>` : nothing}
</div>`
}

/** What the script needs to offer answers. */
const askWords = (words: FrameContext['words']) => ({
  'data-ask': words.askFor('{}'),
  'data-asking': words.asking,
  'data-answer': words.answer,
  'data-ask-failed': words.askFailed,
  'data-ask-also': words.askAlso,
  'data-sources': words.sources,
})

/** Sections beside each other, groups as lists that open; nothing where the site has no sections. */
export function sectionTabs(context: FrameContext): Html {
  const { site, words, place, icons } = context
  const nodes = site.structure
  if (nodes.length < 2 && !nodes.some(({ kind }) => kind === 'group')) return nothing
  return html`<nav class="tabs-bar" aria-label="${words.sections}"><ul>${joined(nodes.map((node) => tab(node)))}</ul></nav>`

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
    const current = section.id === place.section.id ? 'true' : undefined
    return html`<li><a href="${variantHref(site, { variant })}"${attributes({ 'aria-current': current })}>${icons.use(section.icon)}${section.title}</a></li>`
  }

  function holdsCurrent(node: (typeof nodes)[number]): boolean {
    return node.kind === 'section' ? node.id === place.section.id : node.children.some(holdsCurrent)
  }
}

/** What the site announces, above everything. */
export function announcement({ site, words, hrefOf }: FrameContext): Html {
  const said = site.settings.announcement
  if (!said?.enabled) return nothing
  const href = said.link && hrefOf(said.link.to)
  const link = href && said.link ? html` <a href="${href}">${said.link.title}</a>` : nothing
  return html`<aside class="announcement ${said.style}" aria-label="${words.announcement}"><p>${said.message}${link}</p></aside>`
}
