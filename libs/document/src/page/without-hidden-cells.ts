import type { Root } from 'mdast'
import { DocumentError } from '../markdown/errors.ts'
import { HiddenCells } from '../markdown/hidden-cells.ts'
import { mayHideCells } from '../markdown/may-hide-cells.ts'
import { parse } from '../markdown/parse.ts'
import { descendants, rangeOf } from '../markdown/syntax-tree.ts'

/**
 * The text of a page with nothing in those cells of tables that readers do not see (`HiddenCells`); their tags stay, so
 * that the columns do. A text over a limit stays as it is.
 */
export function withoutHiddenCells(markdown: string): string {
  const root = mayHideCells(markdown) ? parsed(markdown) : undefined
  if (!root) return markdown
  const cells = new HiddenCells()
  let rest = ''
  let from = 0
  for (const node of descendants(root)) {
    if (node.type !== 'html') continue
    const { start, end } = rangeOf(node)
    if (!cells.isHidden) rest += markdown.slice(from, start)
    rest += cells.visible(markdown.slice(start, end))
    from = end
  }
  return cells.isHidden ? rest : rest + markdown.slice(from)
}

function parsed(markdown: string): Root | undefined {
  try {
    return parse(markdown)
  } catch (error) {
    if (error instanceof DocumentError) return undefined
    throw error
  }
}
