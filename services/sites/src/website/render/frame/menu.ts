import { attributes, type Html, html } from '../blocks/markup.ts'
import { symbol } from './symbols.ts'

/** Renders a list that opens below its title, without a script. */
export const menu = (title: string | Html, items: Html, more: { class?: string; label?: string } = {}): Html =>
  html`<details class="menu ${more.class ?? ''}"><summary${attributes({ 'aria-label': more.label })}>${title}${symbol('down')}</summary><ul>${items}</ul></details>`
