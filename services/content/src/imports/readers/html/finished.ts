import type { List, ListItem, Nodes, PhrasingContent, Root, RootContent } from 'mdast'

/**
 * The tree as it is written: tags among words are HTML, and lists are loose where a line would swallow what follows it.
 * It does not begin with a line, which at the start of a page would begin its front matter.
 */
export function finished(tree: Root): Root {
  while (tree.children[0]?.type === 'thematicBreak') tree.children.shift()
  finish(tree)
  return tree
}

function finish(node: Nodes): void {
  // The types know nothing of this one, which stands for a tag among words.
  if ((node.type as string) === 'mdxTextExpression') Object.assign(node, { type: 'html' })
  if (!('children' in node)) return
  for (const child of node.children) finish(child)
  if (node.type === 'tableCell') node.children = breaksInCell(node.children)
  if (node.type === 'list') loosen(node)
}

/** Line ends in cells, which the syntax has no other way to write. */
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

/** Whether a list can follow a line of words without an empty line: one that begins with 1 or a bullet, and words. */
function interrupts(node: RootContent): boolean {
  if (node.type !== 'list') return false
  return (!node.ordered || (node.start ?? 1) === 1) && (node.children[0]?.children.length ?? 0) > 0
}
