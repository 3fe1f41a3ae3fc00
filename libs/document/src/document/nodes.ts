import type { z } from 'zod'
import type { blockData, ContentRef as contentRef, ImageRef as imageRef, inlineData, Mark as mark } from './shapes.ts'

/** The published document tree (`JSONDocument` of the published schema), as far as markdown can say it. */
export type JSONDocument = { object: 'document'; data: { schemaVersion?: number }; nodes: Block[] }

export type ContentRef = z.infer<typeof contentRef>
export type ImageRef = z.infer<typeof imageRef>
export type Mark = z.infer<typeof mark>
/** `raw`, ours: the markdown that the leaf stands for; `text` is what readers see of it, and writing puts `raw` back. */
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
  | VoidInlineOf<'icon'>
  | VoidInlineOf<'expression'>
  | VoidInlineOf<'inline-math'>
export type Inline = Text | InlineLink | Annotation | VoidInline

export type Fragment = { object: 'fragment'; key?: string; fragment: string; type?: string; nodes: Block[] }

type DataOf<T extends keyof typeof blockData> = z.infer<(typeof blockData)[T]>
type BlockOf<T extends keyof typeof blockData> = {
  object: 'block'
  type: T
  key?: string
} & (undefined extends DataOf<T> ? { data?: DataOf<T> } : { data: DataOf<T> })
type VoidOf<T extends keyof typeof blockData> = BlockOf<T> & { isVoid: true }

export type Paragraph = BlockOf<'paragraph'> & { nodes: Inline[] }
export type HeadingBlock = BlockOf<'heading-1' | 'heading-2' | 'heading-3'> & { meta?: { id: string }; nodes: Inline[] }
export type ListItemBlock = BlockOf<'list-item'> & { nodes: Block[] }
export type ListBlock = (BlockOf<'list-ordered'> | BlockOf<'list-unordered'> | BlockOf<'list-tasks'>) & {
  nodes: ListItemBlock[]
}
export type CodeLine = BlockOf<'code-line'> & { nodes: (Text | Annotation | VoidInlineOf<'expression'>)[] }
export type CodeBlock = BlockOf<'code'> & { nodes: CodeLine[] }
export type ImageBlock = VoidOf<'image'> & { fragments: Fragment[] }
export type Images = BlockOf<'images'> & { isVoid: false; nodes: ImageBlock[] }
export type Expandable = VoidOf<'expandable'> & { fragments: [Fragment, Fragment] }
export type TableBlock = VoidOf<'table'> & { fragments: Fragment[] }
export type TableData = DataOf<'table'>
export type TableColumn = TableData['definition'][string]
export type TableCell = TableData['records'][string]['values'][string]
type TabsItem = BlockOf<'tabs-item'> & { nodes: Block[] }
export type Tabs = BlockOf<'tabs'> & { nodes: TabsItem[] }
type Step = BlockOf<'stepper-step'> & { nodes: Block[] }
export type Stepper = BlockOf<'stepper'> & { nodes: Step[] }
export type Column = BlockOf<'column'> & { nodes: Block[] }
export type Columns = BlockOf<'columns'> & { isVoid: false; nodes: Column[] }
export type Update = BlockOf<'update'> & { nodes: Block[] }
export type Updates = BlockOf<'updates'> & { nodes: Update[] }
export type Prompt = BlockOf<'prompt'> & { nodes: CodeBlock[] }
type Hint = BlockOf<'hint'> & { nodes: Block[] }
export type OpenApiBlock =
  | VoidOf<'swagger'>
  | VoidOf<'openapi-operation'>
  | VoidOf<'openapi-schemas'>
  | VoidOf<'openapi-webhook'>
export type Embed = VoidOf<'embed'>
export type FileBlock = VoidOf<'file'>
export type Integration = VoidOf<'integration'>
type ContentRefBlock = VoidOf<'content-ref'>
export type Block =
  | Paragraph
  | HeadingBlock
  | ListBlock
  | ListItemBlock
  | (BlockOf<'blockquote'> & { nodes: Block[] })
  | Hint
  | CodeBlock
  | CodeLine
  | Images
  | ImageBlock
  | VoidOf<'divider'>
  | Embed
  | FileBlock
  | VoidOf<'drawing'>
  | VoidOf<'math'>
  | Expandable
  | TableBlock
  | OpenApiBlock
  | ContentRefBlock
  | Integration
  | VoidOf<'reusable-content'>
  | Tabs
  | TabsItem
  | Stepper
  | Step
  | (BlockOf<'if'> & { nodes: Block[] })
  | Columns
  | Column
  | Prompt
  | Updates
  | Update
