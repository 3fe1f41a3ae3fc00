import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { siteSpace } from '@quire/contracts'
import { startWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.test.stop())

const add = (siteId: string, body: object, as = 'cleo') =>
  world.send('addSectionToSite', { as, params: { siteId }, body })
const update = (siteId: string, siteSectionId: string, body: object, as = 'cleo') =>
  world.send('updateSiteSectionById', { as, params: { siteId, siteSectionId }, body })
const remove = (siteId: string, siteSectionId: string, as = 'cleo') =>
  world.send('deleteSiteSectionById', { as, params: { siteId, siteSectionId } })

/** A site whose section `docs` holds manual and guide, and whose section `notes` holds notes. */
async function siteOfTwo() {
  const { id: siteId } = await world.makeSite({ title: 'Docs', spaces: ['manual', 'guide'] })
  const notes = await world.addSection(siteId, { spaceId: 'notes' })
  const { body } = await world.send('listSiteSections', { params: { siteId } })
  return { siteId, docs: body.items[0], notes }
}

test('the first section of an empty site is its default and has the name of its space', async () => {
  const { id: siteId } = await world.makeSite()
  const { status, body } = await add(siteId, { spaceId: 'manual', icon: 'book' })
  expect(status).toBe(201)
  expect(body).toMatchObject({ object: 'site-section', title: 'Manual', path: 'manual', icon: 'book', default: true })
  expect(body.siteSpaces).toMatchObject([{ section: body.id, default: true, path: 'manual', space: { id: 'manual' } }])
  expect(await world.outline(siteId)).toEqual([{ 'manual*': ['manual*'] }])
})

test('the first section of a site with spaces leaves these in a default section of the site’s name', async () => {
  const { id: siteId } = await world.makeSite({ title: 'Docs', spaces: ['manual', 'guide'] })
  const [manual, guide] = await world.siteSpaces(siteId)
  await world.send('updateSiteById', { params: { siteId }, body: { defaultSiteSpace: guide?.id } })
  const notes = await world.addSection(siteId, { spaceId: 'notes', title: 'Diary' })
  expect(await world.outline(siteId)).toEqual([{ 'docs*': ['manual', 'guide*'] }, { diary: ['notes*'] }])
  expect((await world.siteSpaces(siteId)).map(({ id }) => id)).toEqual([manual?.id, guide?.id, notes.siteSpaces[0]?.id])
})

test('a default’s address is that of what it is the default of, and every change of an address is told', async () => {
  const { siteId, docs, notes } = await siteOfTwo()
  const { body: published } = await world.send('publishSite', { params: { siteId } })
  const addresses = async () =>
    (await world.siteSpaces(siteId)).map(({ urls }) => urls.published?.split(published.urls.published)[1])
  expect(await addresses()).toEqual(['', '/docs/guide', '/notes'])
  const events = await world.test.eventsDuring(async () => {
    const { body } = await update(siteId, notes.id, { path: 'diary' })
    expect(body.urls).toEqual({ published: `${published.urls.published}/diary` })
    await world.send('updateSiteById', { params: { siteId }, body: { defaultSiteSection: notes.id } })
    await update(siteId, docs.id, { defaultSiteSpace: docs.siteSpaces[1].id, condition: 'true' })
  })
  expect(await addresses()).toEqual(['/docs/manual', '/docs', ''])
  const told = events.filter(({ type }) => type === siteSpace.saved.type).map(({ data }) => data as never)
  expect(told.map(({ path, address, conditions }) => [path, address, conditions])).toEqual([
    ['notes', 'diary', []],
    ['manual', 'docs', []],
    ['notes', '', []],
    ['manual', 'docs/manual', ['true']],
    ['guide', 'docs', ['true']],
  ])
})

