import type { Code, RootContent } from 'mdast'
import { escapeHtml } from '../html.ts'
import type { CodeBlock, CodeLine } from './nodes.ts'
import { openTag } from './write-html.ts'
import { around } from './write-tags.ts'
import type { WritingContext } from './writing.ts'

/** A fence, in tags where there is more to say; in HTML where lines stand out or words have footnotes. */
export function writeCode(block: CodeBlock, writing: WritingContext): RootContent[] {
  const { data, nodes } = block
  if (nodes.some(isMarked)) return [{ type: 'html', value: htmlOfCode(block, writing) }]
  const code = fenceOf(block)
  const attributes = {
    title: data.title,
    overflow: data.overflow,
    lineNumbers: data.lineNumbers ? 'true' : undefined,
    fullWidth: data.fullWidth ? 'true' : undefined,
    expandable: data.expandable ? 'true' : undefined,
    collapsedLineCount: data.collapsedLineCount === undefined ? undefined : String(data.collapsedLineCount),
  }
  return Object.values(attributes).some((value) => value !== undefined) ? around('code', attributes, [code]) : [code]
}

export function fenceOf({ data, nodes }: CodeBlock): Code {
  return { type: 'code', lang: data.syntax ?? null, meta: data.meta ?? null, value: nodes.map(wordsOf).join('\n') }
}

function isMarked({ data, nodes }: CodeLine): boolean {
  return data.highlighted === true || nodes.some(({ object }) => object === 'inline')
}

function wordsOf({ nodes }: CodeLine): string {
  return nodes.flatMap((node) => (node.object === 'text' ? node.leaves.map(({ text }) => text) : [])).join('')
}

export function htmlOfCode({ data, nodes }: CodeBlock, writing: WritingContext): string {
  const syntax = data.syntax?.replace(/\s+/g, '-')
  const open = openTag('pre', {
    class: syntax && `language-${syntax}`,
    'data-title': data.title,
    'data-overflow': data.overflow,
    'data-line-numbers': data.lineNumbers || undefined,
    'data-full-width': data.fullWidth ? 'true' : undefined,
    'data-expandable': data.expandable ? 'true' : undefined,
    'data-collapsed-line-count': data.collapsedLineCount === undefined ? undefined : String(data.collapsedLineCount),
  })
  const lines = nodes.map((line) => {
    const html = `${htmlOfLine(line, writing)}\n`
    return line.data.highlighted ? `<strong>${html}</strong>` : html
  })
  return `${open}${openTag('code', { class: syntax && `lang-${syntax}` })}${lines.join('')}</code></pre>`
}

function htmlOfLine({ nodes }: CodeLine, writing: WritingContext): string {
  const parts = nodes.map((node) => {
    if (node.object === 'text') return escapeHtml(node.leaves.map(({ text }) => text).join('')).replace(/[\r\n]+/g, ' ')
    if (node.type === 'expression') {
      return `${openTag('code', { class: 'expression' })}${escapeHtml(node.data.expression)}</code>`
    }
    const [body] = node.fragments
    const href = `#user-content-fn-${writing.footnotes.labelOf(body.nodes, body.key)}`
    const words = node.nodes.flatMap(({ leaves }) => leaves.map(({ text }) => text)).join('')
    return `${openTag('a', { 'data-footnote-ref': true, href })}${escapeHtml(words)}</a>`
  })
  return parts.join('')
}
