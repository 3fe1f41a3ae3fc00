import { type ZodRawShape, type ZodType, z } from 'zod'
import { Id } from '../shared/primitives.ts'
import { ChangeRequest } from './change-requests.ts'
import { ContentRef } from './content-refs.ts'
import { File, PageCover, PageLayout, PageTag, ReusableContent, Variables } from './pages.ts'

/** A page that differs between two revisions. */
export const ChangedPage = z.strictObject({
  id: Id,
  type: z.enum(['document', 'group', 'link']),
  title: z.string(),
  /** Absent for links. */
  path: z.string().optional(),
})
const ChangedFile = File.pick({ id: true, name: true, contentType: true, downloadURL: true })
const ChangedReusableContent = ReusableContent.omit({ git: true })

/** Each changed field with its value before and after; absent if the field was or is not set. */
const attributes = <Shape extends Record<string, ZodType>>(shape: Shape) =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(shape).map(([name, value]) => [
        name,
        z.strictObject({ before: value.optional(), after: value.optional() }).optional(),
      ]),
    ),
  )
const text = z.string()
const flag = z.boolean()

const change = <Type extends string, Shape extends ZodRawShape>(type: Type, shape: Shape) =>
  z.strictObject({ type: z.literal(type), ...shape })

/** A difference between two revisions. */
export const SemanticChange = z
  .discriminatedUnion('type', [
    change('page_created', { page: ChangedPage }),
    change('page_edited', {
      page: ChangedPage,
      attributes: attributes({
        title: text,
        linkTitle: text,
        description: text,
        slug: text,
        /** Ids of documents. */
        document: text,
        cover: PageCover,
        emoji: text,
        icon: text,
        layout: PageLayout,
        variables: Variables,
        tags: z.array(PageTag),
        condition: text,
        hidden: flag,
        noIndex: flag,
        noRobotsIndex: flag,
        target: ContentRef,
      }),
    }),
    change('page_moved', {
      page: ChangedPage,
      /** Parents before and after; equal if the page moved among its siblings; absent at the top. */
      parent: z.strictObject({ before: ChangedPage.optional(), after: ChangedPage.optional() }),
    }),
    change('page_deleted', { page: ChangedPage }),
    change('file_created', { file: ChangedFile }),
    change('file_edited', {
      file: ChangedFile,
      attributes: attributes({
        name: text,
        downloadURL: text,
        size: z.number(),
        contentType: text,
        dimensions: z.strictObject({ width: z.number(), height: z.number() }),
      }),
    }),
    change('file_deleted', { file: ChangedFile }),
    change('reusable_content_created', { reusableContent: ChangedReusableContent }),
    change('reusable_content_edited', {
      reusableContent: ChangedReusableContent,
      attributes: attributes({ title: text, document: text }),
    }),
    change('reusable_content_deleted', { reusableContent: ChangedReusableContent }),
  ])
  .meta({ id: 'RevisionSemanticChange' })
export type SemanticChange = z.input<typeof SemanticChange>

/** A page of the differences between two revisions; `more` counts the ones after it. */
export const SemanticChanges = z
  .strictObject({
    changes: z.array(SemanticChange),
    more: z.number().int().optional(),
    /** Absent on the last page. */
    next: z.strictObject({ page: z.string() }).optional(),
    /** The change request that the later revision merged, if any. */
    mergedFrom: ChangeRequest.optional(),
  })
  .meta({ id: 'RevisionSemanticChanges' })
