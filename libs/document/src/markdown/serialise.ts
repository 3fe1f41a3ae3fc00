import type { Nodes } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { type Options, toMarkdown } from 'mdast-util-to-markdown'
import { blockTagToMarkdown } from './block-tags.ts'
import { mathToMarkdown } from './math-syntax.ts'

const options: Options = {
  bullet: '*',
  emphasis: '_',
  fences: true,
  listItemIndent: 'one',
  resourceLink: true,
  rule: '-',
  extensions: [gfmToMarkdown({ tablePipeAlign: false }), blockTagToMarkdown, mathToMarkdown],
}

/** Writes a syntax tree as markdown, in the one way every page of ours is written. */
export function serialise(node: Nodes): string {
  return toMarkdown(node, options)
}
