import { body, inside, on, organization, type Rows } from './row-types.ts'

const server = { name: 'Tools', url: 'https://mcp.example.com/', headers: { 'X-Key': 'abc' } }

export const customizationRows: Rows = {
  getSiteCustomizationById: { least: 'read', ok: 200, ...inside },
  updateSiteCustomizationById: { least: 'create', ok: 200, ...inside, given: body({ title: 'Docs' }) },
  renderSitePage: {
    least: 'create',
    ok: 200,
    ...inside,
    reads: true,
    given: body({ customization: { title: 'Docs' } }),
  },
  getSiteSpaceCustomizationById: { least: 'read', ok: 200, ...inside },
  overrideSiteSpaceCustomizationById: {
    least: 'create',
    ok: 200,
    ...inside,
    given: body({ pdf: { enabled: true } }),
  },
  listCustomFonts: { least: 'read', ok: 200, ...organization },
  getCustomFont: { least: 'read', ok: 200, ...organization },
  createCustomFont: {
    least: 'create',
    ok: 201,
    ...organization,
    given: ({ seeded }) => ({
      body: { fontFamily: 'Own', fontFaces: [{ weight: 400, storageKey: seeded.fontKey }] },
    }),
    // The file is the administrator's.
    meets: { creator: 412 },
  },
  updateCustomFont: { least: 'create', ok: 201, ...organization, given: body({ fontFamily: 'Other' }) },
  deleteCustomFont: { least: 'create', ok: 205, ...organization, given: on('custom font') },
  putSiteFile: { least: 'create', ok: 201, ...inside, given: body('<svg xmlns="http://www.w3.org/2000/svg"/>') },
  deleteSiteSpaceCustomizationById: { least: 'create', ok: 205, ...inside, given: on('customized site space') },
  listSiteMcpServers: { least: 'read', ok: 200, ...inside },
  createSiteMcpServer: { least: 'create', ok: 201, ...inside, given: body(server) },
  getSiteMcpServerById: { least: 'read', ok: 200, ...inside },
  updateSiteMcpServerById: { least: 'create', ok: 200, ...inside, given: body({ name: 'Other' }) },
  deleteSiteMcpServerById: { least: 'create', ok: 205, ...inside, given: on('MCP server') },
}
