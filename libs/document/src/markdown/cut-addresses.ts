import type { Link, PhrasingContent, Root, Text } from 'mdast'
import { descendants, rangeOf } from './syntax-tree.ts'

/** A tag as the syntax of tags in lines has it; its name is looked at where it is found. */
const tag = /\{%(?:(?!\{%|%\}).){0,2000}%\}/g

/**
 * Ends bare addresses before a block tag. An address goes on up to a space by itself, so it would take the start of a
 * tag that touches it, and neither the tag nor a condition would be seen. `isTag` tells which tags become nodes; the text
 * of others, as that of conditions, is left to be seen as such.
 */
export function cutAddresses(root: Root, markdown: string, isTag: (text: string) => boolean): void {
  if (!/\S\{%/.test(markdown)) return
  for (const node of [root, ...descendants(root)]) {
    if (!('children' in node)) continue
    const children = node.children as PhrasingContent[]
    if (children.some((child) => isTouched(child, markdown))) node.children = cutAll(children, markdown, isTag) as never
  }
}

/** True for a link that is a bare address with the start of a tag in it. */
const isTouched = (node: PhrasingContent, markdown: string): node is Link =>
  node.type === 'link' && node.url.includes('{%') && !/[[<]/.test(markdown[rangeOf(node).start] ?? '')

function cutAll(
  nodes: readonly PhrasingContent[],
  markdown: string,
  isTag: (text: string) => boolean,
): PhrasingContent[] {
  const cut: PhrasingContent[] = []
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index]
    if (!node) break
    if (!isTouched(node, markdown)) {
      cut.push(node)
      continue
    }
    const { start, end } = rangeOf(node)
    const at = markdown.slice(start, end).indexOf('{%')
    const next = nodes[index + 1]
    const behind = next?.type === 'text' && rangeOf(next).start === end ? next : undefined
    if (behind) index += 1
    if (at > 0) cut.push(shortened(node, markdown.slice(start, start + at)))
    const text = markdown.slice(start + Math.max(at, 0), end) + (behind?.value ?? '')
    for (const part of partsOf(text, start + Math.max(at, 0), isTag)) cut.push(onLineOf(node, part))
  }
  return cut
}

function shortened(link: Link, address: string): Link {
  const url = link.url.slice(0, link.url.indexOf('{%'))
  const position = link.position && {
    ...link.position,
    end: { ...link.position.end, offset: rangeOf(link).start + address.length },
  }
  return { ...link, url, children: [{ type: 'text', value: address }], ...(position && { position }) }
}

/** Text and tags of a text that begins at an offset. */
function partsOf(text: string, start: number, isTag: (text: string) => boolean): PhrasingContent[] {
  const parts: PhrasingContent[] = []
  let from = 0
  const add = (node: PhrasingContent, value: string, at: number) =>
    parts.push({ ...node, position: { start: pointAt(start + at), end: pointAt(start + at + value.length) } })
  const addText = (value: string, at: number) => {
    if (value !== '') add({ type: 'text', value } satisfies Text, value, at)
  }
  for (const { 0: value, index } of text.matchAll(tag)) {
    if (!isTag(value)) continue
    addText(text.slice(from, index), from)
    add({ type: 'blockTag', value }, value, index)
    from = index + value.length
  }
  addText(text.slice(from), from)
  return parts
}

/** The part on the line of the address that it was cut from. */
function onLineOf({ position }: Link, part: PhrasingContent): PhrasingContent {
  if (!position || !part.position) return part
  const { line, column } = position.start
  const { start, end } = part.position
  return { ...part, position: { start: { ...start, line, column }, end: { ...end, line, column } } }
}

const pointAt = (offset: number) => ({ line: 1, column: 1, offset })
