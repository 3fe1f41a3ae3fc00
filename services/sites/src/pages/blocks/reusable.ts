import type { BlockOf } from './blocks.ts'
import { type Html, nothing } from './markup.ts'
import { type Rendering, within } from './rendering.ts'

/** What is included once more; nothing where it is not there, includes itself, or where the page includes too much. */
export function reusable({ data: { ref } }: BlockOf<'reusable-content'>, rendering: Rendering): Html {
  const name = `${ref.space ?? ''}/${ref.reusableContent}`
  const { budget, inside } = rendering
  if (inside.includes(name) || budget.reusables <= 0 || budget.included <= 0) return nothing
  const nodes = rendering.context.reusable(ref)
  if (!nodes) return nothing
  budget.reusables -= 1
  const inner = rendering.blocks(nodes, within(rendering, { inside: [...inside, name] }))
  budget.included -= inner.length
  return inner
}
