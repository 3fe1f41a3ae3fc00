import { hostOf, safeAddress } from './addresses.ts'
import type { Target } from './context.ts'
import { attributes, classes, type Html, html } from './markup.ts'
import type { Rendering } from './rendering.ts'

interface LinkLook {
  class?: string
  title?: string
  label?: string
}

/** A link around some HTML; the HTML alone where there is nowhere to go. */
export function linkTo(target: Target | undefined, inner: Html, rendering: Rendering, look: LinkLook = {}): Html {
  const href = safeAddress(target?.href)
  const says = { class: look.class, title: look.title, 'aria-label': look.label }
  if (href === undefined) {
    const span = attributes({ class: classes(look.class, 'dead-link'), title: look.title })
    return look.class || look.title ? html`<span${span}>${inner}</span>` : inner
  }
  return html`<a${attributes({ href, ...says, ...outside(href, rendering) })}>${inner}</a>`
}

/** What links to other sites say: those learn nothing of the page, and have no hold on it. */
export function outside(href: string, { context }: Rendering): { rel?: string; target?: string } {
  if (hostOf(href) === undefined) return {}
  return { rel: 'noopener noreferrer', ...(context.external === 'blank' ? { target: '_blank' } : {}) }
}
