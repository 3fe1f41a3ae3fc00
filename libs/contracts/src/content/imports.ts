import { z } from 'zod'
import { listQuery } from '../shared/list.ts'
import { Id, Timestamp, Url } from '../shared/primitives.ts'

const importSources = [
  'website',
  'docx',
  'markdown',
  'html',
  'zip',
  'confluence',
  'github-wiki',
  'notion',
  'google-docs',
] as const
/** True to leave out files of the source that no page refers to. */
const skipUnusedFiles = z.boolean().optional()
/** See docs/interface.md#imports. */
export const ImportContent = z.object({ url: Url, source: z.enum(importSources), skipUnusedFiles })
export const ImportContentResult = z.strictObject({
  revision: Id,
  importedResources: z.number().int(),
  totalResources: z.number().int(),
})

const files = z.array(z.string().min(1).max(1024))

/** See docs/interface.md#imports. */
export const StartImportRun = z.object({
  source: z.discriminatedUnion('type', [
    z.object({ type: z.literal('website'), url: Url }),
    /** Keys of uploads. */
    z.object({ type: z.literal('file'), files: files.min(1).max(50) }),
  ]),
  target: z.object({ space: Id, changeRequest: Id.optional(), page: Id.optional() }),
  skipUnusedFiles,
})
export type StartImportRun = z.infer<typeof StartImportRun>

/** The steps of a run before the import of pages and files, which `importedResources` counts. */
const steps = ['converting', 'finding-pictures', 'fetching-pictures'] as const

const statuses = ['pending', 'in-progress', 'completed', 'failed', 'cancelled'] as const

/** Query of a list of runs; `active` selects runs that have not ended. */
export const ImportRunQuery = listQuery({
  space: Id.optional(),
  changeRequest: Id.optional(),
  site: Id.optional(),
  status: z.enum(['active', ...statuses]).optional(),
})

/** A run. Its lists are bounded: `more…` counts the items left out. A list of runs leaves the lists out altogether. */
export const ContentImportRun = z
  .strictObject({
    object: z.literal('import-run'),
    id: Id,
    status: z.enum(statuses),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    startedAt: Timestamp.optional(),
    /** Present if the run completed. */
    completedAt: Timestamp.optional(),
    /** The reason of a failure. */
    reason: z.string().optional(),
    source: z
      .union([
        z.strictObject({ type: z.literal('website'), url: Url }),
        z.strictObject({ type: z.literal('file'), files }),
      ])
      .optional(),
    /** The body of the content operation that began the import, if one did. */
    content: z.strictObject(ImportContent.omit({ skipUnusedFiles: true }).shape).optional(),
    target: z.strictObject({ space: Id, changeRequest: Id.optional(), page: Id.optional() }),
    createdBy: Id,
    /** The revision that the run created. */
    revision: Id.optional(),
    importedResources: z.number().int(),
    totalResources: z.number().int(),
    /** The step that a run is at, and how much of it is done; absent while pages and files are imported. */
    step: z.strictObject({ name: z.enum(steps), done: z.number().int(), total: z.number().int() }).optional(),
    skipUnusedFiles,
    /** The files that no page refers to, where the import was to leave them out. */
    unused: z.strictObject({ files: z.number().int(), bytes: z.number().int() }).optional(),
    failures: z.array(z.strictObject({ path: z.string(), problem: z.string() })).optional(),
    moreFailures: z.number().int().optional(),
    /** Parts of the source that were left out, changed or not understood, each with its file; empty if there are none. */
    problems: z.array(z.string()).optional(),
    moreProblems: z.number().int().optional(),
    pages: z
      .array(
        z.strictObject({
          id: Id,
          sourceURL: z.string().optional(),
          type: z.literal('page'),
          status: z.literal('complete'),
        }),
      )
      .optional(),
    morePages: z.number().int().optional(),
    urls: z.strictObject({ location: z.string() }),
  })
  .meta({ id: 'ContentImportRun', description: 'An import, from its beginning to its end' })
export type ContentImportRun = z.infer<typeof ContentImportRun>
