import type { FootnoteDefinition, RootContent } from 'mdast'
import type { Refs } from '../nodes/content-refs.ts'
import type { Block } from '../nodes/nodes.ts'

/** Everything that writing one page needs throughout. The functions write what lies inside a block. */
export type WritingContext = {
  refs: Refs
  /** True where a line may end; headings and table cells allow no line break. */
  lineBreak: boolean
  /** True within HTML, where neither formulas nor footnotes have a syntax of their own. */
  html: boolean
  footnotes: FootnotesWritten
  /** Blocks as markdown. */
  blocks: (blocks: readonly Block[], writing: WritingContext) => RootContent[]
  /** Blocks as HTML on one line. */
  htmlOf: (blocks: readonly Block[], writing: WritingContext) => string
}

type FootnotesWritten = {
  /** The label of a footnote with these blocks: the wanted one if it is free. */
  labelOf: (blocks: readonly Block[], wanted: string | undefined) => string
  definitions: FootnoteDefinition[]
}

/**
 * Collects the footnotes of a page; equal ones are written once. `taken` are labels in raw markdown; `write` gives the
 * markdown of a footnote's blocks.
 */
export function footnotesWritten(
  taken: ReadonlySet<string>,
  write: (blocks: readonly Block[], footnotes: FootnotesWritten) => FootnoteDefinition['children'],
): FootnotesWritten {
  const labels = new Map<string, string>()
  const used = new Set(taken)
  let number = 0
  const footnotes: FootnotesWritten = {
    definitions: [],
    labelOf(blocks, wanted) {
      const body = JSON.stringify(blocks, (name, value) => (name === 'key' ? undefined : value))
      const known = labels.get(body)
      if (known !== undefined) return known
      let label = wanted !== undefined && /^[\w-]{1,64}$/.test(wanted) ? wanted : ''
      while (label === '' || used.has(label.toLowerCase())) {
        number += 1
        label = String(number)
      }
      used.add(label.toLowerCase())
      labels.set(body, label)
      const definition: FootnoteDefinition = { type: 'footnoteDefinition', identifier: label, label, children: [] }
      footnotes.definitions.push(definition)
      definition.children = write(blocks, footnotes)
      return label
    },
  }
  return footnotes
}
