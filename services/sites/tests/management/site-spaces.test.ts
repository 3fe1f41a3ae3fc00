import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { member, siteSpace, space, spaceCounters } from '@quire/contracts'
import { acme, publicUrl, startWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.test.stop())

const add = (siteId: string, body: object, as = 'cleo') =>
  world.send('addSpaceToSite', { as, params: { siteId }, body })

test('an added space is shown whole, goes last, and is told', async () => {
  const { id: siteId } = await world.makeSite({ spaces: ['guide'] })
  let id = ''
  const events = await world.test.eventsDuring(async () => {
    const { status, body } = await add(siteId, { spaceId: 'manual' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      object: 'site-space',
      path: 'manual',
      title: 'Manual',
      default: false,
      hasAdvancedCustomizationFeature: true,
      urls: {},
      space: {
        id: 'manual',
        title: 'Manual',
        visibility: 'private',
        organization: acme,
        urls: { location: `${publicUrl}/v1/spaces/manual` },
        permissions: { view: true, admin: true, edit: true },
      },
    })
    id = body.id
  })
  const told = { id, version: 1, organizationId: acme, siteId, spaceId: 'manual' }
  expect(events.map(({ type, data }) => [type, data])).toEqual([
    [siteSpace.saved.type, { ...told, path: 'manual', address: 'manual', conditions: [] }],
  ])
  expect((await world.siteSpaces(siteId)).map((one) => one.space.id)).toEqual(['guide', 'manual'])
})

test('a space shows the counters that content told last, and none before', async () => {
  const { id: siteId } = await world.makeSite({ spaces: ['manual'] })
  const shown = async () => (await world.siteSpaces(siteId))[0]?.space
  expect(await shown()).toMatchObject({ comments: 0, changeRequests: 0, changeRequestsOpen: 0, changeRequestsDraft: 0 })
  const counters = { comments: 3, changeRequests: 4, changeRequestsOpen: 2, changeRequestsDraft: 1 }
  await world.test.publishEvent(spaceCounters.saved, { spaceId: 'manual', version: 2, ...counters })
  await world.test.publishEvent(spaceCounters.saved, { spaceId: 'manual', version: 1, ...counters, comments: 2 })
  await world.test.settled()
  expect(await shown()).toMatchObject(counters)
  await world.test.publishRemoval(spaceCounters, 'manual', 3)
  await world.test.settled()
  expect(await shown()).toMatchObject({ comments: 0 })
})

test('a space that is on the site already is 409; it may be on another site', async () => {
  const { id: siteId } = await world.makeSite({ spaces: ['manual'] })
  expect((await add(siteId, { spaceId: 'manual' })).status).toBe(409)
  const other = await world.makeSite()
  expect((await add(other.id, { spaceId: 'manual' })).status).toBe(201)
})

test('spaces added at the same moment all find a place, and the same one only once', async () => {
  const { id: siteId } = await world.makeSite()
  const spaceIds = ['manual', 'guide', 'notes', 'manual']
  const answers = await Promise.all(spaceIds.map((spaceId) => add(siteId, { spaceId })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409])
  expect((await world.siteSpaces(siteId)).map((one) => one.space.id).sort()).toEqual(['guide', 'manual', 'notes'])
})

test('two spaces of one title get paths of their own, and a title without letters gets one too', async () => {
  const titled = { organizationId: acme, collectionId: null, title: 'Café & Bar' }
  for (const id of ['bar-1', 'bar-2']) await world.test.publishEvent(space.saved, { ...space.sample, ...titled, id })
  await world.test.publishEvent(space.saved, { ...space.sample, ...titled, id: 'dots', title: '…' })
  await world.test.settled()
  const { id: siteId } = await world.makeSite({ spaces: ['bar-1', 'bar-2', 'dots'] })
  expect((await world.siteSpaces(siteId)).map(({ path }) => path)).toEqual(['café-bar', 'café-bar-2', 'docs'])
  await world.send('publishSite', { params: { siteId } })
  const [, second] = await world.siteSpaces(siteId)
  expect(second?.urls.published).toBe(`${publicUrl}/sites/${siteId}/caf%C3%A9-bar-2`)
})

test('what may not be opened is not added: 404 unseen, 403 read only; 400 without a space; 404 for a section', async () => {
  const { id: siteId } = await world.makeSite()
  const bodies = [
    { spaceId: 'hidden' },
    { spaceId: 'foreign' },
    { spaceId: 'shelf' },
    {},
    { spaceId: 'manual', sectionId: 's' },
  ]
  const answers = await Promise.all(bodies.map((body) => add(siteId, body)))
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 403, 400, 404])
  expect((await add(siteId, { spaceId: 'manual' }, 'rex')).status).toBe(403)
  expect((await add('nowhere', { spaceId: 'manual' })).status).toBe(404)
  expect(await world.siteSpaces(siteId)).toEqual([])
})

