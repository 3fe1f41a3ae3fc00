import { z } from 'zod'

/**
 * The `data` of the published document tree's nodes, version 0.202.0 of the published schema. Properties that the schema leaves open and
 * markdown needs are marked as ours: other readers pass over them.
 */
const text = z.string().optional()
const flag = z.boolean().optional()
const space = { space: text }

const UrlRef = z.object({ kind: z.literal('url'), url: z.string() })
const FileRef = z.object({ kind: z.literal('file'), file: z.string() })
const OpenApiRef = z.object({ kind: z.literal('openapi'), spec: z.string() })
const ReusableContentRef = z.object({
  kind: z.literal('reusable-content'),
  reusableContent: z.string(),
  ...space,
})
export const ImageRef = z.discriminatedUnion('kind', [UrlRef, FileRef])
export const ContentRef = z.discriminatedUnion('kind', [
  UrlRef,
  FileRef,
  OpenApiRef,
  ReusableContentRef,
  z.object({ kind: z.literal('page'), page: z.string(), ...space }),
  z.object({ kind: z.literal('anchor'), anchor: z.string(), ...space, page: text }),
  z.object({ kind: z.literal('user'), user: z.string() }),
  z.object({ kind: z.literal('collection'), collection: z.string() }),
  z.object({ kind: z.literal('space'), space: z.string() }),
  z.object({ kind: z.literal('tag'), tag: z.string(), ...space }),
])

export const plainMarks = ['bold', 'italic', 'strikethrough', 'superscript', 'subscript', 'keyboard', 'code'] as const
export const colors = [
  ...['default', 'green', 'blue', 'red', 'orange', 'yellow', 'purple'],
  ...['$primary', '$info', '$success', '$warning', '$danger'],
]
/** What version 0.202.0 adds. */
export const newerColors = ['pink', 'violet', 'cyan', '$tint']
export const Mark = z.discriminatedUnion('type', [
  z.object({ object: z.literal('mark'), type: z.enum(plainMarks) }),
  z.object({
    object: z.literal('mark'),
    type: z.literal('color'),
    data: z.object({ text: z.string(), background: z.string() }),
  }),
])

export const hintStyles = ['info', 'warning', 'danger', 'success'] as const
export const alignments = ['start', 'center', 'end'] as const
const align = z.enum(alignments).optional()
const nothing = z.object({}).optional()
const fullWidth = flag
/** Ours: the link inside a pair of tags, where it is another than the tag's own. */
const fallback = z.object({ label: z.string(), url: z.string() }).optional()
export const Length = z.union([z.number(), z.object({ unit: z.string(), value: z.number() })])
const size = { width: Length.optional(), height: Length.optional() }
const heading = z.object({
  id: text,
  align,
  /** Ours: 4 to 6 for headings that the interface shows as the third. */
  level: z.number().optional(),
})

const column = z.object({
  id: z.string(),
  title: z.string(),
  type: z.enum(['text', 'number', 'checkbox', 'files', 'users', 'rating', 'select', 'content-ref', 'image']),
  textAlignment: z.enum(['center', 'right', 'left']).optional(),
  verticalAlignment: z.enum(['top', 'middle', 'bottom']).optional(),
  multiple: flag,
  max: z.number().optional(),
  options: z.array(z.object({ value: z.string(), label: z.string(), color: z.string() })).optional(),
})
const imageCell = z.object({ ref: ContentRef, objectFit: z.enum(['contain', 'fill', 'cover']).optional(), alt: text })
const cell = z.union([z.number(), z.string().nullable(), z.boolean(), z.array(z.string()), ContentRef, imageCell])
const columns = z.array(z.string())
const table = z.object({
  view: z.discriminatedUnion('type', [
    z.object({
      type: z.literal('grid'),
      columns,
      columnWidths: z.record(z.string(), z.number()).optional(),
      hideHeader: z.boolean(),
    }),
    z.object({
      type: z.literal('cards'),
      columns,
      cardSize: z.enum(['medium', 'large']),
      targetDefinition: text,
      coverDefinition: text,
      coverDefinitionDark: text,
      hideColumnTitle: flag,
    }),
  ]),
  records: z.record(z.string(), z.object({ orderIndex: z.string(), values: z.record(z.string(), cell) })),
  definition: z.record(z.string(), column),
  fullWidth,
})

