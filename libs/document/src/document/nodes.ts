/** The published document tree, as far as markdown can say it: the schema `JSONDocument` of the published interface. */
export type MarkType = 'bold' | 'italic' | 'code' | 'keyboard' | 'strikethrough' | 'superscript' | 'subscript'

export type Mark = { object: 'mark'; type: MarkType }

export type ContentRef =
  | { kind: 'url'; url: string }
  | { kind: 'file'; file: string }
  | { kind: 'page'; page: string; space?: string }
  | { kind: 'anchor'; anchor: string; space?: string; page?: string }
  | { kind: 'user'; user: string }
  | { kind: 'collection'; collection: string }
  | { kind: 'space'; space: string }
  | { kind: 'reusable-content'; reusableContent: string; space?: string }
  | { kind: 'openapi'; spec: string }

export type ImageRef = Extract<ContentRef, { kind: 'url' | 'file' }>

/** `raw`: the text is markdown that the tree has no node for; readers see it as it is, writing puts it back. */
export type Leaf = { object: 'leaf'; text: string; marks: Mark[]; raw?: true }
export type Text = { object: 'text'; leaves: Leaf[] }
export type InlineImage = { object: 'inline'; type: 'inline-image'; isVoid: true; data: ImageData }
export type InlineLink = { object: 'inline'; type: 'link'; data: { ref: ContentRef }; nodes: (Text | InlineImage)[] }
export type Inline = Text | InlineImage | InlineLink
type ImageData = { ref: ImageRef; alt?: string; caption?: string }

export type Paragraph = { object: 'block'; type: 'paragraph'; nodes: Inline[] }
export type HeadingBlock = {
  object: 'block'
  type: 'heading-1' | 'heading-2' | 'heading-3'
  /** `id`: an anchor the writer chose. `level`: 4 to 6 for headings that the interface shows as the third. */
  data: { id?: string; level?: number }
  meta?: { id: string }
  nodes: Inline[]
}
export type ListItemBlock = { object: 'block'; type: 'list-item'; data?: { checked?: boolean }; nodes: Block[] }
export type ListBlock =
  | { object: 'block'; type: 'list-ordered'; data: { start?: number }; nodes: ListItemBlock[] }
  | { object: 'block'; type: 'list-unordered' | 'list-tasks'; nodes: ListItemBlock[] }
export type Quote = { object: 'block'; type: 'blockquote'; nodes: Block[] }
export const hintStyles = ['info', 'warning', 'danger', 'success'] as const
export type HintStyle = (typeof hintStyles)[number]
export type Hint = { object: 'block'; type: 'hint'; data: { style: HintStyle }; nodes: Block[] }
export type CodeLine = { object: 'block'; type: 'code-line'; data: { highlighted?: boolean }; nodes: Text[] }
export type CodeData = {
  syntax?: string
  title?: string
  overflow?: 'scroll' | 'wrap'
  lineNumbers?: boolean
  fullWidth?: boolean
  /** What else the opening line of a fence says. */
  meta?: string
}
export type CodeBlock = { object: 'block'; type: 'code'; data: CodeData; nodes: CodeLine[] }
export type Caption = { object: 'fragment'; fragment: 'caption'; nodes: Paragraph[] }
export type ImageBlock = {
  object: 'block'
  type: 'image'
  isVoid: true
  data: { ref: ImageRef; alt?: string }
  fragments: Caption[]
}
export type Images = { object: 'block'; type: 'images'; isVoid: false; data: object; nodes: ImageBlock[] }
export type Divider = { object: 'block'; type: 'divider'; isVoid: true; data: object }
export type Embed = { object: 'block'; type: 'embed'; isVoid: true; data: { url: string } }
export type FileBlock = { object: 'block'; type: 'file'; isVoid: true; data: { ref: ContentRef & { kind: 'file' } } }
export type ContentRefBlock = { object: 'block'; type: 'content-ref'; isVoid: true; data: { ref: ContentRef } }
export type TabsItem = { object: 'block'; type: 'tabs-item'; data: { title?: string }; nodes: Block[] }
export type Tabs = { object: 'block'; type: 'tabs'; nodes: TabsItem[] }
export type StepperStep = { object: 'block'; type: 'stepper-step'; data: object; nodes: Block[] }
export type Stepper = { object: 'block'; type: 'stepper'; nodes: StepperStep[] }
export type ExpandableTitle = {
  object: 'fragment'
  fragment: 'expandable-title'
  type: 'expandable-title'
  nodes: Paragraph[]
}
export type ExpandableBody = {
  object: 'fragment'
  fragment: 'expandable-body'
  type: 'expandable-body'
  nodes: Block[]
}
export type Expandable = {
  object: 'block'
  type: 'expandable'
  isVoid: true
  data: object
  fragments: [ExpandableTitle, ExpandableBody]
}
export type Alignment = 'center' | 'right' | 'left'
export type TableBlock = {
  object: 'block'
  type: 'table'
  isVoid: true
  data: {
    view: { type: 'grid'; columns: string[]; hideHeader: boolean }
    records: Record<string, { orderIndex: string; values: Record<string, string> }>
    definition: Record<string, { id: string; title: string; type: 'text'; textAlignment: Alignment }>
  }
  fragments: { object: 'fragment'; fragment: string; nodes: Paragraph[] }[]
}
export type Block =
  | Paragraph
  | HeadingBlock
  | ListBlock
  | Quote
  | Hint
  | CodeBlock
  | Images
  | Divider
  | Embed
  | FileBlock
  | ContentRefBlock
  | Tabs
  | Stepper
  | Expandable
  | TableBlock

export type JSONDocument = { object: 'document'; data: { schemaVersion?: number }; nodes: Block[] }

const essentials: Block['type'][] = [
  'paragraph',
  'heading-1',
  'heading-2',
  'heading-3',
  'list-ordered',
  'list-unordered',
  'list-tasks',
  'divider',
]
const panel = [...essentials, 'content-ref', 'code', 'embed', 'file', 'images', 'hint', 'blockquote'] as const

/** Which blocks the published schema takes in which container; whatever else stands there is kept as raw markdown. */
export const allowedIn = {
  document: new Set<string>([...panel, 'expandable', 'tabs', 'stepper', 'table']),
  'list-item': new Set<string>([...essentials, 'code', 'hint', 'blockquote', 'table']),
  blockquote: new Set<string>([...essentials, 'blockquote']),
  hint: new Set<string>(essentials),
  panel: new Set<string>(panel),
  'expandable-body': new Set<string>([...essentials, 'images', 'code', 'table', 'hint', 'blockquote']),
}
export type Container = keyof typeof allowedIn
