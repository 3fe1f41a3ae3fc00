import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Kysely, sql as raw } from 'kysely'
import { startWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.test.stop())

/** A site with the sections manual and guide, and notes in the group More. */
async function siteOfThree() {
  const { id: siteId } = await world.makeSite()
  const ids: string[] = []
  for (const spaceId of ['manual', 'guide', 'notes']) ids.push((await world.addSection(siteId, { spaceId })).id)
  const [manual = '', guide = '', notes = ''] = ids
  const body = { title: 'More', sections: [notes] }
  const more = await world.send('addSectionGroupToSite', { params: { siteId }, body })
  return { siteId, manual, guide, notes, more: String(more.body.id) }
}

const sort = (siteId: string, item: object, position?: object, as = 'cleo') =>
  world.send('sortSiteStructure', { as, params: { siteId }, body: { item, position } })
const section = (id: string) => ({ type: 'site-section', id })
const group = (id: string) => ({ type: 'site-section-group', id })
const space = (id: string | undefined) => ({ type: 'site-space', id: id ?? '' })

test('sections and groups share one order; before, after and without a position each find their place', async () => {
  const { siteId, manual, guide, more } = await siteOfThree()
  const names = async () => (await world.outline(siteId)).map((one) => Object.keys(one as object)[0])
  expect((await sort(siteId, group(more), { before: section(guide) })).body).toMatchObject({ id: more, title: 'More' })
  expect(await names()).toEqual(['manual*', 'More', 'guide'])
  expect((await sort(siteId, section(manual), { after: group(more) })).body).toMatchObject({
    id: manual,
    default: true,
  })
  expect(await names()).toEqual(['More', 'manual*', 'guide'])
  await sort(siteId, group(more))
  expect(await names()).toEqual(['manual*', 'guide', 'More'])
  await world.send('moveSiteSection', {
    params: { siteId, siteSectionId: guide },
    body: { position: { before: { type: 'site-section', siteSection: manual } } },
  })
  await world.send('moveSiteSectionGroup', {
    params: { siteId, siteSectionGroupId: more },
    body: { position: { after: section(guide) } },
  })
  expect(await names()).toEqual(['guide', 'More', 'manual*'])
})

test('spaces move among those of their section or flat site, and stay or are not the default', async () => {
  const { id: siteId } = await world.makeSite({ spaces: ['manual', 'guide', 'notes'] })
  const [manual, , notes] = await world.siteSpaces(siteId)
  const body = { position: { before: { type: 'site-space', siteSpace: manual?.id } } }
  const params = { siteId, siteSpaceId: notes?.id ?? '' }
  const events = await world.test.eventsDuring(async () => {
    expect((await world.send('moveSiteSpace', { params, body })).body).toEqual(notes)
    expect(await world.outline(siteId)).toEqual(['notes', 'manual*', 'guide'])
    expect((await sort(siteId, space(manual?.id), {})).body).toEqual(manual)
  })
  expect(await world.outline(siteId)).toEqual(['notes', 'guide', 'manual*'])
  expect(events).toEqual([])
})

test('a position that is none is 400, one beside what is not there 404, and nothing moves', async () => {
  const { siteId, manual, guide, notes, more } = await siteOfThree()
  const other = await siteOfThree()
  const before = [await world.outline(siteId), await world.outline(other.siteId)]
  const [first] = await world.siteSpaces(siteId)
  const refused: [item: object, position: object, status: number][] = [
    [section(manual), { before: section(manual) }, 400],
    [section(manual), { before: section(guide), after: section(guide) }, 400],
    [section(manual), { after: section(notes) }, 400],
    [section(manual), { before: space(first?.id) }, 400],
    [group(more), { before: section(notes) }, 400],
    [section(manual), { before: section(other.guide) }, 404],
    [section(manual), { before: group(guide) }, 404],
    [section(other.manual), {}, 404],
    [group(other.more), { before: section(manual) }, 404],
    [space('nothing'), {}, 404],
  ]
  for (const [item, position, status] of refused)
    expect([item, position, (await sort(siteId, item, position)).status]).toEqual([item, position, status])
  for (const [as, status] of Object.entries({ rex: 403, gus: 404, olga: 404 }))
    expect([as, (await sort(siteId, section(manual), {}, as)).status]).toEqual([as, status])
  expect([await world.outline(siteId), await world.outline(other.siteId)]).toEqual(before)
})

