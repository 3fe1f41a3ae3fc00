import { z } from 'zod'
import { QueryFlag } from '../shared/list.ts'
import { Id, Timestamp } from '../shared/primitives.ts'
import { ContentRef, GitBlob, ImageRef } from './content-refs.ts'
import { GitSyncCommit } from './git.ts'

/** A text is requested and returned as markdown or as the published tree (docs/interface.md#pages). */
export const DocumentFormat = z.enum(['document', 'markdown'])
export const TreeBody = z.object({
  document: z.looseObject({ object: z.literal('document'), nodes: z.array(z.unknown()) }),
})
/** Returns the shape of a text of at most `length` characters: markdown, a document tree, or `{}` for an empty document. */
export function textBody(length: number) {
  const characters = length.toLocaleString('en-US')
  const wanted = `must have "markdown", a string of at most ${characters} characters, or "document", a document tree`
  // Unknown fields alone do not exclude the last alternative, so its words are those of the whole union.
  return z.union([z.object({ markdown: z.string().max(length) }), TreeBody, z.strictObject({}, wanted)], {
    error: ({ input }) => (input === undefined ? undefined : wanted),
  })
}
export const DocumentBody = textBody(256_000)
/** The published document tree; libs/document defines its nodes. */
export const JSONDocument = z
  .looseObject({ object: z.literal('document'), data: z.looseObject({}), nodes: z.array(z.unknown()) })
  .meta({ id: 'JSONDocument' })
export const DocumentReply = { markdown: z.string().optional(), document: JSONDocument.optional() }

export const PageLayout = z.strictObject({
  width: z.enum(['default', 'wide']),
  cover: z.boolean(),
  coverSize: z.enum(['hero', 'full']),
  coverMask: z.enum(['none', 'radial']),
  title: z.boolean(),
  description: z.boolean(),
  tableOfContents: z.boolean(),
  outline: z.boolean(),
  pagination: z.boolean(),
  metadata: z.boolean(),
  tags: z.boolean(),
  /** The actions of a page on a site, such as copying its text. */
  actions: z.boolean(),
  /** The links beside headings, which lead to them. */
  anchors: z.boolean(),
})
export const PageCover = z.strictObject({ ref: ImageRef.optional(), refDark: ImageRef.optional(), yPos: z.number() })
export const Variables = z.record(z.string(), z.string())
export const PageTag = z.strictObject({
  tag: z.strictObject({ kind: z.literal('tag'), tag: z.string() }),
  primary: z.boolean().optional(),
})

const pageBase = {
  id: Id,
  title: z.string(),
  /** A shorter title for the navigation. */
  linkTitle: z.string().optional(),
  emoji: z.string().optional(),
  icon: z.string().optional(),
  createdAt: Timestamp.optional(),
  updatedAt: Timestamp.optional(),
  hidden: z.boolean().optional(),
  /** Selects the visitors of a site that see the page. Writers can read the condition, visitors never. */
  condition: z.string().optional(),
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
    cover: PageCover.optional(),
    variables: Variables.optional(),
    tags: z.array(PageTag),
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
    target: ContentRef,
    /** Address of the target; absent if it has none. */
    href: z.string().optional(),
  })
  .meta({ id: 'RevisionPageLink' })

/** See docs/interface.md#pages. */
const Page: z.ZodType<unknown, unknown> = z
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

/** A text that pages include. `document` is the id of the text; absent if the text is empty. */
export const ReusableContent = z
  .strictObject({
    id: Id,
    title: z.string(),
    document: z.string().optional(),
    /** The text, where it is asked for; not part of the published interface. */
    markdown: z.string().optional(),
    git: GitBlob.optional(),
  })
  .meta({ id: 'RevisionReusableContent' })
export type ReusableContent = z.infer<typeof ReusableContent>

/** A tag of a revision's pages. Front matter names tags by their slugs alone, so the label is the slug. */
const RevisionTag = z
  .strictObject({ slug: z.string(), label: z.string(), color: z.literal('default') })
  .meta({ id: 'RevisionTag' })

export const Revision = z
  .strictObject({
    object: z.literal('revision'),
    id: Id,
    type: z.enum(['edits', 'merge', 'rollback', 'update', 'computed']),
    parents: z.array(Id),
    pages: z.array(Page),
    files: z.array(File),
    reusableContents: z.array(ReusableContent),
    /** Every tag that a page has, once. */
    tags: z.array(RevisionTag),
    variables: Variables,
    createdAt: Timestamp,
    git: GitSyncCommit.optional(),
    mergedFrom: z.unknown().optional(),
    urls: z.strictObject({ app: z.string(), published: z.string().optional(), public: z.string().optional() }),
  })
  .meta({ id: 'Revision' })

/** See docs/interface.md#revisions. */
export const contentFlags = {
  metadata: QueryFlag.optional().meta({ description: 'With false, git metadata is left out' }),
  computed: QueryFlag.optional().meta({ description: 'With false, nothing is computed, as nothing ever is' }),
}
export const ContentQuery = z.object(contentFlags)
export const ReusableContentQuery = z.object({
  ...contentFlags,
  format: z.enum(['markdown']).optional().meta({ description: 'Adds the text; not part of the published interface' }),
})
/** Controls the evaluation of conditions and expressions in a text (docs/interface.md#evaluated-texts). */
const Evaluated = z.enum(['true', 'false', 'deterministic-only']).optional()
export type Evaluated = z.output<typeof Evaluated>
export const EvaluatedQuery = z.object({ evaluated: Evaluated })
export const PageQuery = z.object({
  format: DocumentFormat.optional(),
  evaluated: Evaluated,
  ...contentFlags,
})
export const AnyPage = z.discriminatedUnion('type', [DocumentPage, GroupPage, LinkPage])
/** Pages with a path; links have none. */
export const PageAtPath = z.discriminatedUnion('type', [DocumentPage, GroupPage])
export const PageTree = z.strictObject({ pages: z.array(Page) })

const MetaLink = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('page'), page: Id, space: Id.optional() }),
  z.strictObject({ kind: z.literal('url'), url: z.string() }),
])

/** Where else the content of a page is, as the page's front matter says. See docs/interface.md#meta-links. */
export const PageMetaLinks = z
  .strictObject({ canonical: MetaLink.optional(), alternates: z.array(MetaLink).optional() })
  .meta({ id: 'PageMetaLinks' })
