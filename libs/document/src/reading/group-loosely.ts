import type { RootContent } from 'mdast'
import { type BlockTag, readBlockTag } from '../markdown/block-tags.ts'
import type { Group, GroupedContent } from './groups.ts'

/** The blocks that hold each kind of part. */
const owners: { [part: string]: string } = {
  ...{ tab: 'tabs', step: 'stepper', column: 'columns', update: 'updates', 'code-tabs-item': 'code-tabs' },
}
const ownerNames = new Set(Object.values(owners))

/** True for the tag of a part, which stands in a block of parts. */
export const isPart = (name: string): boolean => Object.hasOwn(owners, name)

/** An open group; `level` is the depth of the headings that end it, if it has no closing tag. */
type OpenGroup = { group: Group; isClosed: boolean; level: number }

/** The tags that are known, by their names. */
interface Names {
  /** True for a tag that opens a block, so that what follows is in the block even if nothing closes it. */
  opens(name: string): boolean
  /** True for a tag that needs no closing one. */
  isSingle(name: string): boolean
}

/**
 * As `group`, for the full edition: the tags that open blocks always have their block. One that nothing closes ends with
 * what is around it, where another of its name begins, or before the next heading that is as high as the one above its
 * tag. Parts without a block around them get one, which ends after the last part.
 */
export function groupLoosely(nodes: readonly RootContent[], maxDepth: number, names: Names): GroupedContent[] {
  const closed = closedOpenings(nodes, names)
  const result: GroupedContent[] = []
  const open: OpenGroup[] = []
  let level = 6
  const add = (node: GroupedContent) => (open.at(-1)?.group.children ?? result).push(node)
  const begin = (name: string, node: BlockTag, isClosed: boolean) => {
    const group: Group = { type: 'group', name, open: node, close: node, children: [] }
    if (!isClosed) group.isOpen = true
    add(group)
    open.push({ group, isClosed, level })
  }
  const endFrom = (at: number) => {
    if (at >= 0) open.length = at
  }
  const beginTag = (node: BlockTag, name: string, isClosed: boolean) => {
    endFrom(unclosedOf(name, open))
    const owner = isPart(name) ? owners[name] : undefined
    const isOpened = isClosed || (names.opens(name) && !names.isSingle(name))
    if (!isOpened || open.length + 1 >= maxDepth) return add(node)
    if (owner && open.at(-1)?.group.name !== owner) begin(owner, node, false)
    return begin(name, node, isClosed)
  }
  for (const [index, node] of nodes.entries()) {
    const tag = node.type === 'blockTag' ? tagOf(node) : undefined
    if (endsParts(open.at(-1), tag, node)) open.pop()
    if (node.type === 'heading') {
      endFrom(endedBy(node.depth, open))
      level = node.depth
    }
    if (node.type !== 'blockTag' || !tag) add(node)
    else if (!tag.isEnd) beginTag(node, tag.name, closed.has(index))
    else {
      const at = open.findLastIndex(({ group }) => group.name === tag.name)
      const ended = open[at]?.group
      if (ended) ended.close = node
      else if (!names.opens(tag.name)) add(node)
      endFrom(at)
    }
    const last = open.at(-1)
    if (node.type === 'code' && last?.group.name === 'code' && !last.isClosed) open.pop()
  }
  return result
}

type Tag = { name: string; isEnd: boolean }

function tagOf(node: BlockTag): Tag {
  const { name } = readBlockTag(node.value)
  return name.startsWith('end') ? { name: name.slice(3), isEnd: true } : { name, isEnd: false }
}

/** Finds the innermost group of a name that nothing closes; -1 if one with a closing tag lies in between. */
function unclosedOf(name: string, open: readonly OpenGroup[]): number {
  const closed = open.findLastIndex(({ isClosed }) => isClosed)
  const at = open.findLastIndex(({ group }) => group.name === name)
  return at > closed ? at : -1
}

/** True if a block of parts that nothing closes ends here, since nothing else stands between parts. */
function endsParts(last: OpenGroup | undefined, tag: Tag | undefined, node: RootContent): boolean {
  if (!last || last.isClosed || !ownerNames.has(last.group.name)) return false
  const isComment = node.type === 'html' && node.value.startsWith('<!--')
  return !isComment && !(tag && (tag.name === last.group.name || owners[tag.name] === last.group.name))
}

/** Finds the outermost group that a heading ends, if any; a heading right below a tag belongs to its group. */
function endedBy(depth: number, open: OpenGroup[]): number {
  const closed = open.findLastIndex(({ isClosed }) => isClosed)
  const last = open.at(-1)
  if (!last || closed === open.length - 1) return -1
  if (last.group.children.length > 0) return open.findIndex(({ level }, at) => at > closed && depth <= level)
  for (const one of open.slice(closed + 1)) one.level = Math.min(one.level, depth)
  return -1
}

/** The indexes of the opening tags that have a closing one of their own. */
function closedOpenings(nodes: readonly RootContent[], { isSingle }: Names): Set<number> {
  const open = new Map<string, number[]>()
  const closed = new Set<number>()
  for (const [index, node] of nodes.entries()) {
    if (node.type !== 'blockTag') continue
    const { name, isEnd } = tagOf(node)
    const opened = open.get(name) ?? []
    open.set(name, opened)
    if (!isEnd) opened.push(index)
    else {
      const last = opened.pop()
      if (last !== undefined) closed.add(last)
      if (isSingle(name)) opened.length = 0
    }
  }
  return closed
}
