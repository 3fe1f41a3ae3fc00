import { z } from 'zod'
import { ContentRef, ImageRef, nothing, size, text } from './shapes.ts'

export const plainMarks = ['bold', 'italic', 'strikethrough', 'superscript', 'subscript', 'keyboard', 'code'] as const
export const colors = [
  ...['default', 'green', 'blue', 'red', 'orange', 'yellow', 'purple'],
  ...['$primary', '$info', '$success', '$warning', '$danger'],
]
/** Colors that version 0.202.0 adds. */
export const newerColors = ['pink', 'violet', 'cyan', '$tint']
export const Mark = z.discriminatedUnion('type', [
  z.object({ object: z.literal('mark'), type: z.enum(plainMarks) }),
  z.object({
    object: z.literal('mark'),
    type: z.literal('color'),
    data: z.object({ text: z.string(), background: z.string() }),
  }),
])

/** The `data` of each inline of the published schema. */
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
  mention: z.object({ ref: ContentRef, /** Ours: the text, where it differs from the address. */ label: text }),
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
