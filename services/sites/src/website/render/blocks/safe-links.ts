import { isSafeUrl } from '@quire/document/urls'
import type { Target } from './blocks-context.ts'
import { attributes, classes, type Html, html } from './markup.ts'
import type { Rendering } from './rendering.ts'

/** Something that no page of ours has, so that relative addresses are told from others. */
const ownOrigin = 'https://ours.invalid'
/** Longer addresses are left out: no browser opens them. */
const maxLength = 8000

/** An address that a reader may follow, as it is written; undefined where it could run a script or is no address. */
export function safeAddress(address: string | undefined): string | undefined {
  if (!address || address.length > maxLength || !isSafeUrl(address)) return undefined
  return URL.canParse(address, ownOrigin) ? address : undefined
}

/** The host that an address leads to; undefined for one on this site, and for mail and telephone. */
export function hostOf(address: string): string | undefined {
  const url = URL.parse(address, ownOrigin)
  return !url || url.host === 'ours.invalid' || !/^https?:$/.test(url.protocol) ? undefined : url.host
}

interface LinkLook {
  class?: string
  title?: string
  label?: string
}

/** A link around some HTML; the HTML alone where there is nowhere to go. */
export function linkTo(target: Target | undefined, inner: Html, rendering: Rendering, look: LinkLook = {}): Html {
  const href = meantHere(safeAddress(target?.href), rendering)
  const attrs = { class: look.class, title: look.title, 'aria-label': look.label }
  if (href === undefined) {
    const span = attributes({ class: classes(look.class, 'dead-link'), title: look.title })
    return look.class || look.title ? html`<span${span}>${inner}</span>` : inner
  }
  return html`<a${attributes({ href, ...attrs, ...outside(href, rendering) })}>${inner}</a>`
}

/** An address within the page leads to the heading that its author meant. */
function meantHere(href: string | undefined, { anchors, context: { idPrefix } }: Rendering): string | undefined {
  if (!href?.startsWith('#') || href === '#' || idPrefix) return href
  try {
    return `#${encodeURIComponent(anchors.meant(decodeURIComponent(href.slice(1))))}`
  } catch {
    // An author may write a percent sign that encodes nothing.
    return href
  }
}

/** Attributes of links to other sites, which learn nothing of the page and have no hold on it. */
export function outside(href: string, { context }: Rendering): { rel?: string; target?: string } {
  if (hostOf(href) === undefined) return {}
  return { rel: 'noopener noreferrer', ...(context.external === 'blank' ? { target: '_blank' } : {}) }
}
