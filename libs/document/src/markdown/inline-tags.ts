import type { Paragraph, PhrasingContent, Root, RootContent } from 'mdast'
import type { Construct, Extension, State } from 'micromark-util-types'
import { type BlockTag, readBlockTag } from './block-tags.ts'
import { descendants } from './syntax-tree.ts'

declare module 'mdast' {
  interface PhrasingContentMap {
    blockTag: BlockTag
  }
}

/** A longer text between the signs of a tag is a text. */
const maxTag = 2000

/** Conditions are read on lines of their own only, so that a text in which they cannot be read stays hidden. */
const condition = /^\{%[-+~]?\s*(?:if|else|elif|elseif|elsif|endif|unless|endunless)\b/i

/** True for the text of a tag that may stand in a line. */
export const isInlineTag = (text: string): boolean => !condition.test(text)

/** The tags that begin or end a block wherever they stand; others stay in their line, without words. */
const blockNames = new Set([
  ...['hint', 'code', 'embed', 'file', 'content-ref', 'include', 'tabs', 'tab', 'stepper', 'step', 'columns', 'column'],
  ...['page-ref', 'youtube', 'vimeo', 'code-tabs', 'code-tabs-item'],
  ...['updates', 'update', 'prompt', 'openapi', 'swagger', 'openapi-operation', 'openapi-schemas', 'openapi-webhook'],
])

/** True if the tag of a name begins or ends a block, or is that of an integration. */
export const isBlockName = (name: string): boolean =>
  name.startsWith('@') || /^(?:end)?(?:api-method|swagger-)/.test(name) || blockNames.has(name.replace(/^end/, ''))

/** The syntax of tags with words before or behind them in their line. */
export function inlineTagSyntax(markdown: string): Extension {
  if (!markdown.includes('{%')) return {}
  const ends = { '%}': -1, '{%': -1, '\n': -1, '\r': -1 }
  /** The next place of some text, looked for once as long as places are asked for in order. */
  const next = (text: keyof typeof ends, from: number) => {
    if (ends[text] < from) {
      const found = markdown.indexOf(text, from)
      ends[text] = found < 0 ? Number.POSITIVE_INFINITY : found
    }
    return ends[text]
  }
  const isTag = (start: number) => {
    const end = next('%}', start + 2)
    if (end - start > maxTag || next('{%', start + 1) < end) return false
    if (next('\n', start) < end || next('\r', start) < end) return false
    return !condition.test(markdown.slice(start, end + 2))
  }
  return { text: { 123: constructOf(markdown.startsWith('\uFEFF') ? (start) => isTag(start + 1) : isTag) } }
}

function constructOf(isTag: (offset: number) => boolean): Construct {
  return {
    name: 'inlineTag',
    tokenize(effects, ok, nok) {
      let before: number | null = null
      const inside: State = (code) => {
        if (code === null) return nok(code)
        const isEnd = before === 37 && code === 125
        before = code
        effects.consume(code)
        if (!isEnd) return inside
        effects.exit('blockTagText')
        effects.exit('blockTag')
        return ok
      }
      const percent: State = (code) => {
        if (code !== 37) return nok(code)
        effects.consume(code)
        return inside
      }
      return (code) => {
        if (!isTag(this.now().offset)) return nok(code)
        effects.enter('blockTag')
        effects.enter('blockTagText')
        effects.consume(code)
        return percent
      }
    },
  }
}

/**
 * Cuts paragraphs at the tags of blocks in them, so that `{% hint %} words {% endhint %}` is what it would be in three
 * lines. The words before, between and behind are paragraphs.
 */
export function cutAtTags(root: Root): void {
  for (const node of [root, ...descendants(root)]) {
    if (!('children' in node)) continue
    const children = node.children as RootContent[]
    if (children.some(isCut))
      node.children = children.flatMap((child) => (isCut(child) ? cut(child) : [child])) as never
  }
}

const isCut = (node: RootContent): node is Paragraph => node.type === 'paragraph' && node.children.some(isBlockTag)

const isBlockTag = (node: PhrasingContent): node is BlockTag =>
  node.type === 'blockTag' && isBlockName(readBlockTag(node.value).name)

function cut({ children }: Paragraph): RootContent[] {
  const parts: RootContent[] = []
  let line: PhrasingContent[] = []
  const flush = () => {
    const words = trimmed(line)
    const [start, end] = [words[0]?.position?.start, words.at(-1)?.position?.end]
    if (words.length > 0)
      parts.push({ type: 'paragraph', children: words, ...(start && end && { position: { start, end } }) })
    line = []
  }
  for (const child of children) {
    if (!isBlockTag(child)) line.push(child)
    else {
      flush()
      parts.push(child)
    }
  }
  flush()
  return parts
}

/** A line without white space and breaks at its ends. */
function trimmed(line: readonly PhrasingContent[]): PhrasingContent[] {
  const isBlank = (node: PhrasingContent | undefined) =>
    node?.type === 'break' || (node?.type === 'text' && node.value.trim() === '')
  const from = line.findIndex((node) => !isBlank(node))
  const words = from < 0 ? [] : line.slice(from, line.findLastIndex((node) => !isBlank(node)) + 1)
  return words.map((node, index) => {
    if (node.type !== 'text') return node
    const begun = index === 0 ? node.value.trimStart() : node.value
    return { ...node, value: index === words.length - 1 ? begun.trimEnd() : begun }
  })
}
