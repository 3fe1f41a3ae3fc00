import { inside, type Rows, type Stage } from './row-types.ts'

const read = { least: 'read', ok: 200, ...inside } as const

/** The pages of the seeded specification. */
const computed =
  (props: object) =>
  ({ seeded }: Stage) => ({
    body: {
      source: {
        type: 'builtin:openapi',
        dependencies: { spec: { ref: { kind: 'openapi', spec: seeded.specSlug } } },
        props,
      },
      seed: 'seed',
    },
  })

/** An address whose embed needs no other server. */
const embedded = { query: { url: 'https://www.figma.com/file/abcdefghij' } }

/** Readers of a space read all of its history and its change requests. */
export const readingRows: Rows = {
  getComputedDocument: { ...read, reads: true, given: computed({ doc: 'operations', page: 'Pets' }) },
  getComputedRevision: { ...read, reads: true, given: computed({ models: true }) },
  getEmbedByUrlInSpace: { ...read, given: () => embedded },
  getEmbedByUrl: { least: 'user', ok: 200, given: () => embedded },
  getRenderedPage: read,
  getRenderedPageInRevision: read,
  getRenderedPageInChangeRequest: read,
  renderMarkdown: { ...read, reads: true, given: () => ({ body: { markdown: 'A *text*.' } }) },
  getReusableContentById: read,
  getPageInChangeRequestByPath: read,
  listFilesInChangeRequestById: read,
  getFileInChangeRequestById: read,
  getReusableContentInChangeRequestById: read,
  getChangeRequestChanges: read,
  comparePageInRevision: read,
  comparePageInChangeRequest: read,
  getRevisionById: read,
  listPagesInRevisionById: read,
  getPageInRevisionById: read,
  listSpacePageMetaLinks: read,
  listRevisionPageMetaLinks: read,
  listChangeRequestPageMetaLinks: read,
  getPageInRevisionByPath: read,
  getPageDocumentInRevisionById: read,
  listFilesInRevisionById: read,
  getFileInRevisionById: read,
  getReusableContentInRevisionById: read,
  getReusableContentDocumentInRevisionById: read,
  listLiveRevisions: read,
  listContributorsToSpace: read,
  listContributorsToPage: read,
  getRevisionSemanticChanges: read,
  getDocumentById: read,
}
