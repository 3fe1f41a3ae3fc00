import { toSection } from '../support/seed.ts'
import { body, inside, on, type Rows, type Stage } from './row-types.ts'

const published = async ({ fresh }: Stage) => (await fresh('published site')).url ?? ''

export const siteAudienceRows: Rows = {
  listSiteShareLinks: { least: 'create', ok: 200, secret: true, ...inside },
  createSiteShareLink: { least: 'create', ok: 201, ...inside, given: body({ name: 'Customers' }) },
  updateSiteShareLinkById: { least: 'create', ok: 200, ...inside, given: body({ name: 'Friends' }) },
  deleteSiteShareLinkById: { least: 'create', ok: 205, ...inside, given: on('share link') },
  getSitePublishingAuthById: { least: 'admin', ok: 200, secret: true, ...inside },
  updateSitePublishingAuthById: { least: 'admin', ok: 200, ...inside, given: body({}) },
  regenerateSitePublishingAuthById: { least: 'admin', ok: 200, ...inside },
  getSitePublishingPreviewById: { least: 'read', ok: 200, ...inside },
  listSiteRedirects: { least: 'read', ok: 200, ...inside },
  createSiteRedirect: {
    least: 'create',
    ok: 201,
    ...inside,
    given: async ({ fresh }) => {
      const params = await fresh('site section')
      return { params, body: { source: '/old', destination: toSection(params.siteSectionId) } }
    },
  },
  bulkUpsertSiteRedirects: {
    least: 'create',
    ok: 200,
    ...inside,
    given: body({ redirects: [{ source: '/gone', destination: { kind: 'external', url: 'https://example.com/' } }] }),
  },
  updateSiteRedirectById: { least: 'create', ok: 200, ...inside, given: body({}) },
  deleteSiteRedirectById: { least: 'create', ok: 205, ...inside, given: on('site redirect') },
  getPublishedContentSite: { least: 'read', ok: 200, ...inside },
  searchSiteContent: { least: 'read', ok: 200, ...inside, reads: true, given: body({ query: 'crank' }) },
  prewarmSiteSearch: { least: 'read', ok: 204, ...inside, reads: true },
  getSiteRedirectBySource: { least: 'read', ok: 200, ...inside, given: () => ({ query: { source: '/old' } }) },
  resolvePublishedContentByUrl: {
    least: 'anyone',
    ok: 200,
    reads: true,
    given: async (stage) => ({ body: { url: await published(stage) } }),
  },
  createSiteVisit: {
    least: 'read',
    ok: 200,
    ...inside,
    given: async ({ fresh }) => ({
      body: { url: (await fresh('internal site')).url ?? 'https://quire.test/', state: 'a'.repeat(43) },
    }),
  },
  getPublishedContentByUrl: {
    least: 'anyone',
    ok: 200,
    given: async (stage) => ({ query: { url: await published(stage) } }),
  },
}
