import type { Code } from 'mdast'
import { type Element, type Piece, saysOnly, wordsOf } from './elements.ts'
import { readAnnotation } from './footnotes.ts'
import { text } from './inlines.ts'
import type { CodeBlock, CodeLine } from './nodes.ts'
import type { ReadingContext } from './reading.ts'
import { attributesOf, flagsOf, present, type Said } from './tags.ts'

/**
 * A code block, one node for each line; `tag` is the `{% code … %}` line around it. Nothing where the tag says more
 * than a block can.
 */
export function readCode(code: Code, tag = '{% code %}'): CodeBlock | undefined {
  const said = attributesOf(tag, 'title', 'overflow', 'lineNumbers', 'fullWidth', 'expandable', 'collapsedLineCount')
  const data = said && readData(said)
  if (!data) return undefined
  const nodes = code.value.split(/\r\n|\n|\r/).map((value) => lineOf([text(value, [])]))
  return {
    object: 'block',
    type: 'code',
    data: { ...present({ syntax: code.lang || undefined, meta: code.meta || undefined }), ...data },
    nodes,
  }
}

const overflows = ['wrap', 'scroll'] as const

function readData(said: Said): CodeBlock['data'] | undefined {
  const overflow = overflows.find((one) => one === said.overflow)
  const flags = flagsOf(said, 'lineNumbers', 'fullWidth', 'expandable')
  const count = /^[1-9]\d{0,5}$/.test(said.collapsedLineCount ?? '1') ? said.collapsedLineCount : 'odd'
  if (!flags || count === 'odd' || (said.overflow !== undefined && !overflow)) return undefined
  const collapsedLineCount = count === undefined ? undefined : Number(count)
  return { ...present({ title: said.title || undefined, overflow, collapsedLineCount }), ...flags }
}

function lineOf(nodes: CodeLine['nodes'], highlighted?: boolean): CodeLine {
  return { object: 'block', type: 'code-line', data: highlighted ? { highlighted } : {}, nodes }
}

/** `<pre class="language-x"><code class="lang-x">`: the form for lines that stand out and words with footnotes. */
export function readPre(pre: Element, reading: ReadingContext): CodeBlock | undefined {
  const [code, ...others] = pre.children
  const flags = ['data-line-numbers', 'data-expandable']
  const known = ['class', 'data-title', 'data-overflow', 'data-full-width', 'data-collapsed-line-count', ...flags]
  if (code?.type !== 'element' || code.name !== 'code' || others.some((piece) => wordsOf([piece]).trim() !== ''))
    return undefined
  if (!saysOnly(pre, ...known) || !saysOnly(code, 'class')) return undefined
  const classes = [
    /^(?:language-(\S+))?$/.exec(pre.attributes.get('class') ?? ''),
    /^(?:lang-(\S+))?$/.exec(code.attributes.get('class') ?? ''),
  ]
  if (classes.some((one) => !one)) return undefined
  const said = (name: string) => (pre.attributes.has(name) ? pre.attributes.get(name) || 'true' : undefined)
  const data = readData({
    title: pre.attributes.get('data-title'),
    overflow: pre.attributes.get('data-overflow'),
    fullWidth: said('data-full-width'),
    lineNumbers: said('data-line-numbers'),
    expandable: said('data-expandable'),
    collapsedLineCount: pre.attributes.get('data-collapsed-line-count'),
  })
  const nodes = readLines(code.children, reading)
  const syntax = classes[1]?.[1] ?? classes[0]?.[1]
  return data && nodes && { object: 'block', type: 'code', data: { ...present({ syntax }), ...data }, nodes }
}

type Part = { text: string; highlighted: boolean } | { node: CodeLine['nodes'][number]; highlighted: boolean }

/** Lines of text, marks around whole lines and footnotes within; nothing where there is anything else. */
function readLines(pieces: readonly Piece[], reading: ReadingContext): CodeLine[] | undefined {
  const parts = partsOf(pieces, false, reading)
  if (!parts) return undefined
  const lines: CodeLine[] = []
  let line = lineOf([])
  const end = () => {
    lines.push(line)
    line = lineOf([])
  }
  for (const part of parts) {
    const cut = 'text' in part ? part.text.split('\n') : []
    if ('node' in part) line.nodes.push(part.node)
    for (const [index, words] of cut.entries()) {
      if (index > 0) end()
      if (part.highlighted && (words !== '' || index < cut.length - 1)) line.data = { highlighted: true }
      append(line, words)
    }
  }
  // The line end before the closing tag begins no new line.
  if (line.nodes.length > 0 || lines.length === 0) end()
  for (const one of lines) if (one.nodes.length === 0) one.nodes.push(text('', []))
  return lines
}

function append(line: CodeLine, words: string): void {
  const last = line.nodes.at(-1)
  const leaf = last?.object === 'text' ? last.leaves[0] : undefined
  if (leaf) leaf.text += words
  else if (words !== '') line.nodes.push(text(words, []))
}

function partsOf(pieces: readonly Piece[], highlighted: boolean, reading: ReadingContext): Part[] | undefined {
  const parts: Part[] = []
  for (const piece of pieces) {
    const read = partOf(piece, highlighted, reading)
    if (!read) return undefined
    for (const part of read) parts.push(part)
  }
  return parts
}

function partOf(piece: Piece, highlighted: boolean, reading: ReadingContext): Part[] | undefined {
  if (piece.type === 'text') return [{ text: piece.value.replace(/\r\n?/g, '\n'), highlighted }]
  if (piece.type !== 'element') return undefined
  if (piece.name === 'strong' && piece.attributes.size === 0) return partsOf(piece.children, true, reading)
  const words = wordsOf(piece.children)
  const plain = piece.children.every(({ type }) => type === 'text') && !words.includes('\n')
  if (!plain) return undefined
  if (piece.name === 'code' && piece.attributes.get('class') === 'expression' && saysOnly(piece, 'class')) {
    const node = {
      object: 'inline' as const,
      type: 'expression' as const,
      isVoid: true as const,
      data: { expression: words },
    }
    return [{ node, highlighted }]
  }
  const label = /^#user-content-fn-(.+)$/.exec(piece.attributes.get('href') ?? '')?.[1]
  if (piece.name !== 'a' || !label || !saysOnly(piece, 'data-footnote-ref', 'href')) return undefined
  const node = readAnnotation({ identifier: label.toLowerCase(), label }, [text(words, [])], reading)
  return node && [{ node, highlighted }]
}
