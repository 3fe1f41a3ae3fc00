import { type Block, childrenOf, type Inline, toDocument } from '@quire/document'

/** The blocks that readers see of a text, a line each: types, indented by depth, and words with marks in brackets. */
export const outlineOf = (markdown: string): string[] =>
  toDocument(markdown, {}, 'full').nodes.flatMap((block) => linesOf(block, ''))

/** The words that readers see of a text. */
export const wordsIn = (markdown: string): string => outlineOf(markdown).join('\n')

function linesOf(block: Block, indent: string): string[] {
  const titles = block.type === 'table' ? Object.values(block.data.definition).map(({ title }) => title) : []
  const inlines = 'nodes' in block ? (block.nodes as (Block | Inline)[]).filter((node) => node.object !== 'block') : []
  const words = inlines.map((node) => wordsOf(node as Inline)).join('')
  const head = [block.type, detailOf(block), titles.filter(Boolean).join(' | '), words].filter(Boolean).join(' ')
  return [indent + head, ...childrenOf(block).flatMap((child) => linesOf(child, `${indent}  `))]
}

function detailOf(block: Block): string {
  switch (block.type) {
    case 'hint':
      return block.data.style
    case 'tabs-item':
      return block.data.title ?? ''
    case 'embed':
      return [block.data.url, block.data.caption].filter(Boolean).join(' ')
    case 'content-ref':
      return block.data.ref.kind === 'url' ? block.data.ref.url : block.data.ref.kind
    case 'code':
      return [block.data.syntax, block.data.title].filter(Boolean).join(' ')
    case 'image':
      return block.data.ref.kind === 'url' ? block.data.ref.url : block.data.ref.file
    case 'paragraph':
    case 'images':
      return block.data?.align ?? ''
    default:
      return ''
  }
}

function wordsOf(node: Inline): string {
  if (node.object === 'text')
    return node.leaves
      .map(({ text, marks, raw }) =>
        raw === undefined ? marks.reduce((words, { type }) => `${type}(${words})`, text) : `raw(${raw})`,
      )
      .join('')
  if (node.type === 'link') return `[${node.nodes.map(wordsOf).join('')}]`
  return node.type === 'inline-image' ? '(picture)' : `(${node.type})`
}