test('a member is shown only the spaces they may read, with their own permissions, and the count says no more', async () => {
  const { id: siteId } = await world.makeSite({ spaces: ['hidden', 'shelf', 'manual'] }, 'ada')
  const { body } = await world.send('listSiteSpaces', { as: 'rex', params: { siteId } })
  expect(body.items.map((one: { space: { id: string } }) => one.space.id)).toEqual(['shelf', 'manual'])
  expect(body.count).toBe(2)
  expect(body.items[1].space.permissions).toMatchObject({ view: true, edit: false, admin: false })
  expect((await world.siteSpaces(siteId, { as: 'ada' })).map((one) => one.space.id)).toEqual([
    'hidden',
    'shelf',
    'manual',
  ])
  expect(await world.siteSpaces(siteId, { as: 'rex', query: { default: 'true' } })).toEqual([])
})

test('a deleted space is hidden from its site and hands the default on; restored, both come back', async () => {
  const { id: siteId } = await world.makeSite({ spaces: ['notes', 'manual'] })
  const shown = async () => (await world.siteSpaces(siteId)).map((one) => [one.space.id, one.default])
  await world.deleteSpace('notes')
  expect(await shown()).toEqual([['manual', true]])
  await world.deleteSpace('notes', false)
  expect(await shown()).toEqual([
    ['notes', true],
    ['manual', false],
  ])
})

test('the default is the site space that was chosen, the filter splits by it, and only one of this site may be', async () => {
  const { id: siteId } = await world.makeSite({ spaces: ['manual', 'guide', 'notes'] })
  const elsewhere = await world.makeSite({ spaces: ['manual'] })
  const [, chosen] = await world.siteSpaces(siteId)
  const [foreign] = await world.siteSpaces(elsewhere.id)
  const choose = (defaultSiteSpace: string | undefined) =>
    world.send('updateSiteById', { params: { siteId }, body: { defaultSiteSpace } })
  expect((await choose(foreign?.id)).status).toBe(400)
  expect((await choose(chosen?.id)).status).toBe(200)
  const ids = async (flag: string) =>
    (await world.siteSpaces(siteId, { query: { default: flag } })).map((one) => one.space.id)
  expect(await ids('true')).toEqual(['guide'])
  expect(await ids('false')).toEqual(['manual', 'notes'])
  await world.send('deleteSiteSpaceById', { params: { siteId, siteSpaceId: chosen?.id ?? '' } })
  expect(await ids('true')).toEqual(['manual'])
})

test('pages keep the site’s order, and a changed cursor is 400', async () => {
  const { id: siteId } = await world.makeSite({ spaces: ['notes', 'guide', 'manual'] })
  const params = { siteId }
  const first = await world.send('listSiteSpaces', { params, query: { limit: '2' } })
  const page: string = first.body.next.page
  const second = await world.send('listSiteSpaces', { params, query: { limit: '2', page } })
  const items = [...first.body.items, ...second.body.items]
  expect(items.map((one) => one.space.id)).toEqual(['notes', 'guide', 'manual'])
  expect([second.body.next, second.body.count]).toEqual([undefined, 3])
  const tampered = `${page.startsWith('A') ? 'B' : 'A'}${page.slice(1)}`
  expect((await world.send('listSiteSpaces', { params, query: { limit: '2', page: tampered } })).status).toBe(400)
})

test('a space is taken off its own site only, told once, and 204 the second time', async () => {
  const { id: siteId } = await world.makeSite({ spaces: ['manual'] })
  const other = await world.makeSite()
  const siteSpaceId = (await world.siteSpaces(siteId))[0]?.id ?? ''
  const remove = (from: string, as = 'cleo') =>
    world.send('deleteSiteSpaceById', { as, params: { siteId: from, siteSpaceId } })
  expect((await remove(siteId, 'rex')).status).toBe(403)
  expect((await remove('nowhere')).status).toBe(404)
  expect((await remove(other.id)).status).toBe(204)
  const events = await world.test.eventsDuring(async () => {
    expect((await remove(siteId)).status).toBe(205)
    expect((await remove(siteId)).status).toBe(204)
  })
  expect(events.map(({ type, data }) => [type, data])).toEqual([
    [siteSpace.removed.type, { key: siteSpaceId, version: 2 }],
  ])
})

test('who becomes a guest of the organization loses its sites', async () => {
  const { id: siteId } = await world.makeSite({ spaces: ['manual'] })
  const rex = { ...member.sample, id: 'm-rex', organizationId: acme, userId: 'rex' }
  await world.test.publishEvent(member.saved, { ...rex, version: 2, role: null })
  await world.test.settled()
  expect((await world.send('listSiteSpaces', { as: 'rex', params: { siteId } })).status).toBe(404)
  await world.test.publishEvent(member.saved, { ...rex, version: 3, role: 'read' })
  await world.test.settled()
})

test('a space that went to another organization is on no site of the one it came from', async () => {
  const leaving = { ...space.sample, id: 'leaving', collectionId: null, title: 'Leaving' }
  await world.test.publishEvent(space.saved, { ...leaving, organizationId: acme })
  await world.test.settled()
  const { id: siteId } = await world.makeSite({ spaces: ['manual', 'leaving'] })
  await world.test.publishEvent(space.saved, { ...leaving, version: 2, organizationId: 'other' })
  await world.test.settled()
  expect((await world.siteSpaces(siteId)).map((one) => one.space.id)).toEqual(['manual'])
})