test('a space is added to the section named, else to the default one; each section has paths of its own', async () => {
  const { siteId, notes } = await siteOfTwo()
  const into = (body: object) => world.send('addSpaceToSite', { as: 'ada', params: { siteId }, body })
  expect((await into({ spaceId: 'shelf', sectionId: notes.id })).body.section).toBe(notes.id)
  expect((await into({ spaceId: 'hidden' })).status).toBe(201)
  const other = await siteOfTwo()
  expect((await into({ spaceId: 'hidden', sectionId: other.notes.id })).status).toBe(404)
  expect(await world.outline(siteId, 'ada')).toEqual([
    { 'docs*': ['manual*', 'guide', 'hidden'] },
    { notes: ['notes*', 'shelf'] },
  ])
  const [, guide] = await world.siteSpaces(siteId)
  const params = { siteId, siteSpaceId: guide?.id ?? '' }
  for (const [path, status] of [
    ['Manual', 409],
    ['notes', 200],
    // A site has addresses of its own there.
    ...(['-', '~', 'v1/~', '-/v1', '~gitbook/mcp'] as const).map((reserved) => [reserved, 400] as const),
    ['-v1/v~2', 200],
  ] as const) {
    const answer = await world.send('updateSiteSpaceById', { params, body: { path } })
    expect([path, answer.status]).toEqual([path, status])
  }
})

test('a section keeps what is changed, removes what is null, and refuses a path that is taken or none', async () => {
  const { siteId, notes } = await siteOfTwo()
  const body = { title: 'Diary', icon: 'pen', description: 'By day', condition: 'true', path: 'Diary' }
  expect((await update(siteId, notes.id, body)).body).toMatchObject(body)
  const { body: cleared } = await update(siteId, notes.id, { icon: null, description: null, condition: null })
  expect(cleared).toMatchObject({ title: 'Diary', path: 'Diary' })
  for (const name of ['icon', 'description', 'condition']) expect(cleared).not.toHaveProperty(name)
  const taken = { docs: 409, DOCS: 409 }
  const impossible = { '..': 400, 'a/b': 400, '.git': 400, '': 400, '-': 400, '~': 400, '~gitbook': 400 }
  for (const [path, status] of Object.entries({ ...taken, ...impossible }))
    expect([path, (await update(siteId, notes.id, { path })).status]).toEqual([path, status])
  expect((await add(siteId, { spaceId: 'shelf', title: 'diary' }, 'ada')).body.path).toBe('diary-2')
})

test('a condition of a section that cannot be read is 400 with its place', async () => {
  const { siteId, notes } = await siteOfTwo()
  const { status, body } = await update(siteId, notes.id, { condition: 'visitor.claims. ===' })
  expect([status, body.error.message]).toEqual([400, expect.stringMatching(/^body\.condition: .*column \d+/)])
})

test('a condition is changed or removed by those only who may open the spaces that it keeps closed', async () => {
  const { id: siteId } = await world.makeSite({ spaces: ['shelf', 'manual'] }, 'ada')
  const notes = await world.addSection(siteId, { spaceId: 'hidden' }, 'ada')
  const [shelf] = await world.siteSpaces(siteId, { as: 'ada' })
  const params = { siteId, siteSpaceId: shelf?.id ?? '' }
  const ofSpace = async (condition: string | null, as?: string) =>
    (await world.send('updateSiteSpaceById', { as, params, body: { condition } })).status
  const ofSection = async (body: object, as?: string) => (await update(siteId, notes.id, body, as)).status
  expect([await ofSpace('false', 'ada'), await ofSection({ condition: 'false' }, 'ada')]).toEqual([200, 200])
  for (const condition of [null, '', 'true']) {
    expect([await ofSpace(condition), await ofSection({ condition })]).toEqual([403, 403])
  }
  expect([await ofSpace('false'), await ofSpace(null, 'ada')]).toEqual([200, 200])
  expect(await ofSpace('false')).toBe(200)
  expect(await ofSection({ condition: null }, 'ada')).toBe(200)
})

test('a default that is not on its level is 400 and stays what it was', async () => {
  const { siteId, docs, notes } = await siteOfTwo()
  const other = await siteOfTwo()
  const foreign = [notes.siteSpaces[0]?.id, other.docs.siteSpaces[0].id, 'nothing']
  for (const defaultSiteSpace of foreign) {
    expect((await update(siteId, docs.id, { defaultSiteSpace })).status).toBe(400)
    expect((await world.send('updateSiteById', { params: { siteId }, body: { defaultSiteSpace } })).status).toBe(400)
  }
  const body = { defaultSiteSection: other.notes.id }
  expect((await world.send('updateSiteById', { params: { siteId }, body })).status).toBe(400)
  expect(await world.outline(siteId)).toEqual([{ 'docs*': ['manual*', 'guide'] }, { notes: ['notes*'] }])
})

