import type { Move } from '../../parts/moves.ts'
import { type Page, siblingsOf } from '../space/pages.ts'
import type { ContentChange } from './change-content.ts'

/**
 * Returns the change of the content that a move is. It names the page above only if that becomes another one, because
 * naming it decides a conflict about it.
 */
export function placeOf(pages: readonly Page[], { item, target, where }: Move): ContentChange {
  const change = { operation: 'update_page' as const, page: item }
  const from = siblingsOf(pages, item).parent?.id ?? null
  if (where === 'inside') return { ...change, into: target }
  const { parent, siblings } = siblingsOf(pages, target)
  const into = parent?.id ?? null
  const others = siblings.filter(({ id }) => id !== item)
  const at = others.findIndex(({ id }) => id === target)
  const after = where === 'after' ? target : (others[at - 1]?.id ?? null)
  return { ...change, ...(into !== from && { into }), after }
}
