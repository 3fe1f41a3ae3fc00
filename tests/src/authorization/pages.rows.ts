import { body, inside, on, type Rows } from './row-types.ts'

const asking = () => ({ query: { query: 'How do I turn the crank?' } })

export const pageRows: Rows = {
  getCurrentRevision: { least: 'read', ok: 200, ...inside },
  listPages: { least: 'read', ok: 200, ...inside },
  getPageById: { least: 'read', ok: 200, ...inside },
  getPageByPath: { least: 'read', ok: 200, ...inside },
  listFiles: { least: 'read', ok: 200, ...inside },
  getFileById: { least: 'read', ok: 200, ...inside },
  downloadFile: { least: 'anyone', ok: 200 },
  // A caller who may import gets as far as the source, which is not supported.
  importContent: { least: 'edit', ok: 400, ...inside, given: body({ source: 'notion', url: 'https://example.com/' }) },
  getContentByUrl: {
    least: 'read',
    ok: 200,
    ...inside,
    given: ({ seeded }) => ({ query: { url: `http://quire.test/v1/spaces/${seeded.spaceId}` } }),
  },
  searchSpaceContent: { least: 'read', ok: 200, ...inside, given: asking },
  searchOrganizationContent: { least: 'member', ok: 200, given: asking },

  listChangeRequestsForSpace: { least: 'read', ok: 200, ...inside },
  createChangeRequest: { least: 'edit', ok: 201, ...inside, given: body({}) },
  getChangeRequestById: { least: 'read', ok: 200, ...inside },
  updateChangeRequestById: { least: 'edit', ok: 200, ...inside, given: body({ subject: 'More' }) },
  updateChangeRequestContent: {
    least: 'edit',
    ok: 200,
    ...inside,
    given: body({ changes: [{ operation: 'insert_page', title: 'Gears', document: {} }] }),
  },
  getRevisionOfChangeRequestById: { least: 'read', ok: 200, ...inside },
  listPagesInChangeRequest: { least: 'read', ok: 200, ...inside },
  getPageInChangeRequestById: { least: 'read', ok: 200, ...inside },
  mergeChangeRequest: { least: 'review', ok: 200, ...inside, given: on('change request') },
  updateChangeRequest: { least: 'edit', ok: 200, ...inside },
}
