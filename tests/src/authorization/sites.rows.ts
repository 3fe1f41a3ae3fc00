import { body, inside, on, organization, type Rows } from './row-types.ts'

export const siteRows: Rows = {
  updateSiteAdsById: { least: 'create', ok: 204, ...inside, given: body({ status: 'in-review', topic: 'webdev' }) },
  // Only the key of an advertiser counts, and the tests' system has no advertiser.
  adsListSites: { least: 'anyone', ok: 401 },
  adsUpdateSite: { least: 'anyone', ok: 401, meets: { limited: 401 }, given: body({ status: 'pending' }) },
  listSites: { least: 'member', ok: 200 },
  createSite: { least: 'create', ok: 201, ...organization, given: body({}) },
  getSiteById: { least: 'read', ok: 200, ...inside },
  updateSiteById: { least: 'create', ok: 200, ...inside, given: body({}) },
  deleteSiteById: { least: 'create', ok: 205, ...organization, given: on('site') },
  publishSite: { least: 'create', ok: 200, ...inside },
  unpublishSite: { least: 'create', ok: 200, ...inside },
  listSiteSpaces: { least: 'read', ok: 200, ...inside },
  addSpaceToSite: {
    least: 'create',
    ok: 201,
    ...inside,
    given: async ({ fresh, seeded }) => ({ params: await fresh('site'), body: { spaceId: seeded.spaceId } }),
  },
  duplicateSiteSpace: { least: 'create', ok: 201, ...inside, given: on('site space', {}) },
  updateSiteSpaceById: { least: 'create', ok: 200, ...inside, given: on('site space', { path: 'manual' }) },
  deleteSiteSpaceById: { least: 'create', ok: 205, ...inside, given: on('site space') },
}
