import type { RootContent } from 'mdast'
import { z } from 'zod'
import type { Block, BlockNode } from '../nodes/nodes.ts'
import { text } from '../nodes/shapes.ts'
import type { Group } from '../reading/groups.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import { attributesOf, iconFits } from '../reading/tag-attributes.ts'
import { around } from '../writing/write-tags.ts'
import type { WritingContext } from '../writing/writing-context.ts'
import { type BlockKind, htmlOfWords } from './kind.ts'

const styles = ['info', 'warning', 'danger', 'success'] as const
/** Styles of older formats, and of authors who guess. */
const olderStyles: { [name: string]: (typeof styles)[number] } = {
  ...{ tip: 'success', working: 'warning', error: 'danger', caution: 'danger', important: 'warning' },
}
const data = z.object({ style: z.enum(styles), icon: text })

type Hint = BlockNode<'hint', typeof data> & { nodes: Block[] }

declare module '../nodes/nodes.ts' {
  interface BlockMap {
    hint: Hint
  }
}

export const hint: BlockKind<'hint'> = {
  data,
  content: 'blocks',
  stands: {
    current: ['document', 'list-item', 'panel', 'step', 'expandable-body', 'cell'],
    next: ['column', 'update'],
  },
  reads: { pairs: { hint: readHint } },
  sample: '{% hint style="warning" icon="bolt" %}\nhint\n{% endhint %}',
  write: writeHint,
  html: htmlOfWords,
}

function readHint({ open, children }: Group, reading: ReadingContext): Hint | undefined {
  const attributes = attributesOf(reading, open.value, 'style', 'icon')
  const isFull = reading.edition === 'full'
  const written = attributes?.style ?? ((isFull ? bareStyleIn(open.value) : undefined) || 'info')
  const style = styles.find((known) => known === written) ?? (isFull ? olderStyles[written] : undefined)
  if (!attributes || !(isFull || (style && iconFits(attributes)))) return undefined
  const icon = attributes.icon && iconFits(attributes) ? { icon: attributes.icon } : {}
  return {
    object: 'block',
    type: 'hint',
    data: { style: style ?? 'info', ...icon },
    nodes: reading.grouped(children, 'hint', reading),
  }
}

/** The style in `{% hint 'tip' %}` and `{% hint warning %}`. */
const bareStyleIn = (tag: string) => /^\{%[ \t]*hint[ \t]+["']?(\w{1,20})["']?[ \t]*%\}$/.exec(tag)?.[1]

function writeHint({ data, nodes }: Hint, writing: WritingContext): RootContent[] {
  return around('hint', data, writing.blocks(nodes, writing))
}
