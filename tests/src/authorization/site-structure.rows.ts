import { body, inside, on, type Rows, type Stage } from './row-types.ts'

const withSpace = async ({ fresh, seeded }: Stage) => ({
  params: await fresh('site'),
  body: { spaceId: seeded.spaceId },
})
export const siteStructureRows: Rows = {
  moveSiteSpace: { least: 'create', ok: 200, ...inside, given: body({}) },
  listSiteSections: { least: 'read', ok: 200, ...inside },
  addSectionToSite: { least: 'create', ok: 201, ...inside, given: withSpace },
  updateSiteSectionById: { least: 'create', ok: 200, ...inside, given: body({}) },
  deleteSiteSectionById: { least: 'create', ok: 205, ...inside, given: on('site section') },
  moveSiteSection: { least: 'create', ok: 200, ...inside, given: body({}) },
  listSiteSectionGroups: { least: 'read', ok: 200, ...inside },
  addSectionGroupToSite: { least: 'create', ok: 201, ...inside, given: body({ title: 'Guides' }) },
  updateSiteSectionGroupById: { least: 'create', ok: 200, ...inside, given: body({}) },
  deleteSiteSectionGroupById: { least: 'create', ok: 205, ...inside, given: on('site section group') },
  moveSiteSectionGroup: { least: 'create', ok: 200, ...inside, given: body({}) },
  addSectionToGroup: {
    least: 'create',
    ok: 201,
    ...inside,
    given: ({ seeded }) => ({ body: { sectionId: seeded.siteSectionId } }),
  },
  removeSectionFromGroup: { least: 'create', ok: 205, ...inside, given: on('section in group') },
  getSiteStructure: { least: 'read', ok: 200, ...inside },
  sortSiteStructure: {
    least: 'create',
    ok: 200,
    ...inside,
    given: ({ seeded }) => ({ body: { item: { type: 'site-section', id: seeded.siteSectionId } } }),
  },
}