test('a section leaves with its spaces and hands the default on; the last one leaves an empty site', async () => {
  const { siteId, docs, notes } = await siteOfTwo()
  await world.send('publishSite', { params: { siteId } })
  const events = await world.test.eventsDuring(async () => {
    expect((await remove(siteId, docs.id)).status).toBe(205)
    expect((await remove(siteId, docs.id)).status).toBe(204)
  })
  expect(events.map(({ type, data }) => [type, (data as { address?: string }).address])).toEqual([
    [siteSpace.removed.type, undefined],
    [siteSpace.removed.type, undefined],
    [siteSpace.saved.type, ''],
  ])
  expect(await world.outline(siteId)).toEqual([{ 'notes*': ['notes*'] }])
  expect((await remove(siteId, notes.id)).status).toBe(205)
  expect((await world.send('getSiteStructure', { params: { siteId } })).body).toEqual({
    type: 'siteSpaces',
    structure: [],
  })
  expect((await world.send('deleteSiteById', { params: { siteId } })).status).toBe(205)
})

test('readers are shown sections in which they may read a space; who changes the site sees them all', async () => {
  const { id: siteId } = await world.makeSite()
  for (const spaceId of ['hidden', 'manual']) await world.addSection(siteId, { spaceId }, 'ada')
  const list = async (as: string) => (await world.send('listSiteSections', { as, params: { siteId } })).body
  expect(await list('rex')).toMatchObject({ count: 1, items: [{ title: 'Manual' }] })
  expect(await list('cleo')).toMatchObject({
    count: 2,
    items: [{ title: 'Hidden', siteSpaces: [] }, { title: 'Manual' }],
  })
  expect(await world.outline(siteId, 'rex')).toEqual([{ manual: ['manual*'] }])
  await world.deleteSpace('manual')
  expect(await list('rex')).toEqual({ count: 0, items: [] })
  await world.deleteSpace('manual', false)
})

test('a deleted space hands the default of its section and of the site on; restored, both come back', async () => {
  const { siteId } = await siteOfTwo()
  await world.deleteSpace('manual')
  expect(await world.outline(siteId)).toEqual([{ 'docs*': ['guide*'] }, { notes: ['notes*'] }])
  await world.deleteSpace('guide')
  expect(await world.outline(siteId)).toEqual([{ docs: [] }, { 'notes*': ['notes*'] }])
  await world.deleteSpace('manual', false)
  await world.deleteSpace('guide', false)
  expect(await world.outline(siteId)).toEqual([{ 'docs*': ['manual*', 'guide'] }, { notes: ['notes*'] }])
})

test('pages of sections follow their order', async () => {
  const { siteId, docs, notes } = await siteOfTwo()
  const params = { siteId }
  const first = await world.send('listSiteSections', { params, query: { limit: '1' } })
  const second = await world.send('listSiteSections', { params, query: { limit: '1', page: first.body.next.page } })
  expect([first, second].map(({ body }) => [body.items[0].id, body.count])).toEqual([
    [docs.id, 2],
    [notes.id, 2],
  ])
  expect(second.body.next).toBeUndefined()
})

test('what may not be opened makes no section, and no section of another site is reached', async () => {
  const [{ siteId }, other] = [await siteOfTwo(), await siteOfTwo()]
  const before = await world.outline(siteId)
  const spaceIds = { hidden: 404, foreign: 404, shelf: 403, manual: 409 }
  for (const [spaceId, status] of Object.entries(spaceIds))
    expect([spaceId, (await add(siteId, { spaceId })).status]).toEqual([spaceId, status])
  expect((await update(siteId, other.notes.id, { title: 'Mine' })).status).toBe(404)
  expect((await remove(siteId, other.notes.id)).status).toBe(204)
  for (const [as, status] of Object.entries({ rex: 403, gus: 404, olga: 404 }))
    expect([as, (await remove(siteId, other.notes.id, as)).status]).toEqual([as, status])
  expect(await world.outline(siteId)).toEqual(before)
  expect(await world.outline(other.siteId)).toEqual(before)
})
