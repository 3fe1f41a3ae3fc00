import type { InlineOf } from './inlines.ts'
import { linkTo } from './links.ts'
import { attributes, classes, type Html, html } from './markup.ts'
import type { Rendering } from './rendering.ts'

/** A link that looks like a button; with an action, a button for the page's script, which shows it. */
export function button({ data }: InlineOf<'button'>, rendering: Rendering): Html {
  const { label, kind, size, icon, ref, action } = data
  const inner = html`${icon && rendering.icons.use(icon)}${label}`
  const look = classes(
    'button',
    `button-${kind === 'secondary' ? 'secondary' : 'primary'}`,
    sizes.has(size ?? '') && `button-${size}`,
  )
  if (ref) {
    const target = rendering.context.target(ref)
    return linkTo(target, label === '' ? html`${inner}${target?.title}` : inner, rendering, { class: look })
  }
  if (!action) return inner
  const says = { 'data-action': action.action, 'data-query': action.query, 'data-slug': action.slug }
  return html`<button${attributes({ type: 'button', class: look, hidden: true, ...says })}>${inner}</button>`
}

const sizes = new Set(['small', 'large'])
