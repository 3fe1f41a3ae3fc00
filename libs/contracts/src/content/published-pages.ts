import { z } from 'zod'
import { servicesOnly } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { Id, Timestamp } from '../shared/primitives.ts'
import { VisitorClaims } from '../shared/site-token-claims.ts'
import { ContentRef } from './content-refs.ts'
import { JSONDocument, PageCover, PageLayout, Variables } from './pages.ts'
import { SearchQuery } from './search.ts'

/** A page with its position in the page tree, as in a site's navigation. */
const TreePage = z.strictObject({
  id: Id,
  /** Null for pages at the top. */
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
  /** Variables that the page's condition may read; absent without a condition. */
  variables: Variables.optional(),
  updatedAt: Timestamp,
  /** Target of a page of type `link`. */
  target: ContentRef.optional(),
  /** Identifies text, cover and layout together: equal values mean equal content. Empty if the page has none of these. */
  text: z.string(),
})
export type TreePage = z.infer<typeof TreePage>

const PublishedTree = z.strictObject({
  pages: z.array(TreePage),
  /** Identifies files and included texts together: equal values mean equal content. */
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

/** A page as one visitor sees it, with everything needed to present it except the content of other spaces. */
export const PublishedPage = z.strictObject({
  document: JSONDocument,
  /** True if the page is the same for everybody who may see it. */
  isForAll: z.boolean(),
  layout: PageLayout,
  /** The path of the page's file in the folder of the documentation of its repository. */
  gitPath: z.string().optional(),
  /** The name of who changed the page last; absent unless it was asked for, is known and the layout shows it. */
  author: z.string().optional(),
  cover: PageCover.optional(),
  /** Files that the page and its included texts refer to, by id; missing ones are left out. */
  files: z.record(z.string(), PublishedFile),
  reusables: z.record(z.string(), JSONDocument),
  /** Other spaces that the page refers to. */
  spaces: z.array(Id),
  /** The parts of specifications that the page presents, by the id or slug that the page uses, or `file:` and an id. */
  specs: z.record(z.string(), z.record(z.string(), z.unknown())),
})
export type PublishedPage = z.infer<typeof PublishedPage>

const FoundSection = z.strictObject({ id: z.string(), title: z.string(), body: z.string() })
const FoundPage = z.strictObject({ space: Id, id: Id, title: z.string(), sections: z.array(FoundSection) })
export type FoundPage = z.infer<typeof FoundPage>

/** A page of a revision. */
const PageOfRevision = z.strictObject({ space: Id, id: Id, revision: Id })
export type PageOfRevision = z.infer<typeof PageOfRevision>

/** The visible part of a page. */
const PageInPart = PageOfRevision.extend({ markdown: z.string() })
export type PageInPart = z.infer<typeof PageInPart>

/** The visitor who reads a text; parts for other visitors are left out. */
const visitor = { claims: VisitorClaims }

const revision = '/internal/spaces/{spaceId}/revisions/{revisionId}' as const

/** Operations for sites, which presents spaces to visitors and authorizes them. Not reachable through the gateway. */
export const publishedPageOperations = operations('content', {
  listPublishedPages: {
    method: 'GET',
    path: `${revision}/published-pages`,
    summary: 'The pages of a revision, for whomever they are, in order and without their texts',
    access: servicesOnly('sites'),
    replies: { 200: PublishedTree },
  },
  getPublishedPage: {
    method: 'POST',
    path: `${revision}/published-pages/{pageId}`,
    summary: 'A page of a revision with everything that it shows a visitor',
    access: servicesOnly('sites'),
    body: z.object({ ...visitor, withAuthor: z.boolean().optional() }),
    replies: { 200: PublishedPage },
    reads: true,
  },
  listPublishedTexts: {
    method: 'POST',
    path: `${revision}/published-texts`,
    summary: 'The texts of some pages of a revision as markdown, as a visitor is shown them',
    access: servicesOnly('sites'),
    body: z.object({ ...visitor, pages: z.array(Id).min(1).max(100) }),
    /** Texts by page. Texts that do not fit into one answer are left out, except the first one. */
    replies: { 200: z.strictObject({ texts: z.record(z.string(), z.string()) }) },
    reads: true,
  },
  getPublishedFile: {
    method: 'POST',
    path: `${revision}/published-files/{fileId}`,
    summary: 'Where the bytes of a file of a revision are, for an hour at least; 404 where it is not for the visitor',
    access: servicesOnly('sites'),
    /** `isLinkedBySite` opens a file that no page refers to: the settings of the site link to it. */
    body: z.object({ ...visitor, isLinkedBySite: z.boolean().optional() }),
    replies: { 200: z.strictObject({ url: z.string() }) },
    reads: true,
  },
  searchPublishedSpaces: {
    method: 'POST',
    path: '/internal/organizations/{organizationId}/published-search',
    summary: 'Search the live pages of some spaces of an organization, as a visitor is shown them',
    access: servicesOnly('sites'),
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
    access: servicesOnly('ai'),
    body: z.object({
      ...visitor,
      pages: z.array(PageOfRevision).max(100),
      /** Maximum number of pages in `partly`; absent means none. */
      texts: z.int().min(0).max(20).optional(),
    }),
    replies: {
      200: z.strictObject({
        /** Pages that the visitor sees whole. */
        pages: z.array(PageOfRevision),
        /** The first pages that the visitor sees in part, with that part. Pages that do not fit into one answer are left out. */
        partly: z.array(PageInPart).optional(),
      }),
    },
    reads: true,
  },
})

/** Operations for sites, which authorizes its callers. Not reachable through the gateway. */
export const publishedPathOperations = operations('content', {
  findPublishedPath: {
    method: 'POST',
    path: '/internal/spaces/{spaceId}/pages/{pageId}/path',
    summary: 'Where a page lies in the live revision of a space; 404 where it is not there, or not for the visitor',
    access: servicesOnly('sites'),
    /** Without a visitor the request is for a member, who sees all pages of a space that they may read. */
    body: z.object({ visitor: z.object({ claims: VisitorClaims }).optional() }),
    reads: true,
    replies: { 200: z.strictObject({ path: z.string() }) },
  },
  findMovedPage: {
    method: 'POST',
    path: '/internal/spaces/{spaceId}/moved-page',
    summary:
      'Where the page lies in the live revision of a space that a path led to before; 404 where there is none, or not for the visitor',
    access: servicesOnly('sites'),
    body: z.object({ path: z.string().min(1).max(2000), visitor: z.object({ claims: VisitorClaims }) }),
    reads: true,
    replies: { 200: z.strictObject({ path: z.string() }) },
  },
})
