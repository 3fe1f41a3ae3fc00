import { visibleLinks } from '../../site/site-hrefs.ts'
import { attributes, classes, type Html, html, joined, nothing } from '../blocks/markup.ts'
import { menu } from './menu.ts'
import type { FrameContext } from './page-view.ts'

interface HeaderLink {
  title: string
  style: 'link' | 'button-primary' | 'button-secondary'
  href: string | undefined
  /** The entries of a menu; empty for a link. */
  below: Html[]
}

/**
 * The classes of windows, by their least width in rem, and the room in rem that the bar has there for name and links,
 * beside search and theme switch. 2-top.css has the same widths; below the first one the links are in the menu of pages.
 */
const windows = [
  { from: 54, room: 33 },
  { from: 63, room: 40 },
  { from: 76, room: 51 },
  { from: 88, room: 60 },
]
/** Sizes of the bar in rem, as 2-top.css has them. A long title ends in an ellipsis. */
const maxWidth = 14
const gap = 1.25
const moreWidth = 5

/**
 * Renders the links of the bar. Those that a window has no room for are in a menu at the end, which needs no script. The
 * widths are estimates; links shrink where they are wrong.
 */
export function barLinks(context: FrameContext): Html {
  const links = linksOf(context)
  if (links.length === 0) return nothing
  const { vocabulary } = context
  const firsts = firstWindows(links, brandWidth(context))
  const inBar = links.map((link, at) => {
    const from = firsts.get(at)
    return from === undefined
      ? nothing
      : html`<li${attributes({ class: from > 0 && `bar-from-${from}` })}>${barItem(link)}</li>`
  })
  const inMenu = links.flatMap((link, at) => (firsts.get(at) === 0 ? [] : [menuItem(link, until(firsts.get(at)))]))
  const last = firsts.size < links.length ? undefined : Math.max(...firsts.values())
  const more = html`<li${attributes({ class: classes('bar-more', until(last)) })}>${menu(html`<span>${vocabulary.more}</span>`, joined(inMenu))}</li>`
  return html`<nav class="bar-links" aria-label="${vocabulary.more}"><ul>${joined(inBar)}${inMenu.length > 0 && more}</ul></nav>`
}

/** Renders the same links for the menu of pages, which has them on narrow screens. */
export function menuLinks(context: FrameContext): Html {
  const items = linksOf(context).map((link) => html`<li>${barItem(link)}</li>`)
  return items.length > 0
    ? html`<nav class="menu-links" aria-label="${context.vocabulary.more}"><ul>${joined(items)}</ul></nav>`
    : nothing
}

function linksOf({ site, hrefOf }: FrameContext): HeaderLink[] {
  return visibleLinks(site).flatMap(({ title, style = 'link', to, links }) => {
    const href = hrefOf(to)
    const below = links.map((link) => item(link.title, hrefOf(link.to)))
    return href || below.length > 0 ? [{ title, style, href, below }] : []
  })
}

const item = (title: string, href: string | undefined): Html =>
  href ? html`<li><a href="${href}">${title}</a></li>` : nothing

function barItem({ title, style, href, below }: HeaderLink): Html {
  const whole = attributes({ title: textWidth(title) > maxWidth && title })
  if (below.length > 0) return menu(html`<span${whole}>${title}</span>`, joined(below))
  return html`<a class="${style}" href="${href}"${whole}>${title}</a>`
}

/** Renders a link in the menu at the end of the bar; a menu is a list there. */
function menuItem({ title, href, below }: HeaderLink, look: string | undefined): Html {
  const content =
    below.length > 0
      ? html`<span class="menu-title">${title}</span><ul>${joined(below)}</ul>`
      : html`<a href="${href}">${title}</a>`
  return html`<li${attributes({ class: look })}>${content}</li>`
}

/** The class of an entry that narrower windows than these have. */
const until = (from: number | undefined): string | undefined => (from === undefined ? undefined : `bar-until-${from}`)

/**
 * Returns, by its index, the narrowest windows whose bar has room for a link: 0 for one that is in every bar. Links that
 * no bar has room for are absent. Buttons come first: they are what the site asks its visitors to do.
 */
function firstWindows(links: readonly HeaderLink[], brand: number): Map<number, number> {
  const byWeight = links
    .map(({ style }, at) => ({ at, isButton: style !== 'link' }))
    .sort((one, other) => Number(other.isButton) - Number(one.isButton))
  const whole = links.reduce((sum, link) => sum + linkWidth(link), 0)
  const firsts = new Map<number, number>()
  for (const [index, { from, room }] of windows.entries()) {
    let left = room - brand - (whole > room - brand ? moreWidth + gap : 0)
    for (const { at } of byWeight) {
      const link = links[at]
      left -= link ? linkWidth(link) : 0
      if (left < 0) break
      if (!firsts.has(at)) firsts.set(at, index === 0 ? 0 : from)
    }
  }
  return firsts
}

/** Returns the width of a link and the gap behind it. */
const linkWidth = ({ title, style, below }: HeaderLink): number =>
  gap + Math.min(textWidth(title), maxWidth) + (style === 'link' ? 0 : 1.8) + (below.length > 0 ? 1.3 : 0)

/** A logo may have any width. */
const brandWidth = ({ site }: FrameContext): number =>
  site.settings.header.logo ? maxWidth : Math.min(2.5 + textWidth(site.settings.title ?? site.title) * 1.2, maxWidth)

/** Estimates the width of a text in rem: letters of Chinese, Japanese and Korean are twice as wide as those of others. */
const textWidth = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter >= '\u1100' ? 0.92 : 0.52), 0)
