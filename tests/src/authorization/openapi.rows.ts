import { organization, type Rows } from './row-types.ts'

const read = { least: 'read', ok: 200, ...organization } as const
const write = { least: 'create', ...organization } as const
const source = { text: '{}' }

/** Members see the specifications of their organization. What is public is read by anyone at an address of its own. */
export const openApiRows: Rows = {
  listOpenAPISpecs: read,
  createOpenAPISpec: { ...write, ok: 201, given: ({ caller }) => ({ body: { slug: `by-${caller}`, source } }) },
  getOpenAPISpecBySlug: read,
  createOrUpdateOpenAPISpecBySlug: {
    ...write,
    ok: 200,
    given: async ({ fresh }) => ({ params: await fresh('OpenAPI specification'), body: { source } }),
  },
  'createOrUpdateOpenAPISpecBySlug of a new one': {
    ...write,
    ok: 201,
    given: ({ caller }) => ({ params: { specSlug: `new-by-${caller}` }, body: { source } }),
  },
  updateOpenAPISpecBySlug: { ...write, ok: 200, given: () => ({ body: { visibility: 'public' } }) },
  deleteOpenAPISpecBySlug: {
    ...write,
    ok: 205,
    given: async ({ fresh }) => ({ params: await fresh('OpenAPI specification') }),
  },
  listOpenAPISpecVersions: read,
  getLatestOpenAPISpecVersion: read,
  getLatestOpenAPISpecVersionContent: read,
  getLatestOpenAPISpecVersionContentRaw: read,
  getOpenAPISpecVersionById: read,
  getOpenAPISpecVersionContentById: read,
  downloadPublishedOpenAPISpec: { least: 'anyone', ok: 200 },
  downloadOpenAPISpecVersion: { least: 'anyone', ok: 200 },
}
