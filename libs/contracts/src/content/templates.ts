import { z } from 'zod'
import { Id } from '../shared/primitives.ts'

/** A reference for a template: a file or page of the target space, a public specification, or an address. */
const TemplateRef = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), file: Id }),
  z.object({ kind: z.literal('page'), page: Id, space: Id.optional() }),
  z.object({ kind: z.literal('openapi'), spec: Id }),
  z.object({
    kind: z.literal('url'),
    url: z.url({ protocol: /^https?$/ }).max(2048),
  }),
])
export type TemplateRef = z.infer<typeof TemplateRef>
const maxRefs = 20

/** See docs/interface.md#templates. */
export const ApplySpaceTemplate = z.object({
  id: z.string().min(1).max(100),
  params: z
    .object({
      contentRefs: z
        .record(z.string().max(100), TemplateRef)
        .refine((refs) => Object.keys(refs).length <= maxRefs, `must name ${maxRefs} things at most`)
        .optional(),
    })
    .optional(),
})
export type ApplySpaceTemplate = z.infer<typeof ApplySpaceTemplate>

export const ApplyTemplateToSpace = ApplySpaceTemplate.extend({ changeRequestId: Id.optional() })

/** A template, and the optional references that fill it in. */
export const Template = z
  .strictObject({
    object: z.literal('template'),
    id: z.string(),
    title: z.string(),
    description: z.string(),
    contentRefs: z.array(
      z.strictObject({
        name: z.string(),
        description: z.string(),
        kinds: z.array(z.enum(['file', 'page', 'openapi', 'url'])),
      }),
    ),
  })
  .meta({ id: 'Template' })
export const Templates = z.strictObject({ items: z.array(Template) })
