import { z } from 'zod'
import { spaceRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { Id } from '../shared/primitives.ts'
import { JSONDocument, PageCover, PageLayout } from './pages.ts'
import { PublishedPage } from './published-pages.ts'

/** The state of a space that a text is read in: its live revision, another one, or that of a change request. */
const state = { revision: Id.optional(), changeRequest: Id.optional() }

/** The longest text that is rendered without being stored; it is that of a page's text in a request. */
export const maxRenderedCharacters = 256_000

/** The page of a text, as far as its space's readers see it. */
const PageHead = z.strictObject({
  id: Id,
  type: z.literal('document'),
  title: z.string(),
  description: z.string().optional(),
  emoji: z.string().optional(),
  icon: z.string().optional(),
  hidden: z.boolean().optional(),
  /** Selects the visitors of a site that see the page. */
  condition: z.string().optional(),
  layout: PageLayout,
  cover: PageCover.optional(),
})

/** The names of a page that a text refers to. */
const LinkedPage = z.strictObject({
  title: z.string(),
  description: z.string().optional(),
  emoji: z.string().optional(),
  icon: z.string().optional(),
})

const RenderableFile = PublishedPage.shape.files.valueType.extend({
  /** A signed address of its bytes. */
  downloadURL: z.string(),
})

/** A text as its authors see it, with everything that it refers to and the caller may read. */
export const RenderablePage = z.strictObject({
  revision: Id,
  /** Absent for a text that is not stored. */
  page: PageHead.optional(),
  document: JSONDocument,
  files: z.record(z.string(), RenderableFile),
  reusables: PublishedPage.shape.reusables,
  specs: PublishedPage.shape.specs,
  /** By id, for pages of the same space; by the ids of space and page with a slash between them, for those of others. */
  pages: z.record(z.string(), LinkedPage),
  /** The titles of other spaces that the text refers to, by id. */
  spaces: z.record(z.string(), z.string()),
})
export type RenderablePage = z.infer<typeof RenderablePage>

/** An operation for sites, which renders texts for the callers of its own operations. Content decides their access. */
export const renderablePageOperations = operations('content', {
  getRenderablePage: {
    method: 'POST',
    path: '/internal/spaces/{spaceId}/renderable-page',
    summary: 'A page of a space, or a text as a page of it, with everything that it shows its authors',
    access: spaceRole('read'),
    /** With `markdown`, that text, as the text of `page` if there is such a page; else the text of `page`. */
    body: z.object({ ...state, page: Id.optional(), markdown: z.string().max(maxRenderedCharacters).optional() }),
    replies: { 200: RenderablePage },
    reads: true,
  },
})
