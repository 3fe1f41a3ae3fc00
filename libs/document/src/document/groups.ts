import type { Html, RootContent } from 'mdast'
import { type BlockTag, readBlockTag } from '../block-tags.ts'

/** What stands between an opening and a closing line: `{% hint %}` … `{% endhint %}`, `<details>` … `</details>`. */
export type Group = { type: 'group'; name: string; open: BlockTag | Html; close: BlockTag | Html; children: Grouped[] }
export type Grouped = RootContent | Group

type Open = { name: string; node: BlockTag | Html; children: Grouped[] }

/** Pairs opening and closing lines among siblings; a line without its counterpart stays what it is. */
export function group(nodes: readonly RootContent[], maxDepth: number): Grouped[] {
  const result: Grouped[] = []
  const open: Open[] = []
  const add = (node: Grouped) => (open.at(-1)?.children ?? result).push(node)
  const abandon = (from: number) => {
    for (const { node, children } of open.splice(from)) {
      for (const loose of [node, ...children]) add(loose)
    }
  }
  const closed = namesClosed(nodes)
  for (const [index, node] of nodes.entries()) {
    const mark = node.type === 'blockTag' || node.type === 'html' ? markOf(node) : undefined
    if (mark?.opens && (closed.get(mark.name) ?? -1) > index && open.length < maxDepth) {
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

/** Where each name is closed last. */
function namesClosed(nodes: readonly RootContent[]): Map<string, number> {
  const closed = new Map<string, number>()
  for (const [index, node] of nodes.entries()) {
    const mark = node.type === 'blockTag' || node.type === 'html' ? markOf(node) : undefined
    if (mark && !mark.opens) closed.set(mark.name, index)
  }
  return closed
}

function markOf(node: BlockTag | Html): { name: string; opens: boolean; node: BlockTag | Html } | undefined {
  if (node.type === 'html') {
    const value = node.value.trim()
    if (value === '</details>') return { name: 'details', opens: false, node }
    return /^<details>\s*(?:<summary>[^<]*<\/summary>)?$/.test(value)
      ? { name: 'details', opens: true, node }
      : undefined
  }
  const { name } = readBlockTag(node.value)
  return name.startsWith('end') ? { name: name.slice(3), opens: false, node } : { name, opens: true, node }
}
