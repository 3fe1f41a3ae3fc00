import { body, inside, type Rows } from './row-types.ts'

// A caller who may import gets as far as the source, which is not supported.
const unsupported = body({ source: 'notion', url: 'https://example.com/' })
/** Imports are hidden from callers who may not edit the space, unless they started them. */
const unseen = { reader: 404, owner: 404, commenter: 404 } as const

export const importRows: Rows = {
  importContentInPageById: { least: 'edit', ok: 400, ...inside, given: unsupported },
  importContentInChangeRequest: { least: 'edit', ok: 400, ...inside, given: unsupported },
  importContentInChangeRequestPageById: { least: 'edit', ok: 400, ...inside, given: unsupported },
  startImportRun: {
    least: 'edit',
    ok: 201,
    ...inside,
    // The run fails after its start: private addresses are never fetched.
    given: ({ seeded }) => ({
      body: { source: { type: 'website', url: 'http://127.0.0.1:1/' }, target: { space: seeded.spaceId } },
    }),
  },
  listImportRuns: { least: 'member', ok: 200 },
  getImportRun: { least: 'edit', ok: 200, ...inside, meets: unseen },
  // The seeded one has ended.
  cancelImportRun: { least: 'edit', ok: 400, ...inside, meets: { ...unseen, limited: 403 } },
}
