import type { BlockOf } from './blocks.ts'
import { code, codeText } from './code.ts'
import { attributes, type Html, html } from './markup.ts'
import { type Rendering, within } from './rendering.ts'

/** A text for an assistant, to be copied, and opened there by the page's script. */
export function prompt({ data, nodes }: BlockOf<'prompt'>, rendering: Rendering): Html {
  const { words } = rendering.context
  const body = nodes.map((node) => code(node, within(rendering)))
  const icon = rendering.icons.use(data.icon ?? 'wand-magic-sparkles', 'wand-magic-sparkles')
  const text = nodes.map((node) => codeText(node, rendering)).join('\n')
  const opens =
    data.openInAIProviders &&
    html`<button${attributes({ type: 'button', class: 'button button-secondary button-small', hidden: true, 'data-open-prompt': text })}>${words.openInAssistant}</button>`
  const says = { class: 'prompt', open: data.defaultExpanded === 'full' || data.defaultExpanded === 'partial' }
  return html`<details${attributes(says)}><summary>${icon}<span>${data.description || words.prompt}</span></summary>${opens}${body}</details>`
}
