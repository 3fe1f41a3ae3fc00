import type { Html, RootContent } from 'mdast'
import { type BlockTag, readBlockTag } from '../markdown/block-tags.ts'

/** An opening and a closing line with the nodes between them: `{% hint %}` … `{% endhint %}`, `<details>` … `</details>`. */
export type Group = {
  type: 'group'
  name: string
  open: BlockTag | Html
  /** The opening line again, if nothing closes the pair. */
  close: BlockTag | Html
  children: GroupedContent[]
  /** Set if nothing closes the pair; it ends where its author seems to mean it (`groupLoosely`). */
  isOpen?: true
}
export type GroupedContent = RootContent | Group

type OpenGroup = { name: string; node: BlockTag | Html; children: GroupedContent[] }

/**
 * Pairs opening and closing lines among siblings, up to `maxDepth` pairs within pairs; a line without its counterpart
 * stays as it is. Tags in `single` need no closing one and never hold another of their name.
 */
export function group(nodes: readonly RootContent[], maxDepth: number, single: ReadonlySet<string>): GroupedContent[] {
  const result: GroupedContent[] = []
  const open: OpenGroup[] = []
  const add = (node: GroupedContent) => (open.at(-1)?.children ?? result).push(node)
  const abandon = (from: number) => {
    for (const { node, children } of open.splice(from)) {
      for (const loose of [node, ...children]) add(loose)
    }
  }
  const closed = namesClosed(nodes)
  const unclosed = singlesUnclosed(nodes)
  const closes = (index: number, name: string) => !single.has(name) || !unclosed.has(index)
  for (const [index, node] of nodes.entries()) {
    const mark = node.type === 'blockTag' || node.type === 'html' ? markOf(node) : undefined
    if (mark?.opens && (closed.get(mark.name) ?? -1) > index && closes(index, mark.name) && open.length < maxDepth) {
      open.push({ name: mark.name, node: mark.node, children: [] })
      continue
    }
    const from = mark && !mark.opens ? open.findLastIndex(({ name }) => name === mark.name) : -1
    const match = open[from]
    if (!mark || !match) {
      add(node)
      continue
    }
    abandon(from + 1)
    open.pop()
    add({ type: 'group', name: match.name, open: match.node, close: mark.node, children: match.children })
  }
  abandon(0)
  return result
}

/** The index at which each name is closed last. */
function namesClosed(nodes: readonly RootContent[]): Map<string, number> {
  const closed = new Map<string, number>()
  for (const [index, node] of nodes.entries()) {
    const mark = node.type === 'blockTag' || node.type === 'html' ? markOf(node) : undefined
    if (mark && !mark.opens) closed.set(mark.name, index)
  }
  return closed
}

/** The indexes of opening tags that need no closing one and are followed by another opening tag of their name. */
function singlesUnclosed(nodes: readonly RootContent[]): Set<number> {
  const next = new Map<string, boolean>()
  const unclosed = new Set<number>()
  for (const [index, node] of [...nodes.entries()].toReversed()) {
    const mark = node.type === 'blockTag' ? markOf(node) : undefined
    if (mark?.opens && next.get(mark.name)) unclosed.add(index)
    if (mark) next.set(mark.name, mark.opens)
  }
  return unclosed
}

function markOf(node: BlockTag | Html): { name: string; opens: boolean; node: BlockTag | Html } | undefined {
  if (node.type === 'html') {
    const slash = /^<(\/?)details(?:\s+open(?:="")?)?\s*>$/i.exec(node.value)?.[1]
    return slash === undefined ? undefined : { name: 'details', opens: slash === '', node }
  }
  const { name } = readBlockTag(node.value)
  return name.startsWith('end') ? { name: name.slice(3), opens: false, node } : { name, opens: true, node }
}
