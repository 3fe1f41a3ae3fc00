import type { Block } from '@quire/document'
import { contentRef, embed, file, integration } from './cards.ts'
import { code, codeLine } from './code.ts'
import { formula } from './formulas.ts'
import { heading } from './headings.ts'
import { list, listItem } from './lists.ts'
import { type Html, html, joined, nothing } from './markup.ts'
import { openApiOperation, openApiSchemas, openApiWebhook } from './openapi/blocks.ts'
import { column, columns, expandable, step, stepper, tab, tabs } from './panels.ts'
import { drawing, figure, images } from './pictures.ts'
import { prompt } from './prompts.ts'
import { deepest, type Rendering } from './rendering.ts'
import { reusable } from './reusable.ts'
import { table } from './tables.ts'
import { hint, paragraph, quote } from './texts.ts'
import { update, updates } from './updates.ts'

export type BlockOf<Type extends string> = Extract<Block, { type: Type }>
type Renderers = { readonly [Type in Block['type']]: (block: BlockOf<Type>, rendering: Rendering) => Html }

/** What each block of the published schema becomes. */
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
  // Content has left out what is not for the reader: a condition that came through is for nobody.
  if: () => nothing,
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
  if (rendering.depth > deepest) return nothing
  const render = blockRenderers[node.type] as (block: Block, rendering: Rendering) => Html
  return render(node, rendering)
}
