import type { Code, RootContent } from 'mdast'
import { z } from 'zod'
import type { Block, BlockNode } from '../nodes/nodes.ts'
import { flag, text } from '../nodes/shapes.ts'
import { type Element, hasOnlyAttributes, wordsOf } from '../reading/elements.ts'
import type { Group } from '../reading/groups.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import { attributesOf, flagsOf, present, type Strictness, type TagAttributes } from '../reading/tag-attributes.ts'
import { openTag } from '../writing/write-html.ts'
import { around, flagValue } from '../writing/write-tags.ts'
import type { WritingContext } from '../writing/writing-context.ts'
import { type CodeLine, codeLine, htmlOfLine, isMarked, plainLine, readLines, textOfLine } from './code-line.ts'
import type { BlockKind } from './kind.ts'

const overflows = ['scroll', 'wrap'] as const
const data = z.object({
  syntax: text,
  title: text,
  overflow: z.enum(overflows).optional(),
  lineNumbers: flag,
  fullWidth: flag,
  expandable: flag,
  collapsedLineCount: z.number().optional(),
  /** Ours: the rest of a fence's opening line. */
  meta: text,
})

export type CodeBlock = BlockNode<'code', typeof data> & { nodes: CodeLine[] }

declare module '../nodes/nodes.ts' {
  interface BlockMap {
    code: CodeBlock
  }
}

const kind: BlockKind<'code'> = {
  data,
  content: { parts: 'code-line' },
  stands: {
    current: ['document', 'list-item', 'panel', 'step', 'expandable-body', 'annotation-body', 'cell'],
    next: ['column', 'update'],
  },
  reads: {
    nodes: { code: (node, reading) => readFence(node, reading) },
    pairs: { code: readTag },
    elements: { pre: readPre },
  },
  sample: `{% code title="title" lineNumbers="true" overflow="wrap" %}
\`\`\`js
const a = '1'
\`\`\`
{% endcode %}

<pre class="language-js"><code class="lang-js">let a = <a data-footnote-ref href="#user-content-fn-2">1</a>
<strong>let b
</strong></code></pre>`,
  write: writeCode,
  // An empty line would end the HTML.
  html: (block, writing) => htmlOfCode(block, writing).replace(/\n/g, '&#10;'),
}

export const code = { code: kind, 'code-line': codeLine }

/**
 * A code block, one node for each line; `tag` is the `{% code … %}` line around it. Undefined where the tag says more
 * than a block can.
 */
export function readFence(node: Code, reading: Strictness, tag = '{% code %}'): CodeBlock | undefined {
  const attributes = attributesOf(
    reading,
    tag,
    'title',
    'overflow',
    'lineNumbers',
    'fullWidth',
    'expandable',
    'collapsedLineCount',
  )
  const data = attributes && readData(attributes, reading)
  if (!data) return undefined
  const nodes = node.value.split(/\r\n|\n|\r/).map(plainLine)
  return {
    object: 'block',
    type: 'code',
    data: { ...present({ syntax: node.lang || undefined, meta: node.meta || undefined }), ...data },
    nodes,
  }
}

function readTag({ open, children }: Group, reading: ReadingContext): CodeBlock | Block[] | undefined {
  const [code, ...others] = children
  if (code?.type === 'code' && others.length === 0) return readFence(code, reading, open.value)
  if (reading.edition !== 'full') return undefined
  return children.flatMap(
    (child): Block[] =>
      (child.type === 'code' && one(readFence(child, reading, open.value))) ||
      reading.grouped([child], 'document', reading),
  )
}

const one = <T>(value: T | undefined): T[] | undefined => value && [value]

function readData(attributes: TagAttributes, reading: Strictness): CodeBlock['data'] | undefined {
  const overflow = overflows.find((one) => one === attributes.overflow)
  const flags = flagsOf(reading, attributes, 'lineNumbers', 'fullWidth', 'expandable')
  const count = /^[1-9]\d{0,5}$/.test(attributes.collapsedLineCount ?? '1') ? attributes.collapsedLineCount : 'odd'
  const isOdd = count === 'odd' || (attributes.overflow !== undefined && !overflow)
  if (!flags || (isOdd && reading.edition !== 'full')) return undefined
  const collapsedLineCount = count === undefined || count === 'odd' ? undefined : Number(count)
  return { ...present({ title: attributes.title || undefined, overflow, collapsedLineCount }), ...flags }
}