export const blockData = {
  paragraph: z.object({ align }).optional(),
  'heading-1': heading,
  'heading-2': heading,
  'heading-3': heading,
  'list-ordered': z.object({ start: z.number().optional() }),
  'list-unordered': nothing,
  'list-tasks': nothing,
  'list-item': z.object({ checked: flag }).optional(),
  divider: z.object({}),
  blockquote: nothing,
  hint: z.object({ style: z.enum(hintStyles), icon: text }),
  images: z.object({ align: z.enum(['center', 'left', 'right']).optional(), fullWidth, withFrame: flag }),
  image: z.object({ ref: ImageRef, refDark: ImageRef.optional(), alt: text, ...size }),
  file: z.object({ ref: FileRef, caption: text }),
  drawing: z.object({ ref: FileRef.optional(), alt: text }),
  embed: z.object({ url: z.string(), fullWidth, caption: text }),
  code: z.object({
    syntax: text,
    title: text,
    overflow: z.enum(['scroll', 'wrap']).optional(),
    lineNumbers: flag,
    fullWidth,
    expandable: flag,
    collapsedLineCount: z.number().optional(),
    /** Ours: what else the opening line of a fence says. */
    meta: text,
  }),
  'code-line': z.object({ highlighted: flag }),
  math: z.object({ formula: z.string() }),
  expandable: z.object({ defaultExpanded: flag }),
  tabs: z.object({ fullWidth }).optional(),
  'tabs-item': z.object({ title: text, icon: text, slug: text }),
  table,
  swagger: z.object({ ref: ImageRef, path: z.string(), method: z.string(), expanded: flag, fullWidth, fallback }),
  'openapi-operation': z.object({ ref: OpenApiRef, path: z.string(), method: z.string(), fallback }),
  'openapi-schemas': z.object({
    ref: OpenApiRef,
    schemas: z.array(z.string()),
    grouped: flag,
    title: text,
    fallback,
  }),
  'openapi-webhook': z.object({ ref: OpenApiRef, name: z.string(), method: z.string(), fallback }),
  'content-ref': z.object({ ref: ContentRef, fallback }),
  integration: z.object({
    integration: z.string(),
    block: z.string(),
    props: z.record(z.string(), z.unknown()),
    /** Ours: what markdown gives it. */
    attributes: z.record(z.string(), z.string()).optional(),
    url: text,
    fullWidth,
  }),
  'reusable-content': z.object({ ref: ReusableContentRef }),
  stepper: nothing,
  'stepper-step': z.object({ icon: text }),
  if: z.object({ expression: z.string() }),
  columns: z.object({ fullWidth }),
  column: z
    .object({ width: Length.optional(), verticalAlignment: z.enum(['top', 'middle', 'bottom']).optional() })
    .optional(),
  prompt: z.object({
    description: z.string(),
    icon: text,
    openInAIProviders: flag,
    defaultExpanded: z.enum(['hidden', 'partial', 'full']).optional(),
  }),
  updates: z.object({ format: z.enum(['numeric', 'full', 'short']) }),
  update: z.object({
    date: z.string(),
    tags: z.array(z.object({ kind: z.literal('tag'), tag: z.string(), ...space })).optional(),
  }),
}

export const inlineData = {
  link: z.object({ ref: ContentRef, /** Ours. */ title: text }),
  emoji: z.object({ code: z.string() }),
  icon: z.object({ icon: z.string() }),
  expression: z.object({ expression: z.string() }),
  'inline-math': z.object({ formula: z.string() }),
  'inline-image': z.object({
    ref: ImageRef,
    refDark: ImageRef.optional(),
    alt: text,
    caption: text,
    size: z.enum(['original', 'line']).optional(),
    /** Ours: the schema has a width for blocks only. */
    ...size,
  }),
  mention: z.object({ ref: ContentRef, /** Ours: its text, where it is not the address. */ label: text }),
  button: z.object({
    label: z.string(),
    kind: z.enum(['primary', 'secondary']),
    size: z.enum(['small', 'medium', 'large']).optional(),
    icon: text,
    ref: ContentRef.optional(),
    action: z.object({ action: z.enum(['search', 'ask', 'select']), query: text, slug: text }).optional(),
  }),
  annotation: nothing,
}

export type BlockType = keyof typeof blockData
