import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { type CreateSpace, MemberRole, type SiteSection, type SiteStructure } from 'gitbook-api'
import { allPages, statusOf } from './support/clients.ts'
import { drivenOrganization } from './support/driven-organization.ts'

const ids = [
  'listSites',
  'createSite',
  'getSiteById',
  'updateSiteById',
  'publishSite',
  'listSiteSpaces',
  'addSpaceToSite',
  'moveSiteSpace',
  'listSiteSections',
  'addSectionToSite',
  'updateSiteSectionById',
  'deleteSiteSectionById',
  'moveSiteSection',
  'listSiteSectionGroups',
  'addSectionGroupToSite',
  'updateSiteSectionGroupById',
  'deleteSiteSectionGroupById',
  'moveSiteSectionGroup',
  'addSectionToGroup',
  'removeSectionFromGroup',
  'getSiteStructure',
  'sortSiteStructure',
]
const start = () => drivenOrganization({ tags: [], ids }, { Bob: 'read', Gil: null })
let at: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  at = await start()
})
afterAll(() => at.close())
afterEach(() => expect(at.driven.problems()).toEqual([]))

const makeSpace = async (title: string) =>
  (await at.admin.orgs.createSpace(at.organizationId, { title } as CreateSpace)).data
const makeSite = async (body: object) => (await at.admin.orgs.createSite(at.organizationId, body)).data

/** The titles of what lies in a structure, whole. */
function titlesIn({ structure }: SiteStructure): unknown[] {
  return structure.map((item) => {
    if (item.object === 'site-section-group') return { [item.title]: item.sections.map(({ title }) => title) }
    return item.title
  })
}

test('a site becomes one of sections and groups, and content shows the addresses that the site shows', async () => {
  const { orgs, spaces } = at.admin
  const org = at.organizationId
  const [manual, guide, notes] = [await makeSpace('Manual'), await makeSpace('Guide'), await makeSpace('Notes')]
  const { id: site } = await makeSite({ title: 'Docs', spaces: [manual.id, guide.id] })
  await orgs.publishSite(org, site)
  const added = (await orgs.addSectionToSite(org, site, { spaceId: notes.id, title: 'Diary', icon: 'pen' })).data
  const more = (await orgs.addSectionGroupToSite(org, site, { title: 'More', sections: [added.id] })).data
  const structure = async () => titlesIn((await orgs.getSiteStructure(org, site)).data)
  expect(await structure()).toEqual(['Docs', { More: ['Diary'] }])

  const [docs] = (await orgs.listSiteSections(org, site)).data.items as [SiteSection]
  await orgs.sortSiteStructure(org, site, {
    item: { type: 'site-section-group', id: more.id },
    position: { before: { type: 'site-section', id: docs.id } },
  })
  expect(await structure()).toEqual([{ More: ['Diary'] }, 'Docs'])
  await orgs.moveSiteSectionGroup(org, site, more.id, {})
  await orgs.moveSiteSection(org, site, docs.id, {})
  await orgs.updateSiteSectionGroupById(org, site, more.id, { title: 'Further', icon: 'plus' })
  await orgs.removeSectionFromGroup(org, site, more.id, added.id)
  await orgs.addSectionToGroup(org, site, more.id, { sectionId: docs.id })
  expect(await structure()).toEqual([{ Further: ['Docs'] }, 'Diary'])
  expect((await orgs.listSiteSectionGroups(org, site)).data.items).toMatchObject([{ id: more.id, icon: 'plus' }])

  const [first, second] = docs.siteSpaces
  const position = { after: { type: 'site-space' as const, siteSpace: second?.id ?? '' } }
  await orgs.moveSiteSpace(org, site, first?.id ?? '', { position })
  await orgs.updateSiteSectionById(org, site, added.id, { path: 'diary-of-2026' })
  const { data } = await orgs.updateSiteById(org, site, {
    defaultSiteSection: added.id,
    proxy: 'engines.example.com/docs',
  })
  expect(data.proxy).toEqual({ origin: 'engines.example.com/docs', target: data.urls.published })
  const shown = await allPages((page) => orgs.listSiteSpaces(org, site, page))
  expect(shown.map(({ title, urls }) => [title, urls.published?.slice(data.urls.published?.length)])).toEqual([
    ['Guide', '/docs/guide'],
    ['Manual', '/docs'],
    ['Notes', ''],
  ])
  for (const { space, urls } of shown)
    expect((await spaces.getSpaceById(space.id)).data.urls.published).toBe(urls.published)

  expect((await orgs.deleteSiteSectionGroupById(org, site, more.id)).status).toBe(205)
  expect((await orgs.deleteSiteSectionById(org, site, added.id)).status).toBe(205)
  expect((await spaces.getSpaceById(notes.id)).data.visibility).toBe('private')
  expect((await spaces.getSpaceById(manual.id)).data.urls.published).toBe(data.urls.published)
})

test('a site is created with an empty space or with a sample to read', async () => {
  const { orgs, spaces } = at.admin
  for (const [kind, hasPages] of [
    ['empty', false],
    ['sample', true],
  ] as const) {
    const { id, siteSpaces } = await makeSite({ title: 'Handbook', spaces: kind as never })
    expect(siteSpaces).toBe(1)
    const [one] = (await orgs.listSiteSpaces(at.organizationId, id)).data.items
    expect(one).toMatchObject({ title: 'Handbook', default: true })
    expect((await spaces.listPages(one?.space.id ?? '')).data.pages.length > 0).toBe(hasPages)
  }
})

test('a guest sees a site through the space that they were granted, and nothing else of it', async () => {
  const org = at.organizationId
  const [open, closed] = [await makeSpace('Open'), await makeSpace('Closed')]
  const { id: site } = await makeSite({ title: 'Shared', spaces: [closed.id] })
  const section = (await at.admin.orgs.addSectionToSite(org, site, { spaceId: open.id })).data
  const guest = at.clients.Gil.orgs
  expect((await guest.listSites(org)).data.items).toEqual([])
  expect(await statusOf(guest.getSiteStructure(org, site))).toBe(404)
  await at.admin.spaces.inviteToSpace(open.id, { role: MemberRole.Read, users: [at.ids.Gil] })
  expect((await guest.listSites(org)).data).toMatchObject({ count: 1, items: [{ id: site, siteSpaces: 1 }] })
  expect((await guest.getSiteById(org, site)).data).toMatchObject({ title: 'Shared', siteSpaces: 1 })
  expect(titlesIn((await guest.getSiteStructure(org, site)).data)).toEqual(['Open'])
  expect(await statusOf(guest.updateSiteSectionById(org, site, section.id, { title: 'Mine' }))).toBe(403)
  expect(await statusOf(guest.addSpaceToSite(org, site, { spaceId: open.id }))).toBe(403)
  await at.admin.orgs.addSpaceToSite(org, site, { spaceId: (await makeSpace('Third')).id, sectionId: section.id })
  expect((await guest.listSiteSpaces(org, site)).data.count).toBe(1)
  expect((await at.clients.Bob.orgs.listSiteSpaces(org, site)).data.count).toBe(3)
})
