import type { FootnoteDefinition, FootnoteReference, Root } from 'mdast'
import { descendants, rangeOf } from '../markdown/syntax-tree.ts'
import type { Annotation, Text } from '../nodes/nodes.ts'
import type { Footnotes, ReadingContext } from './reading-context.ts'

/** The characters that footnotes with several references may add to a page. */
const MAX_REPEATED = 100_000

/** The footnotes of a page by identifier; the first of a name counts. */
export function footnotesOf(root: Root): Footnotes {
  const definitions = new Map<string, FootnoteDefinition>()
  for (const node of descendants(root)) {
    if (node.type === 'footnoteDefinition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node)
  }
  return { definitions, read: new Set(), left: MAX_REPEATED, inside: false }
}

/** Some words with a footnote, or nothing where the footnote is missing or there is too much of it. */
export function readAnnotation(
  { identifier, label }: Pick<FootnoteReference, 'identifier' | 'label'>,
  nodes: Text[],
  reading: ReadingContext,
): Annotation | undefined {
  const { footnotes } = reading
  const definition = footnotes.definitions.get(identifier)
  if (!definition || footnotes.inside) return undefined
  if (footnotes.read.has(identifier)) {
    const { start, end } = rangeOf(definition)
    if (end - start > footnotes.left) return undefined
    footnotes.left -= end - start
  }
  footnotes.read.add(identifier)
  const body = reading.blocks(definition.children, 'annotation-body', {
    ...reading,
    footnotes: { ...footnotes, inside: true },
  })
  return {
    object: 'inline',
    type: 'annotation',
    isVoid: false,
    nodes,
    fragments: [
      {
        object: 'fragment',
        key: label ?? identifier,
        fragment: 'annotation-body',
        type: 'annotation-body',
        nodes: body.length > 0 ? body : [{ object: 'block', type: 'paragraph', nodes: [] }],
      },
    ],
  }
}
