import { z } from 'zod'
import { Id } from '../shared/primitives.ts'
import { ChangeRequest } from './change-requests.ts'
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
}
const at = z.number().int().min(0).optional()
const Ref = z.string().min(1).max(256)

const InsertPage = z.object({
  operation: z.literal('insert_page'),
  ...pageFields,
  document: DocumentBody,
  into: Id.nullable().optional(),
  at,
  ref: Ref.optional(),
})
const UpdatePage = z.object({
  operation: z.literal('update_page'),
  page: Id,
  ...pageFields,
  document: DocumentBody.optional(),
  into: Id.nullable().optional(),
  at,
})
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
}
const NewFile = z
  .object({ ref: Ref.optional(), name: FileName, ...fileBytes })
  .refine((file) => (file.url === undefined) !== (file.base64 === undefined), {
    path: ['base64'],
    message: 'give either url or base64',
  })
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
  .refine(({ url, base64 }) => url === undefined || base64 === undefined, {
    path: ['base64'],
    message: 'give either url or base64',
  })
  .refine(({ name, url, base64 }) => name !== undefined || (url ?? base64) === undefined, {
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
  changes: z.array(
    z.discriminatedUnion('object', [
      z.strictObject({ object: z.literal('created_page'), ref: z.string().optional(), page: PageRef }),
      z.strictObject({ object: z.literal('updated_page'), page: PageRef }),
      z.strictObject({ object: z.literal('deleted_page'), page: Id }),
    ]),
  ),
  insertedFiles: z.array(File).optional(),
  /** Present if the batch inserts any; in the order of insertion. */
  insertedReusableContents: z.array(ReusableContent).optional(),
})
