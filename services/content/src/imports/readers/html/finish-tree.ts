import type { List, ListItem, Nodes, PhrasingContent, Root, RootContent } from 'mdast'

/**
 * Prepares a tree for serialization: inline tags become HTML, and lists are loose where a paragraph would absorb the
 * block after it. Removes thematic breaks at the start of a page, which would begin its front matter.
 */
export function finished(tree: Root): Root {
  while (tree.children[0]?.type === 'thematicBreak') tree.children.shift()
  finish(tree)
  return tree
}

function finish(node: Nodes): void {
  // Stands for an inline tag; the type is missing in the types of mdast.
  if ((node.type as string) === 'mdxTextExpression') Object.assign(node, { type: 'html' })
  if (!('children' in node)) return
  for (const child of node.children) finish(child)
  if (node.type === 'tableCell') node.children = breaksInCell(node.children)
  if (node.type === 'list') loosen(node)
}

/** Writes line breaks in cells as `<br>`, the only syntax for them. */
function breaksInCell(children: readonly PhrasingContent[]): PhrasingContent[] {
  return children.flatMap((node, at): PhrasingContent[] => {
    if (node.type !== 'break') return [node]
    return children[at - 1]?.type === 'break' ? [] : [{ type: 'html', value: '<br>' }]
  })
}

function loosen(list: List): void {
  for (const item of list.children) item.spread = !isTight(item)
  list.spread = list.children.some(({ spread }) => spread)
}

const isTight = ({ children }: ListItem) =>
  children.every((child, index) => (index === 0 ? child.type === 'paragraph' : interrupts(child)))

/** True for a list that can follow a paragraph without an empty line: one that begins with 1 or a bullet, and text. */
function interrupts(node: RootContent): boolean {
  if (node.type !== 'list') return false
  return (!node.ordered || (node.start ?? 1) === 1) && (node.children[0]?.children.length ?? 0) > 0
}
