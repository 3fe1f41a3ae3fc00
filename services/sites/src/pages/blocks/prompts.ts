import { assistantHref, assistantLink, assistants } from './assistants.ts'
import type { BlockOf } from './blocks.ts'
import { code, codeText } from './code.ts'
import { attributes, type Html, html } from './markup.ts'
import { type Rendering, within } from './rendering.ts'

/** A text for an assistant, to be copied, or opened there. */
export function prompt({ data, nodes }: BlockOf<'prompt'>, rendering: Rendering): Html {
  const { words } = rendering.context
  const body = nodes.map((node) => code(node, within(rendering)))
  const icon = rendering.icons.use(data.icon ?? 'wand-magic-sparkles', 'wand-magic-sparkles')
  const text = nodes.map((node) => codeText(node)).join('\n')
  const opens = assistants.map((assistant) => {
    const href = data.openInAIProviders && assistantHref(assistant, text)
    return href && assistantLink(href, html`${words.openIn(assistant.name)}`, 'button button-secondary button-small')
  })
  const says = { class: 'prompt', open: data.defaultExpanded === 'full' || data.defaultExpanded === 'partial' }
  return html`<details${attributes(says)}><summary>${icon}<span>${data.description || words.prompt}</span></summary><p class="prompt-links">${opens}</p>${body}</details>`
}