test('a space that the caller may not read is neither moved nor a neighbour', async () => {
  const { id: siteId } = await world.makeSite({ spaces: ['hidden', 'manual'] }, 'ada')
  const [hidden, manual] = await world.siteSpaces(siteId, { as: 'ada' })
  expect((await sort(siteId, space(hidden?.id))).status).toBe(404)
  expect((await sort(siteId, space(manual?.id), { before: space(hidden?.id) })).status).toBe(404)
  expect(await world.outline(siteId, 'ada')).toEqual(['hidden*', 'manual'])
})

test('keys stay short however often something is moved into the same gap', async () => {
  const { id: siteId } = await world.makeSite({ spaces: ['manual', 'guide', 'notes'] })
  const sql = world.test.service.foundation.database.em.fork().getKysely() as unknown as Kysely<never>
  const [manual] = await world.siteSpaces(siteId)
  await raw`update site_space set order_key = 'a0' || repeat('V', 63) where site_id = ${siteId} and path = 'guide'`.execute(
    sql,
  )
  await raw`update site_space set order_key = 'a0' || repeat('V', 64) where site_id = ${siteId} and path = 'notes'`.execute(
    sql,
  )
  const [, guide] = await world.siteSpaces(siteId)
  await sort(siteId, space(manual?.id), { after: space(guide?.id) })
  expect(await world.outline(siteId)).toEqual(['guide', 'manual*', 'notes'])
  const { rows } =
    await raw`select max(length(order_key)) as longest from site_space where site_id = ${siteId}`.execute(sql)
  expect(rows).toEqual([{ longest: 2 }])
})

test('moves, additions and removals at the same moment leave one default and every space once', async () => {
  const { siteId, manual, guide, notes } = await siteOfThree()
  const [first] = await world.siteSpaces(siteId)
  const remove = (siteSectionId: string) => world.send('deleteSiteSectionById', { params: { siteId, siteSectionId } })
  const answers = await Promise.all([
    remove(manual),
    remove(manual),
    sort(siteId, section(manual), { after: section(guide) }),
    world.send('updateSiteById', { params: { siteId }, body: { defaultSiteSection: manual } }),
    world.send('updateSiteById', { params: { siteId }, body: { defaultSiteSection: notes } }),
    world.send('deleteSiteSpaceById', { params: { siteId, siteSpaceId: first?.id ?? '' } }),
    sort(siteId, section(guide)),
  ])
  const known = [200, 204, 205, 400, 404]
  expect(answers.filter(({ status }) => !known.includes(status))).toEqual([])
  expect(
    answers
      .slice(0, 2)
      .map(({ status }) => status)
      .sort(),
  ).toEqual([204, 205])
  const { body } = await world.send('listSiteSections', { params: { siteId } })
  expect(body.items.map(({ id }: { id: string }) => id).sort()).toEqual([guide, notes].sort())
  expect(body.items.filter((one: { default: boolean }) => one.default)).toHaveLength(1)
})

test('a site that is full takes no more spaces and no more sections: 409', async () => {
  const { siteId, manual } = await siteOfThree()
  const sql = world.test.service.foundation.database.em.fork().getKysely() as unknown as Kysely<never>
  await raw`
    insert into site_section (id, organization_id, site_id, title, path, order_key)
    select ${siteId} || n, 'acme', ${siteId}, 'Many', 'many-' || n, 'b' || n || '1' from generate_series(10, 206) n`.execute(
    sql,
  )
  const add = () => world.send('addSectionToSite', { as: 'ada', params: { siteId }, body: { spaceId: 'hidden' } })
  expect((await add()).status).toBe(409)
  await raw`
    insert into site_space (id, organization_id, site_id, section_id, space_id, path, order_key, version)
    select ${siteId} || n, 'acme', ${siteId}, ${manual}, 'many-' || n, 'many-' || n, 'b' || n, 1
    from generate_series(4, 1000) n`.execute(sql)
  const body = { spaceId: 'hidden' }
  expect((await world.send('addSpaceToSite', { as: 'ada', params: { siteId }, body })).status).toBe(409)
})
