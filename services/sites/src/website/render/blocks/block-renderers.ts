import type { Block, BlockOf, BlockType } from '@quire/document'
import { code, codeLine } from './code-blocks.ts'
import { condition } from './condition-blocks.ts'
import { formula } from './formula-html.ts'
import { contentRef, embed, file, integration } from './link-cards.ts'
import { attributes, type Html, html, joined, nothing, raw } from './markup.ts'
import { openApiOperation, openApiSchemas, openApiWebhook } from './openapi/openapi-blocks.ts'
import { column, columns, expandable, prompt, step, stepper, tab, tabs, update, updates } from './panel-blocks.ts'
import { drawing, figure, images } from './picture-blocks.ts'
import { maxDepth, type Rendering, within } from './rendering.ts'
import { table } from './table-blocks.ts'
import { heading, hint, list, listItem, paragraph, quote } from './text-blocks.ts'

type Renderers = { readonly [Type in BlockType]: (block: BlockOf<Type>, rendering: Rendering) => Html }

/** The renderer of each block of the published schema: a type without one does not compile. */
export const blockRenderers: Renderers = {
  paragraph,
  'heading-1': heading,
  'heading-2': heading,
  'heading-3': heading,
  'list-ordered': list,
  'list-unordered': list,
  'list-tasks': list,
  'list-item': listItem,
  divider: () => html`<hr>`,
  blockquote: quote,
  hint,
  images,
  image: figure,
  drawing,
  embed,
  file,
  'content-ref': contentRef,
  integration,
  code,
  'code-line': codeLine,
  math: ({ data }, rendering) => formula(data.formula, true, rendering),
  expandable,
  tabs,
  'tabs-item': tab,
  stepper,
  'stepper-step': step,
  columns,
  column,
  if: condition,
  updates,
  update,
  prompt,
  table,
  swagger: openApiOperation,
  'openapi-operation': openApiOperation,
  'openapi-webhook': openApiWebhook,
  'openapi-schemas': openApiSchemas,
  'reusable-content': reusable,
}

export const blocks = (nodes: readonly Block[], rendering: Rendering): Html =>
  joined(nodes.map((node) => block(node, rendering)))

/** One block; where it nests too deeply, nothing. */
export function block(node: Block, rendering: Rendering): Html {
  if (rendering.depth > maxDepth) return nothing
  const render = blockRenderers[node.type] as (block: Block, rendering: Rendering) => Html
  const { keyed } = rendering
  if (!keyed || node.key === undefined || panels.has(node.type)) return render(node, rendering)
  const inner = render(node, { ...rendering, keyed: 'inner' })
  return withAttributes(inner, { 'data-key': node.key, 'data-block': keyed === 'outer' })
}

/** Blocks that only arrange others, and a line, of which there is nothing to say. */
const panels = new Set<BlockType>([
  ...(['expandable', 'tabs', 'tabs-item', 'stepper', 'stepper-step', 'columns', 'column'] as const),
  ...(['if', 'updates', 'update', 'divider'] as const),
])

/** Adds attributes to the first element of some HTML, which begins with it. */
const withAttributes = (inner: Html, added: Parameters<typeof attributes>[0]): Html =>
  raw(String(inner).replace(/^<[a-z][a-z0-9]*/, (tag) => `${tag}${attributes(added)}`))

/**
 * Reusable content that the page includes; nothing if it does not exist, includes itself, or exceeds what a page may
 * include.
 */
function reusable({ data: { ref } }: BlockOf<'reusable-content'>, rendering: Rendering): Html {
  const name = `${ref.space ?? ''}/${ref.reusableContent}`
  const { budget, inside } = rendering
  if (inside.includes(name) || budget.reusables <= 0 || budget.included <= 0) return nothing
  const nodes = rendering.context.reusable(ref)
  if (!nodes) return nothing
  budget.reusables -= 1
  const inner = rendering.blocks(nodes, within(rendering, { inside: [...inside, name], keyed: undefined }))
  budget.included -= inner.length
  return inner
}
