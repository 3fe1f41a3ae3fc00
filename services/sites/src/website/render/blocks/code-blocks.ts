import type { BlockOf, InlineOf } from '@quire/document'
import type { HighlightedLine } from '../highlight/highlight.ts'
import { noted } from './annotations.ts'
import { diagram } from './diagram-html.ts'
import { attributes, classes, type Html, html, joined, nothing, raw } from './markup.ts'
import type { Rendering } from './rendering.ts'

type CodeLine = BlockOf<'code-line'>

/** Code with its title; a diagram in Mermaid as a drawing, where it can be drawn. */
export function code(block: BlockOf<'code'>, rendering: Rendering): Html {
  const { title, syntax, fullWidth } = block.data
  const source = () => writtenCode(block, rendering)
  if (syntax?.toLowerCase() !== 'mermaid') return source()
  return diagram({ written: codeText(block), title, fullWidth, source }, rendering) ?? source()
}

/** Line numbers are counted by the stylesheet, so that they are not copied. */
function writtenCode({ data, nodes }: BlockOf<'code'>, rendering: Rendering): Html {
  const { title, syntax, overflow, lineNumbers, fullWidth, expandable, collapsedLineCount } = data
  const texts = nodes.map(lineText)
  const colored = rendering.context.derived.code(syntax ?? '', texts.join('\n'))
  const lines = nodes.map((line, at) => codeLineOf(line, texts[at] ?? '', colored?.[at], rendering))
  const collapsed = expandable && nodes.length > (collapsedLineCount ?? 10) ? (collapsedLineCount ?? 10) : undefined
  return codeFigure({
    lines,
    title,
    syntax,
    look: classes(overflow === 'wrap' && 'wrap', lineNumbers && 'numbered', fullWidth && 'full-width'),
    collapsed,
    rendering,
  })
}

interface CodeFigure {
  lines: readonly Html[]
  title?: string
  syntax?: string
  look?: string
  /** The number of lines that the page's script shows at first. */
  collapsed?: number
  rendering: Rendering
}

function codeFigure({ lines, title, syntax, look, collapsed, rendering }: CodeFigure): Html {
  const { vocabulary } = rendering.context
  const caption = title ? html`<figcaption>${title}</figcaption>` : nothing
  const copy = html`<button type="button" class="copy" hidden data-copy data-done="${vocabulary.copied}" aria-label="${vocabulary.copy}">${rendering.icons.use('copy')}<span>${vocabulary.copy}</span></button>`
  const more = collapsed
    ? html`<button type="button" class="more" hidden data-more>${vocabulary.showMore}</button>`
    : nothing
  const attrs = { class: classes('code', look), 'data-lines': collapsed, dir: 'ltr' }
  const label = title || (syntax ? `${vocabulary.code}: ${syntax}` : vocabulary.code)
  return html`<figure${attributes(attrs)}>${caption}${copy}<pre${attributes({ tabindex: '0', role: 'group', 'aria-label': label })}><code>${joined(lines)}</code></pre>${more}</figure>`
}

/** Code that is ours, such as an example. */
export function plainCode(text: string, syntax: string, rendering: Rendering, title?: string): Html {
  const colored = rendering.context.derived.code(syntax, text)
  const lines = text.split('\n').map((line, at) => shownLine(pieces(line, colored?.[at])))
  return codeFigure({ lines, title, syntax, rendering })
}

/** A line by itself, which the schema allows where no code is around it. */
export const codeLine = (line: CodeLine, rendering: Rendering): Html =>
  html`<pre class="code"><code>${codeLineOf(line, lineText(line), undefined, rendering)}</code></pre>`

export const codeText = ({ nodes }: BlockOf<'code'>): string => nodes.map(lineText).join('\n')

const lineText = ({ nodes }: CodeLine) => nodes.map(partText).join('')

type Part = CodeLine['nodes'][number]

function partText(node: Part): string {
  if (node.object === 'text') return node.leaves.map(({ text }) => text).join('')
  // As in texts: content has said what it comes to.
  if (node.type === 'expression') return ''
  return node.nodes.flatMap(({ leaves }) => leaves.map(({ text }) => text)).join('')
}

/** The notes of a line cut its colours: each part has those of its own words. */
function codeLineOf(
  { data, nodes }: CodeLine,
  text: string,
  colored: HighlightedLine | undefined,
  rendering: Rendering,
): Html {
  const isMarked = data?.highlighted === true
  if (nodes.every(({ object }) => object === 'text')) return shownLine(pieces(text, colored), isMarked)
  let from = 0
  const parts = nodes.map((node) => {
    const words = partText(node)
    const inner = pieces(words, colored && cut(colored, from, from + words.length))
    from += words.length
    return node.object === 'inline' && node.type === 'annotation'
      ? noted(inner, node as InlineOf<'annotation'>, rendering)
      : inner
  })
  return shownLine(joined(parts), isMarked)
}

const shownLine = (inner: Html, isMarked = false): Html =>
  raw(`<span class="line${isMarked ? ' marked' : ''}">${inner}\n</span>`)

/** Words in their colours, if these are the colours of just these words. */
function pieces(text: string, colored: HighlightedLine | undefined): Html {
  if (!colored || colored.map((token) => token.text).join('') !== text) return html`${text}`
  return joined(
    colored.map((token) =>
      token.class === '' ? html`${token.text}` : html`<span class="${token.class}">${token.text}</span>`,
    ),
  )
}

/** The tokens between two places of a line. */
function cut(line: HighlightedLine, from: number, to: number): HighlightedLine {
  let at = 0
  return line.flatMap((token) => {
    const start = at
    at += token.text.length
    const text = token.text.slice(Math.max(0, from - start), Math.max(0, to - start))
    return text === '' ? [] : [{ class: token.class, text }]
  })
}
