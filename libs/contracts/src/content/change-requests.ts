import { z } from 'zod'
import { Id, Timestamp } from '../shared/primitives.ts'
import { User } from '../shared/user.ts'
import { DocumentBody, File, PageLayout } from './pages.ts'
import { Emoji } from './spaces.ts'

export const changeRequestStatuses = ['draft', 'open', 'archived', 'merged'] as const
const Subject = z.string().max(100)

/** Interface 2.10. */
export const ChangeRequest = z
  .strictObject({
    object: z.literal('change-request'),
    id: Id,
    number: z.number().int(),
    status: z.enum(changeRequestStatuses),
    subject: z.string(),
    createdBy: User,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    space: Id,
    revision: Id,
    revisionInitial: Id,
    revisionMergedAncestor: Id.optional(),
    revisionMerged: Id.optional(),
    comments: z.number().int(),
    outdated: z.boolean(),
    urls: z.strictObject({ app: z.string(), location: z.string() }),
  })
  .meta({ id: 'ChangeRequest' })
export type ChangeRequest = z.infer<typeof ChangeRequest>

export const CreateChangeRequest = z.object({ subject: Subject.optional(), agentTaskId: Id.optional() })
/** `merged` is not among them: merging is an operation of its own. */
export const UpdateChangeRequest = z.object({
  subject: Subject.optional(),
  status: z.enum(['draft', 'open', 'archived']).optional(),
})

export const MergeResult = z.strictObject({ revision: Id, result: z.enum(['merge', 'conflicts']) })
export const UpdateResult = z.strictObject({ revision: Id, result: z.enum(['update', 'conflicts']) })

const pageFields = {
  title: z.string().min(1).max(500).optional(),
  slug: z.string().min(1).max(100).optional(),
  description: z.string().max(1000).nullable().optional(),
  emoji: Emoji.nullable().optional(),
  icon: z.string().max(50).nullable().optional(),
  hidden: z.boolean().optional(),
  noIndex: z.boolean().optional(),
  layout: PageLayout.partial().optional(),
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
})
const NewFile = z
  .object({
    ref: Ref.optional(),
    name: z.string().min(1).max(256),
    contentType: z.string().max(200).optional(),
    url: z
      .url({ protocol: /^https?$/ })
      .max(2048)
      .optional(),
    base64: z.base64().optional(),
  })
  .refine((file) => (file.url === undefined) !== (file.base64 === undefined), {
    path: ['base64'],
    message: 'give either url or base64',
  })
const InsertFiles = z.object({ operation: z.literal('insert_files'), files: z.array(NewFile).min(1).max(20) })

export const ContentChange = z.discriminatedUnion('operation', [
  InsertPage,
  UpdatePage,
  DeletePage,
  RevertPage,
  InsertFiles,
])
export type ContentChange = z.output<typeof ContentChange>
export const UpdateChangeRequestContent = z.object({ changes: z.array(ContentChange).min(1).max(50) })

const PageRef = z.strictObject({ object: z.literal('page'), id: Id, urls: z.strictObject({ location: z.string() }) })
/** What a batch did, for callers that ask with `compat=false`. */
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
})
