import type { Nodes } from 'mdast'
import { readBlockTag } from './block-tags.ts'
import { htmlText } from './html.ts'
import { parse } from './parse.ts'
import { childNodesOf } from './syntax-tree.ts'

const lines = new Set(['root', 'blockquote', 'list', 'listItem', 'table', 'footnoteDefinition'])

/** The attributes of tags that readers see. */
const spoken = new Set(['title', 'summary', 'description', 'caption'])
/** Attributes of older formats' tags, which describe operations by them. */
const spokenOfOperations = new Set([...spoken, 'method', 'host', 'baseUrl', 'path', 'name', 'httpCode', 'status'])
const operation = /^(?:api-method|swagger$|swagger-)/

/** The words in a tag. */
function wordsOfTag(tag: string): string {
  const { name, attributes } = readBlockTag(tag)
  const isOperation = operation.test(name) && !attributes.some((one) => one.name === 'src')
  const shown = isOperation ? spokenOfOperations : spoken
  return attributes.flatMap((one) => (shown.has(one.name) && one.value !== '' ? [one.value] : [])).join(' ')
}

/** The words of a tree as people read and search them: code and alternative texts included, markup removed. */
export function textOf(node: Nodes): string {
  switch (node.type) {
    case 'text':
    case 'code':
    case 'inlineCode':
    case 'math':
    case 'inlineMath':
      return node.value
    case 'image':
    case 'imageReference':
      return node.alt ?? ''
    case 'html':
      return htmlText(node.value).replace(/\s+/g, ' ')
    case 'blockTag':
      return wordsOfTag(node.value)
    case 'break':
      return '\n'
  }
  const parts = withoutIcons(childNodesOf(node)).map(textOf)
  if (node.type === 'tableRow') return parts.join(' ')
  return lines.has(node.type) ? joinLines(parts) : parts.join('')
}

/** `<i class="fa-gear">:gear:</i>` is a picture, so the name in it is no word of the text. */
function withoutIcons(nodes: readonly Nodes[]): Nodes[] {
  return nodes.filter((_, index) => {
    const [before, after] = [nodes[index - 1], nodes[index + 1]]
    return before?.type !== 'html' || after?.type !== 'html' || after.value !== '</i>' || !icon.test(before.value)
  })
}

const icon = /^<i class="fa-[\w-]+">$/

/** The texts of blocks, a line each, without the empty ones. */
export function joinLines(parts: readonly string[]): string {
  return parts.filter((part) => part.trim() !== '').join('\n')
}

/** The words of a page, a line a block. Throws DocumentError (limits). */
export function plainText(markdown: string): string {
  return textOf(parse(markdown))
}

/** The first words of a page's paragraphs on one line, at most `length` characters, cut between words where it can. */
export function excerpt(markdown: string, length = 160): string {
  const paragraphs = parse(markdown).children.filter((node) => node.type === 'paragraph')
  const text = paragraphs.map(textOf).join(' ').replace(/\s+/g, ' ').trim()
  const characters = Array.from(text.slice(0, length * 2 + 2))
  if (characters.length <= length) return text
  const cut = characters.slice(0, length - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > length / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}
