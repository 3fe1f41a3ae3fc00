import { z } from 'zod'
import { Id } from '../shared/primitives.ts'
import { ChangeRequest } from './change-requests.ts'
import { ContentRef, ImageRef } from './content-refs.ts'
import { DocumentBody, File, PageLayout, ReusableContent } from './pages.ts'
import { Emoji } from './spaces.ts'

/** Bounds the bytes of a file inside a request; larger files are given by an address. */
export const inlineFileBytes = 1024 * 1024

/** Fields of a page. Absent fields stay unchanged; null clears, and an empty text clears emoji, icon and condition. */
const pageFields = {
  title: z.string().min(1).max(500).optional(),
  /** An empty slug is derived from the title. */
  slug: z.string().max(100).optional(),
  description: z.string().max(1000).nullable().optional(),
  emoji: Emoji.nullable().optional(),
  icon: z.string().max(50).nullable().optional(),
  hidden: z.boolean().nullable().optional(),
  noIndex: z.boolean().nullable().optional(),
  noRobotsIndex: z.boolean().nullable().optional(),
  condition: z.string().max(1024).nullable().optional(),
  layout: PageLayout.partial().nullable().optional(),
  // The fields below are not part of the published interface.
  /** A shorter title for the navigation. */
  linkTitle: z.string().max(500).nullable().optional(),
  /** Pictures for light and dark; files of the change request, or addresses. */
  cover: z
    .object({ ref: ImageRef, refDark: ImageRef.optional(), yPos: z.number().min(-10_000).max(10_000).default(0) })
    .nullable()
    .optional(),
  /** The target of a page of type `link`. */
  target: ContentRef.optional(),
}
const at = z.number().int().min(0).optional()
/** The sibling that the page comes after, null for the first position; an alternative to `at`. */
const after = Id.nullable().optional()
const Ref = z.string().min(1).max(256)
const position = { into: Id.nullable().optional(), at, after }
const hasOnePosition = ({ at, after }: { at?: number | undefined; after?: string | null | undefined }) =>
  at === undefined || after === undefined
const onePosition = { path: ['after'], message: 'must not come with at' }

const InsertPage = z
  .object({
    operation: z.literal('insert_page'),
    /** Groups only hold other pages, links have a target; both have no text. Not part of the published interface. */
    type: z.enum(['document', 'group', 'link']).optional(),
    ...pageFields,
    document: DocumentBody,
    ...position,
    ref: Ref.optional(),
  })
  .refine(hasOnePosition, onePosition)
const UpdatePage = z
  .object({
    operation: z.literal('update_page'),
    page: Id,
    ...pageFields,
    document: DocumentBody.optional(),
    ...position,
    /**
     * The revision of the space in which the author read the page. What others have changed since then stays: it is
     * merged, or the batch is refused. Not part of the published interface.
     */
    base: Id.optional(),
  })
  .refine(hasOnePosition, onePosition)
const DeletePage = z.object({ operation: z.literal('delete_page'), page: Id })
const RevertPage = z.object({
  operation: z.literal('revert_page'),
  page: Id,
  revision: Id.optional(),
  block: z.array(z.string().max(256)).min(1).max(1000).optional(),
})
const FileName = z.string().min(1).max(256)
const fileBytes = {
  contentType: z.string().max(200).optional(),
  url: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .optional(),
  base64: z.base64().optional(),
  /** The key of an upload of the kind `content_file`. Not part of the published interface. */
  upload: Id.optional(),
}
const countSources = ({ url, base64, upload }: { [source in 'url' | 'base64' | 'upload']?: string | undefined }) =>
  [url, base64, upload].filter((source) => source !== undefined).length
const oneSource = 'give one of url, base64 and upload'
const NewFile = z
  .object({ ref: Ref.optional(), name: FileName, ...fileBytes })
  .refine((file) => countSources(file) === 1, { path: ['base64'], message: oneSource })
const InsertFiles = z.object({ operation: z.literal('insert_files'), files: z.array(NewFile).min(1).max(20) })

// The changes below are not part of the published interface.

/** The pages of a specification: its source is that of the published computed pages. */
const InsertComputedPage = z.object({
  operation: z.literal('insert_computed_page'),
  computed: z.object({
    type: z.literal('builtin:openapi'),
    dependencies: z.object({
      spec: z.object({ ref: z.object({ kind: z.literal('openapi'), spec: z.string().min(1).max(100) }) }),
    }),
    props: z.object({ models: z.boolean().optional() }).optional(),
  }),
  into: Id.nullable().optional(),
  at,
})
const UpdateFile = z
  .object({ operation: z.literal('update_file'), file: Id, name: FileName.optional(), ...fileBytes })
  .refine((file) => countSources(file) <= 1, { path: ['base64'], message: oneSource })
  .refine((file) => file.name !== undefined || countSources(file) === 0, {
    path: ['name'],
    message: 'must come with the bytes of a file',
  })
const DeleteFile = z.object({ operation: z.literal('delete_file'), file: Id })
const RevertFile = z.object({ operation: z.literal('revert_file'), file: Id, revision: Id.optional() })
const InsertReusableContent = z.object({
  operation: z.literal('insert_reusable_content'),
  title: pageFields.title.unwrap(),
  document: DocumentBody,
  ref: Ref.optional(),
})
const UpdateReusableContent = z.object({
  operation: z.literal('update_reusable_content'),
  reusableContent: Id,
  title: pageFields.title,
  document: DocumentBody.optional(),
})
const DeleteReusableContent = z.object({ operation: z.literal('delete_reusable_content'), reusableContent: Id })
const RevertReusableContent = z.object({
  operation: z.literal('revert_reusable_content'),
  reusableContent: Id,
  revision: Id.optional(),
})

export const ContentChange = z.discriminatedUnion('operation', [
  InsertPage,
  InsertComputedPage,
  UpdatePage,
  DeletePage,
  RevertPage,
  InsertFiles,
  UpdateFile,
  DeleteFile,
  RevertFile,
  InsertReusableContent,
  UpdateReusableContent,
  DeleteReusableContent,
  RevertReusableContent,
])
export type ContentChange = z.output<typeof ContentChange>
export const UpdateChangeRequestContent = z.object({ changes: z.array(ContentChange).min(1).max(50) })

const PageRef = z.strictObject({ object: z.literal('page'), id: Id, urls: z.strictObject({ location: z.string() }) })
/** Result of a batch, for callers with `compat=false`: each page once, in the order of the first changes. */
export const ChangeRequestContentUpdate = z.strictObject({
  changeRequest: ChangeRequest,
  /** The revision that the batch was applied to: reverting to it undoes the batch alone. Not part of the published interface. */
  previousRevision: Id,
  changes: z.array(
    z.discriminatedUnion('object', [
      z.strictObject({ object: z.literal('created_page'), ref: z.string().optional(), page: PageRef }),
      z.strictObject({
        object: z.literal('updated_page'),
        page: PageRef,
        /** True if the page has changes of others since the `base` that the change named. */
        merged: z.boolean().optional(),
      }),
      z.strictObject({ object: z.literal('deleted_page'), page: Id }),
    ]),
  ),
  insertedFiles: z.array(File).optional(),
  /** Present if the batch inserts any; in the order of insertion. */
  insertedReusableContents: z.array(ReusableContent).optional(),
})
