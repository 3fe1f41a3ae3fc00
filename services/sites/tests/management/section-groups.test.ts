import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.test.stop())

/** A site with the sections manual, guide and notes. */
async function siteOfThree() {
  const { id: siteId } = await world.makeSite()
  const ids: string[] = []
  for (const spaceId of ['manual', 'guide', 'notes']) ids.push((await world.addSection(siteId, { spaceId })).id)
  const [manual = '', guide = '', notes = ''] = ids
  return { siteId, manual, guide, notes }
}

const group = (siteId: string, body: object) => world.send('addSectionGroupToSite', { params: { siteId }, body })
const groupId = async (siteId: string, body: object): Promise<string> => (await group(siteId, body)).body.id

test('a group takes sections in the order named and stands last; a group in it is shown in it', async () => {
  const { siteId, manual, guide, notes } = await siteOfThree()
  const { status, body } = await group(siteId, { title: 'More', icon: 'plus', sections: [notes, manual] })
  expect(status).toBe(201)
  expect(body).toMatchObject({ object: 'site-section-group', title: 'More', icon: 'plus' })
  expect(body.sections).toEqual(body.children)
  expect(body.children).toMatchObject([
    { id: notes, sectionGroup: body.id },
    { id: manual, sectionGroup: body.id },
  ])
  const inner = await group(siteId, { title: 'Inner', parent: body.id, sections: [guide] })
  expect(inner.body).toMatchObject({ sectionGroup: body.id })
  const both = [{ notes: ['notes*'] }, { 'manual*': ['manual*'] }, { Inner: [{ guide: ['guide*'] }] }]
  expect(await world.outline(siteId)).toEqual([{ More: both }])
  const list = await world.send('listSiteSectionGroups', { params: { siteId }, query: { limit: '1' } })
  expect([list.body.items[0].children[2].title, list.body.count]).toEqual(['Inner', 2])
  const rest = await world.send('listSiteSectionGroups', {
    params: { siteId },
    query: { limit: '1', page: list.body.next.page },
  })
  expect(rest.body.items).toEqual([inner.body])
})

test('a section goes into a group and out of it, behind the group; twice changes nothing', async () => {
  const { siteId, manual, guide } = await siteOfThree()
  const params = { siteId, siteSectionGroupId: await groupId(siteId, { title: 'More', sections: [manual] }) }
  const into = (sectionId: string) => world.send('addSectionToGroup', { params, body: { sectionId } })
  const out = (siteSectionId: string) => world.send('removeSectionFromGroup', { params: { ...params, siteSectionId } })
  for (let times = 0; times < 2; times += 1) expect((await into(guide)).status).toBe(201)
  const more = { More: [{ 'manual*': ['manual*'] }, { guide: ['guide*'] }] }
  expect(await world.outline(siteId)).toEqual([{ notes: ['notes*'] }, more])
  expect([(await out(manual)).status, (await out(manual)).status]).toEqual([205, 204])
  expect(await world.outline(siteId)).toEqual([
    { notes: ['notes*'] },
    { More: [{ guide: ['guide*'] }] },
    { 'manual*': ['manual*'] },
  ])
})

test('a deleted group leaves what it holds in its place', async () => {
  const { siteId, manual, notes } = await siteOfThree()
  const outer = await groupId(siteId, { title: 'Outer', sections: [manual] })
  await group(siteId, { title: 'Inner', parent: outer, sections: [notes] })
  await group(siteId, { title: 'Last' })
  const remove = () => world.send('deleteSiteSectionGroupById', { params: { siteId, siteSectionGroupId: outer } })
  expect([(await remove()).status, (await remove()).status]).toEqual([205, 204])
  expect(await world.outline(siteId)).toEqual([
    { guide: ['guide*'] },
    { 'manual*': ['manual*'] },
    { Inner: [{ notes: ['notes*'] }] },
    { Last: [] },
  ])
})

test('a group changes its title and removes its icon', async () => {
  const { siteId } = await siteOfThree()
  const params = { siteId, siteSectionGroupId: await groupId(siteId, { title: 'Old', icon: 'plus' }) }
  const { body } = await world.send('updateSiteSectionGroupById', { params, body: { title: 'New', icon: null } })
  expect(body.title).toBe('New')
  expect(body).not.toHaveProperty('icon')
})

test('groups nest five deep, and only on one site', async () => {
  const [{ siteId, manual }, other] = [await siteOfThree(), await siteOfThree()]
  let parent: string | undefined
  for (let depth = 1; depth <= 5; depth += 1) parent = await groupId(siteId, { title: `${depth}`, parent })
  const before = [await world.outline(siteId), await world.outline(other.siteId)]
  const refused: [body: object, status: number, field: string][] = [
    [{ title: '6', parent }, 400, 'body.parent'],
    [{ title: 'Same', sections: [manual, manual] }, 400, 'body.sections.1'],
    [{ title: 'Theirs', sections: [manual, other.manual] }, 404, 'body.sections.1'],
  ]
  for (const [body, status, field] of refused) {
    const answer = await group(siteId, body)
    expect([answer.status, answer.body.error.message]).toEqual([status, expect.stringContaining(field)])
  }
  expect((await group(other.siteId, { title: 'In theirs', parent })).status).toBe(404)
  const params = { siteId: other.siteId, siteSectionGroupId: parent ?? '' }
  const intoTheirs = { siteId, siteSectionGroupId: parent ?? '' }
  const body = { sectionId: other.manual }
  expect((await world.send('addSectionToGroup', { params: intoTheirs, body })).status).toBe(404)
  for (const id of ['addSectionToGroup', 'updateSiteSectionGroupById', 'moveSiteSectionGroup'] as const)
    expect([id, (await world.send(id, { params, body })).status]).toEqual([id, 404])
  expect((await world.send('deleteSiteSectionGroupById', { params })).status).toBe(204)
  expect([await world.outline(siteId), await world.outline(other.siteId)]).toEqual(before)
})

test('readers are shown a group where they may read something in it, however deep', async () => {
  const { id: siteId } = await world.makeSite()
  const hidden = await world.addSection(siteId, { spaceId: 'hidden' }, 'ada')
  const manual = await world.addSection(siteId, { spaceId: 'manual' }, 'ada')
  await group(siteId, { title: 'Secret', sections: [hidden.id] })
  const parent = await groupId(siteId, { title: 'Outer' })
  await group(siteId, { title: 'Inner', parent, sections: [manual.id] })
  const seen = [{ Outer: [{ Inner: [{ manual: ['manual*'] }] }] }]
  expect(await world.outline(siteId, 'rex')).toEqual(seen)
  const list = async (as: string) => (await world.send('listSiteSectionGroups', { as, params: { siteId } })).body
  expect(await list('rex')).toMatchObject({ count: 2, items: [{ title: 'Outer' }, { title: 'Inner' }] })
  expect(await list('cleo')).toMatchObject({ count: 3, items: [{ title: 'Secret' }, { children: [{}] }, {}] })
})
