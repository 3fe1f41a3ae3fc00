import { z } from 'zod'
import { servicesOnly } from '../access.ts'
import { operations } from '../operation.ts'
import { Id, Timestamp } from '../shared/primitives.ts'
import { VisitorClaims } from '../shared/site-token-claims.ts'
import { ContentRef } from './content-refs.ts'
import { JSONDocument, PageCover, PageLayout, Variables } from './pages.ts'
import { SearchQuery } from './search.ts'

/** A page in its place among the others, as a site's navigation shows it. */
const TreePage = z.strictObject({
  id: Id,
  /** Null for the topmost pages. */
  parent: Id.nullable(),
  type: z.enum(['document', 'group', 'link']),
  title: z.string(),
  linkTitle: z.string().optional(),
  emoji: z.string().optional(),
  icon: z.string().optional(),
  description: z.string().optional(),
  slug: z.string(),
  hidden: z.boolean().optional(),
  noIndex: z.boolean().optional(),
  noRobotsIndex: z.boolean().optional(),
  condition: z.string().optional(),
  /** Of a page with a condition, which may read them. */
  variables: Variables.optional(),
  updatedAt: Timestamp,
  /** Where a page of type `link` leads. */
  target: ContentRef.optional(),
  /** The same for the same text, cover and layout; '' where there is nothing of these. */
  text: z.string(),
})
export type TreePage = z.infer<typeof TreePage>

const PublishedTree = z.strictObject({
  pages: z.array(TreePage),
  /** The same for the same files and included texts. */
  shared: z.string(),
})
export type PublishedTree = z.infer<typeof PublishedTree>

const PublishedFile = z.strictObject({
  name: z.string(),
  contentType: z.string(),
  size: z.number(),
  width: z.number().optional(),
  height: z.number().optional(),
})

/** A page as one visitor is shown it, with all that it takes to show it but for what lies in other spaces. */
export const PublishedPage = z.strictObject({
  document: JSONDocument,
  /** The page says the same to everybody whom it is shown to. */
  isForAll: z.boolean(),
  layout: PageLayout,
  cover: PageCover.optional(),
  /** What the page and the texts that it includes refer to, by id; what is not there is left out. */
  files: z.record(z.string(), PublishedFile),
  reusables: z.record(z.string(), JSONDocument),
  /** Other spaces that the page refers to. */
  spaces: z.array(Id),
  /** What the page shows of specifications, by the id or slug that it names them by. */
  specs: z.record(z.string(), z.record(z.string(), z.unknown())),
})
export type PublishedPage = z.infer<typeof PublishedPage>

const FoundSection = z.strictObject({ id: z.string(), title: z.string(), body: z.string() })
const FoundPage = z.strictObject({ space: Id, id: Id, title: z.string(), sections: z.array(FoundSection) })
export type FoundPage = z.infer<typeof FoundPage>

/** A page as it was in a revision. */
const PageOfRevision = z.strictObject({ space: Id, id: Id, revision: Id })
export type PageOfRevision = z.infer<typeof PageOfRevision>

/** What of a page is shown to somebody. */
const PageInPart = PageOfRevision.extend({ markdown: z.string() })
export type PageInPart = z.infer<typeof PageInPart>

/** Whom texts are shown to: what is for others is left out of them. */
const visitor = { claims: VisitorClaims }

const revision = '/internal/spaces/{spaceId}/revisions/{revisionId}' as const

/** For sites, which shows spaces to their readers. It decides who may read them. Not reachable through the gateway. */
export const publishedPageOperations = operations('content', {
  listPublishedPages: {
    method: 'GET',
    path: `${revision}/published-pages`,
    summary: 'The pages of a revision, for whomever they are, in order and without their texts',
    access: servicesOnly,
    replies: { 200: PublishedTree },
  },
  getPublishedPage: {
    method: 'POST',
    path: `${revision}/published-pages/{pageId}`,
    summary: 'A page of a revision with everything that it shows a visitor',
    access: servicesOnly,
    body: z.object(visitor),
    replies: { 200: PublishedPage },
    reads: true,
  },
  listPublishedTexts: {
    method: 'POST',
    path: `${revision}/published-texts`,
    summary: 'The texts of some pages of a revision as markdown, as a visitor is shown them',
    access: servicesOnly,
    body: z.object({ ...visitor, pages: z.array(Id).min(1).max(100) }),
    /** By page; those that do not fit into one answer are left out, the first one never. */
    replies: { 200: z.strictObject({ texts: z.record(z.string(), z.string()) }) },
    reads: true,
  },
  getPublishedFile: {
    method: 'POST',
    path: `${revision}/published-files/{fileId}`,
    summary: 'Where the bytes of a file of a revision are, for an hour at least; 404 where it is not for the visitor',
    access: servicesOnly,
    body: z.object(visitor),
    replies: { 200: z.strictObject({ url: z.string() }) },
    reads: true,
  },
  searchPublishedSpaces: {
    method: 'POST',
    path: '/internal/organizations/{organizationId}/published-search',
    summary: 'Search the live pages of some spaces of an organization, as a visitor is shown them',
    access: servicesOnly,
    body: z.object({
      ...visitor,
      query: SearchQuery,
      spaces: z.array(Id).min(1).max(1000),
      limit: z.int().min(1).max(50),
    }),
    replies: { 200: z.strictObject({ pages: z.array(FoundPage) }) },
    reads: true,
  },
  findShownPages: {
    method: 'POST',
    path: '/internal/shown-pages',
    summary: 'Which of some pages are live as they were read, and shown to a visitor whole or in part',
    access: servicesOnly,
    body: z.object({
      ...visitor,
      pages: z.array(PageOfRevision).max(100),
      /** Texts of so many at most that the visitor is shown in part; absent means of none. */
      texts: z.int().min(0).max(20).optional(),
    }),
    replies: {
      200: z.strictObject({
        /** Those that are shown whole. */
        pages: z.array(PageOfRevision),
        /** The first ones of which a part is shown, with that part; those that do not fit into one answer are left out. */
        partly: z.array(PageInPart).optional(),
      }),
    },
    reads: true,
  },
})
