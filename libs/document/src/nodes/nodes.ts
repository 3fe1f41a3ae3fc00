import type { z } from 'zod'
import type { inlineData, Mark as mark } from './inline-shapes.ts'
import type { ContentRef as contentRef, ImageRef as imageRef } from './shapes.ts'

/** The published document tree (`JSONDocument` of the published schema), as far as markdown can express it. */
export type JSONDocument = { object: 'document'; data: { schemaVersion?: number }; nodes: Block[] }

export type ContentRef = z.infer<typeof contentRef>
export type ImageRef = z.infer<typeof imageRef>
export type Mark = z.infer<typeof mark>
/** `raw`, ours: the markdown that the leaf stands for; `text` is the part that readers see, and writing restores `raw`. */
export type Leaf = { object: 'leaf'; text: string; marks: Mark[]; raw?: string }
export type Text = { object: 'text'; key?: string; leaves: Leaf[] }

type InlineDataOf<T extends keyof typeof inlineData> = z.infer<(typeof inlineData)[T]>
type VoidInlineOf<T extends keyof typeof inlineData> = {
  object: 'inline'
  type: T
  key?: string
  isVoid: true
  data: InlineDataOf<T>
}
export type InlineImage = VoidInlineOf<'inline-image'>
export type Emoji = VoidInlineOf<'emoji'>
export type Mention = VoidInlineOf<'mention'>
export type Button = VoidInlineOf<'button'>
export type Expression = VoidInlineOf<'expression'>
export type InlineLink = {
  object: 'inline'
  type: 'link'
  key?: string
  data: InlineDataOf<'link'>
  nodes: (Text | InlineImage)[]
}
/** `key` of the fragment is the footnote's label. */
export type Annotation = {
  object: 'inline'
  type: 'annotation'
  key?: string
  isVoid: false
  nodes: Text[]
  fragments: [Fragment]
}
export type VoidInline =
  | InlineImage
  | Emoji
  | Mention
  | Button
  | Expression
  | VoidInlineOf<'icon'>
  | VoidInlineOf<'inline-math'>
export type Inline = Text | InlineLink | Annotation | VoidInline
export type InlineType = Exclude<Inline, Text>['type']
export type InlineOf<Type extends InlineType> = Extract<Inline, { type: Type }>

export type Fragment = { object: 'fragment'; key?: string; fragment: string; type?: string; nodes: Block[] }

/** The blocks by their type. Each file of `blocks` adds its own, so that no two files import each other's types. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface BlockMap {}
export type BlockType = keyof BlockMap
export type BlockOf<Type extends BlockType> = BlockMap[Type]
export type Block = BlockMap[BlockType]

/** A block of a type with the data of a shape, before it says what it holds. */
export type BlockNode<Type extends string, Shape extends z.ZodType> = {
  object: 'block'
  type: Type
  key?: string
} & (undefined extends z.infer<Shape> ? { data?: z.infer<Shape> } : { data: z.infer<Shape> })
/** A block that holds no nodes. */
export type VoidBlock<Type extends string, Shape extends z.ZodType> = BlockNode<Type, Shape> & { isVoid: true }

/** The blocks right below a block, in order: its parts, or those in its fragments. */
export function childrenOf(block: Block): readonly Block[] {
  if ('fragments' in block) return block.fragments.flatMap(({ nodes }) => nodes)
  if (!('nodes' in block)) return []
  const nodes: readonly (Block | Inline)[] = block.nodes
  return nodes.filter((node) => node.object === 'block')
}