/** `<pre class="language-x"><code class="lang-x">`: the form for highlighted lines and words with footnotes. */
function readPre(pre: Element, reading: ReadingContext): CodeBlock[] | undefined {
  return readCodeIn(pre, reading) ?? (reading.edition === 'full' ? [plainPre(pre)] : undefined)
}

/** The words of a `<pre>`, whatever is in it. */
function plainPre(pre: Element): CodeBlock {
  const [only] = pre.children.filter((piece) => piece.type === 'element')
  const classes = [pre, ...(only?.type === 'element' ? [only] : [])].map(
    ({ attributes }) => attributes.get('class') ?? '',
  )
  const syntax = /(?:^|\s)lang(?:uage)?-(\S+)/.exec(classes.join(' '))?.[1]
  const value = wordsOf(pre.children)
    .replace(/^\r?\n/, '')
    .trimEnd()
  const nodes = value.split(/\r\n|\n|\r/).map(plainLine)
  return { object: 'block', type: 'code', data: { ...present({ syntax }) }, nodes }
}

function readCodeIn(pre: Element, reading: ReadingContext): CodeBlock[] | undefined {
  const [code, ...others] = pre.children
  const flags = ['data-line-numbers', 'data-expandable']
  const known = ['class', 'data-title', 'data-overflow', 'data-full-width', 'data-collapsed-line-count', ...flags]
  if (code?.type !== 'element' || code.name !== 'code' || others.some((piece) => wordsOf([piece]).trim() !== ''))
    return undefined
  if (!hasOnlyAttributes(reading, pre, ...known) || !hasOnlyAttributes(reading, code, 'class')) return undefined
  const classes = [
    /^(?:language-(\S+))?$/.exec(pre.attributes.get('class') ?? ''),
    /^(?:lang-(\S+))?$/.exec(code.attributes.get('class') ?? ''),
  ]
  if (classes.some((one) => !one)) return undefined
  const flagOf = (name: string) => (pre.attributes.has(name) ? pre.attributes.get(name) || 'true' : undefined)
  const data = readData(
    {
      title: pre.attributes.get('data-title'),
      overflow: pre.attributes.get('data-overflow'),
      fullWidth: flagOf('data-full-width'),
      lineNumbers: flagOf('data-line-numbers'),
      expandable: flagOf('data-expandable'),
      collapsedLineCount: pre.attributes.get('data-collapsed-line-count'),
    },
    reading,
  )
  const nodes = readLines(code.children, reading)
  const syntax = classes[1]?.[1] ?? classes[0]?.[1]
  return data && nodes && [{ object: 'block', type: 'code', data: { ...present({ syntax }), ...data }, nodes }]
}

/** A fence, in tags where there is more to say; in HTML where lines are highlighted or words have footnotes. */
function writeCode(block: CodeBlock, writing: WritingContext): RootContent[] {
  const { data, nodes } = block
  if (nodes.some(isMarked)) return [{ type: 'html', value: htmlOfCode(block, writing) }]
  const fence = fenceOf(block)
  const attributes = {
    title: data.title,
    overflow: data.overflow,
    lineNumbers: flagValue(data.lineNumbers),
    fullWidth: flagValue(data.fullWidth),
    expandable: flagValue(data.expandable),
    collapsedLineCount: data.collapsedLineCount === undefined ? undefined : String(data.collapsedLineCount),
  }
  return Object.values(attributes).some((value) => value !== undefined) ? around('code', attributes, [fence]) : [fence]
}

export function fenceOf({ data, nodes }: CodeBlock): Code {
  return { type: 'code', lang: data.syntax ?? null, meta: data.meta ?? null, value: nodes.map(textOfLine).join('\n') }
}

function htmlOfCode({ data, nodes }: CodeBlock, writing: WritingContext): string {
  const syntax = data.syntax?.replace(/\s+/g, '-')
  const open = openTag('pre', {
    class: syntax && `language-${syntax}`,
    'data-title': data.title,
    'data-overflow': data.overflow,
    'data-line-numbers': data.lineNumbers || undefined,
    'data-full-width': flagValue(data.fullWidth),
    'data-expandable': flagValue(data.expandable),
    'data-collapsed-line-count': data.collapsedLineCount === undefined ? undefined : String(data.collapsedLineCount),
  })
  const lines = nodes.map((line) => htmlOfLine(line, writing)).join('')
  return `${open}${openTag('code', { class: syntax && `lang-${syntax}` })}${lines}</code></pre>`
}
