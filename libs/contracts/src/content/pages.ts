import { z } from 'zod'
import { QueryFlag } from '../shared/list.ts'
import { Id, Timestamp } from '../shared/primitives.ts'

/** A document is asked for and given as markdown or as the published tree (design 6). */
export const DocumentFormat = z.enum(['document', 'markdown'])
export const MarkdownBody = z.object({ markdown: z.string().max(1_000_000) })
export const TreeBody = z.object({
  document: z.looseObject({ object: z.literal('document'), nodes: z.array(z.unknown()) }),
})
/** Markdown, a document tree, or `{}` for nothing. */
export const DocumentBody = z.union([MarkdownBody, TreeBody, z.strictObject({})])
export const DocumentReply = { markdown: z.string().optional(), document: z.unknown().optional() }

export const GitBlob = z.strictObject({ oid: z.string(), path: z.string() })
export const PageLayout = z.strictObject({
  width: z.enum(['default', 'wide']),
  cover: z.boolean(),
  coverSize: z.enum(['hero', 'full']),
  title: z.boolean(),
  description: z.boolean(),
  tableOfContents: z.boolean(),
  outline: z.boolean(),
  pagination: z.boolean(),
  metadata: z.boolean(),
})

const pageBase = {
  id: Id,
  title: z.string(),
  emoji: z.string().optional(),
  icon: z.string().optional(),
  createdAt: Timestamp.optional(),
  updatedAt: Timestamp.optional(),
  hidden: z.boolean().optional(),
}
const indexing = { noIndex: z.boolean().optional(), noRobotsIndex: z.boolean().optional() }

export const DocumentPage = z
  .strictObject({
    ...pageBase,
    ...indexing,
    ...DocumentReply,
    kind: z.literal('sheet'),
    type: z.literal('document'),
    urls: z.strictObject({ app: z.string() }),
    slug: z.string(),
    path: z.string(),
    description: z.string().optional(),
    documentId: z.string().optional(),
    git: GitBlob.optional(),
    layout: PageLayout,
    cover: z.unknown().optional(),
    variables: z.record(z.string(), z.string()).optional(),
    get pages() {
      return z.array(Page)
    },
  })
  .meta({ id: 'RevisionPageDocument' })

export const GroupPage = z
  .strictObject({
    ...pageBase,
    ...indexing,
    kind: z.literal('group'),
    type: z.literal('group'),
    slug: z.string(),
    path: z.string(),
    get pages() {
      return z.array(Page)
    },
  })
  .meta({ id: 'RevisionPageGroup' })

export const LinkPage = z
  .strictObject({
    ...pageBase,
    kind: z.literal('link'),
    type: z.literal('link'),
    target: z.strictObject({ kind: z.literal('url'), url: z.string() }),
    href: z.string(),
  })
  .meta({ id: 'RevisionPageLink' })

/** Interface 2.20. */
export const Page: z.ZodType<unknown, unknown> = z
  .lazy(() => z.discriminatedUnion('type', [DocumentPage, GroupPage, LinkPage]))
  .meta({ id: 'RevisionPage' })

export const File = z
  .strictObject({
    id: Id,
    name: z.string(),
    contentType: z.string(),
    downloadURL: z.string(),
    size: z.number(),
    dimensions: z.strictObject({ width: z.number(), height: z.number() }).optional(),
    git: GitBlob.optional(),
  })
  .meta({ id: 'RevisionFile' })

export const Revision = z
  .strictObject({
    object: z.literal('revision'),
    id: Id,
    type: z.enum(['edits', 'merge', 'rollback', 'update', 'computed']),
    parents: z.array(Id),
    pages: z.array(Page),
    files: z.array(File),
    reusableContents: z.array(z.unknown()),
    variables: z.record(z.string(), z.string()),
    createdAt: Timestamp,
    mergedFrom: z.unknown().optional(),
    urls: z.strictObject({ app: z.string(), published: z.string().optional(), public: z.string().optional() }),
  })
  .meta({ id: 'Revision' })

/** The two flags of interface 4.1.8: without git metadata, without computed content. */
export const contentFlags = { metadata: QueryFlag.optional(), computed: QueryFlag.optional() }
export const ContentQuery = z.object(contentFlags)
export const PageQuery = z.object({
  format: DocumentFormat.optional(),
  evaluated: QueryFlag.optional(),
  ...contentFlags,
})
export const AnyPage = z.discriminatedUnion('type', [DocumentPage, GroupPage, LinkPage])
export const PageTree = z.strictObject({ pages: z.array(Page) })
