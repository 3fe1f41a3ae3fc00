import { inside, type Rows } from './row-types.ts'

const read = { least: 'read', ok: 200, ...inside } as const

/** An address whose embed needs no other server. */
const embedded = { query: { url: 'https://www.figma.com/file/abcdefghij' } }

/** Readers of a space read all of its history and its change requests. */
export const readingRows: Rows = {
  getEmbedByUrlInSpace: { ...read, given: () => embedded },
  getEmbedByUrl: { least: 'user', ok: 200, given: () => embedded },
  getReusableContentById: read,
  getPageInChangeRequestByPath: read,
  listFilesInChangeRequestById: read,
  getFileInChangeRequestById: read,
  getReusableContentInChangeRequestById: read,
  getChangeRequestChanges: read,
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
  getRevisionSemanticChanges: read,
  getDocumentById: read,
}
