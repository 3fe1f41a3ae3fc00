import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Site } from '@quire/contracts'
import { sql as raw } from 'kysely'
import { siteSpaceSource } from '../../src/model/site-spaces.state.ts'
import { siteSource } from '../../src/model/sites.state.ts'
import { publicUrl, startWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.test.stop())

const titles = (sites: Site[]) => sites.map(({ title }) => title)

async function list(query: Record<string, string | string[]>, as = 'rex'): Promise<Site[]> {
  const answer = await world.send('listSites', { as, query })
  expect(answer.status).toBe(200)
  return answer.body.items
}

test('lists are filtered by title, type, publication and space, and a filter’s wildcards are plain text', async () => {
  const first = await world.makeSite({ title: 'Filter 100%', type: 'premium', spaces: ['manual'] })
  await world.makeSite({ title: 'filter two', type: 'ultimate', spaces: ['guide'] })
  await world.makeSite({ title: 'Filter three' })
  await world.send('publishSite', { params: { siteId: first.id } })
  expect(titles(await list({ title: 'FILTER' }))).toEqual(['Filter 100%', 'filter two', 'Filter three'])
  expect(titles(await list({ title: '%' }))).toEqual(['Filter 100%'])
  expect(titles(await list({ title: 'filter', published: 'true' }))).toEqual(['Filter 100%'])
  expect(titles(await list({ title: 'filter', published: 'false' }))).toEqual(['filter two', 'Filter three'])
  expect(titles(await list({ title: 'filter', type: 'ultimate' }))).toEqual(['filter two'])
  expect(titles(await list({ title: 'filter', type: ['premium', 'basic'] }))).toEqual(['Filter 100%', 'Filter three'])
  expect(titles(await list({ title: 'filter', space: 'manual' }))).toEqual(['Filter 100%'])
})

test('filtering by a hidden or deleted space does not tell which sites it is on', async () => {
  await world.makeSite({ title: 'With hidden', spaces: ['hidden', 'notes'] }, 'ada')
  expect(titles(await list({ space: 'hidden' }, 'ada'))).toEqual(['With hidden'])
  expect(await list({ space: 'hidden' }, 'rex')).toEqual([])
  await world.deleteSpace('notes')
  expect(await list({ space: 'notes' }, 'ada')).toEqual([])
  await world.deleteSpace('notes', false)
})

test('pages follow each other without loss, and a cursor that was changed or is another list’s is 400', async () => {
  for (const n of [1, 2, 3, 4, 5]) await world.makeSite({ title: `Page ${n}` })
  const query = { title: 'Page ', limit: '2' }
  const pages: Site[][] = []
  const counts: number[] = []
  let page: string | undefined
  do {
    const { body } = await world.send('listSites', { query: { ...query, ...(page && { page }) } })
    pages.push(body.items)
    counts.push(body.count)
    page = body.next?.page ?? undefined
    if (pages.length === 1) {
      const tampered = `${page?.startsWith('A') ? 'B' : 'A'}${page?.slice(1)}`
      for (const wrong of [
        { ...query, page: tampered },
        { ...query, title: 'x', page: page ?? '' },
      ]) {
        expect((await world.send('listSites', { query: wrong })).status).toBe(400)
      }
      expect((await world.send('listSites', { as: 'rex', query: { ...query, page: page ?? '' } })).status).toBe(400)
    }
  } while (page)
  expect(pages.map(titles)).toEqual([['Page 1', 'Page 2'], ['Page 3', 'Page 4'], ['Page 5']])
  expect(counts).toEqual([5, 5, 5])
})

test('a guest and a stranger see no sites; a reader sees them and changes nothing', async () => {
  const { id: siteId } = await world.makeSite({ title: 'Seen', spaces: ['manual'] })
  const params = { siteId }
  const reads = ['rex', 'gus', 'olga'].map((as) => world.send('getSiteById', { as, params }))
  expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([200, 404, 404])
  expect(await list({}, 'gus')).toEqual([])
  expect((await world.send('listSites', { as: 'olga' })).status).toBe(404)
  const writes = ['updateSiteById', 'publishSite', 'unpublishSite', 'deleteSiteById'] as const
  for (const id of writes) {
    expect([id, (await world.send(id, { as: 'rex', params, body: {} })).status]).toEqual([id, 403])
    expect([id, (await world.send(id, { as: 'gus', params, body: {} })).status]).toEqual([
      id,
      id === 'deleteSiteById' ? 403 : 404,
    ])
    expect([id, (await world.send(id, { as: 'olga', params, body: {} })).status]).toEqual([id, 404])
  }
})

test('a site of another organization is not reached through one’s own, to read, change or delete', async () => {
  const { id: siteId } = await world.makeSite({ title: 'Ours' })
  const input = { as: 'olga', params: { organizationId: 'other', siteId } }
  for (const id of ['getSiteById', 'publishSite', 'unpublishSite', 'listSiteSpaces'] as const) {
    expect([id, (await world.send(id, input)).status]).toEqual([id, 404])
  }
  expect((await world.send('updateSiteById', { ...input, body: {} })).status).toBe(404)
  expect((await world.send('deleteSiteById', input)).status).toBe(204)
  expect((await world.send('getSiteById', { params: { siteId } })).status).toBe(200)
})

test('a change answers the changed site, leaves out what is absent, and is told with a later version', async () => {
  const { id: siteId } = await world.makeSite({ title: 'Before' })
  const params = { siteId }
  const events = await world.test.eventsDuring(async () => {
    const body = { title: 'After', basename: 'after', agentsContext: 'excluded', adaptiveContent: { enabled: true } }
    const first = await world.send('updateSiteById', { params, body })
    expect(first.body).toMatchObject(body)
    expect((await world.send('updateSiteById', { params, body: {} })).body).toEqual(first.body)
  })
  expect(events.map(({ version }) => version)).toEqual([2, 3])
  expect(events[0]?.data).toMatchObject({
    title: 'After',
    agentsContext: 'excluded',
    address: `${publicUrl}/sites/after`,
  })
})

test('a basename that another site has is 409, and one that could not be an address 400', async () => {
  const [one, two] = [await world.makeSite(), await world.makeSite()]
  const rename = (siteId: string, basename: string) =>
    world.send('updateSiteById', { params: { siteId }, body: { basename } })
  expect((await rename(one.id, 'taken')).status).toBe(200)
  expect((await rename(one.id, 'taken')).status).toBe(200)
  expect((await rename(two.id, 'taken')).status).toBe(409)
  expect((await rename(two.id, '../x')).status).toBe(400)
  // If the basename is the key of another site's share link, that link would lead here.
  expect((await rename(two.id, 'ab'.repeat(16))).status).toBe(400)
})

test('deleting a site takes its spaces and share links with it, tells all, and is 204 the second time', async () => {
  const site = await world.makeSite({ spaces: ['manual'] })
  const params = { siteId: site.id }
  const [onSite] = await world.siteSpaces(site.id)
  await world.send('updateSiteById', { params, body: { defaultSiteSpace: onSite?.id } })
  const { body: link } = await world.send('createSiteShareLink', { params, body: { name: 'Partners' } })
  const events = await world.test.eventsDuring(async () => {
    expect((await world.send('deleteSiteById', { params })).status).toBe(205)
  })
  expect(events.map(({ type, data }) => [type, data])).toEqual([
    ['sites.site-space.removed.v1', { key: onSite?.id, version: 2 }],
    ['sites.share-link.removed.v1', { key: link.id, version: 2 }],
    ['sites.site.removed.v1', { key: site.id, version: 3 }],
  ])
  expect((await world.send('deleteSiteById', { params })).status).toBe(204)
  expect((await world.send('getSiteById', { params })).status).toBe(404)
  const sql = world.test.service.foundation.database.em.fork().getKysely() as never
  const audited = await raw`select state->'target' as target from audit_event
    where state->>'action' = 'deleteSiteById' and state->'target'->>'id' = ${site.id}`.execute(sql)
  expect(audited.rows).toEqual([{ target: { type: 'site', id: site.id, label: site.title } }])
})

test('a resynchronisation repeats every site and site space, page by page, as the events told them', async () => {
  const made = await world.makeSite({ title: 'Repeated', spaces: ['manual', 'guide'] })
  const sql = world.test.service.foundation.database.em.fork().getKysely() as never
  const states: unknown[] = []
  for (const one of [siteSource(publicUrl), siteSpaceSource]) {
    let after: string | undefined
    do {
      const page = await one.page(sql, after, 2)
      expect(page.states.length).toBeLessThanOrEqual(2)
      states.push(...page.states)
      after = page.next
    } while (after !== undefined)
  }
  const ofMade = states.filter((state) => JSON.stringify(state).includes(made.id))
  expect(ofMade).toMatchObject([{ id: made.id, version: 1 }, { spaceId: 'manual' }, { spaceId: 'guide' }])
  expect(new Set(states.map((state) => JSON.stringify(state))).size).toBe(states.length)
})

test('of a deleted site no row stays, whatever was made on it', async () => {
  const { id: siteId } = await world.makeSite({ spaces: ['manual'], visibility: 'share-link' }, 'ada')
  const [siteSpace] = await world.siteSpaces(siteId, { as: 'ada' })
  const params = { siteId, siteSpaceId: siteSpace?.id ?? '' }
  const jsonSchema = { type: 'object', properties: { beta: { type: 'boolean' } }, additionalProperties: false }
  const destination = { kind: 'external', url: 'https://example.com/' }
  const made = [
    ['addSectionToSite', { spaceId: 'guide', title: 'Guides' }],
    ['addSectionGroupToSite', { title: 'Group' }],
    ['createSiteShareLink', { name: 'Partners' }],
    ['createSiteRedirect', { source: '/old', destination }],
    ['createSiteMcpServer', { name: 'Tools', url: 'https://example.com/', headers: {} }],
    ['updateSiteAdaptiveSchema', { jsonSchema }],
    ['updateSiteCustomizationById', { title: 'Docs' }],
    ['overrideSiteSpaceCustomizationById', { title: 'Own' }],
    ['regenerateSitePublishingAuthById', undefined],
  ] as const
  for (const basename of ['early', 'late'])
    await world.send('updateSiteById', { as: 'ada', params, body: { basename } })
  for (const [id, body] of made) {
    const { status } = await world.send(id, { as: 'ada', params, ...(body && { body }) })
    expect([id, status < 300]).toEqual([id, true])
  }
  const sql = world.test.service.foundation.database.background
  const { rows: columns } = await raw<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = current_schema() and column_name in ('site_id', 'site_space_id')`.execute(sql)
  const rowsOf = async () => {
    const found: string[] = []
    for (const { table, column } of columns) {
      const ids = [siteId, params.siteSpaceId]
      const { rows } = await raw`select from ${raw.table(table)} where ${raw.ref(column)} = any(${ids})`.execute(sql)
      if (rows.length > 0) found.push(table)
    }
    return found.sort()
  }
  expect(await rowsOf()).toEqual([
    ...['address_history', 'address_history', 'basename_history', 'publishing_auth', 'share_link'],
    ...['site_adaptive_schema', 'site_customization', 'site_mark'],
    ...[
      'site_mcp_server',
      'site_redirect',
      'site_section',
      'site_section_group',
      'site_space',
      'site_space_customization',
    ],
  ])
  expect((await world.send('deleteSiteById', { as: 'ada', params })).status).toBe(205)
  expect(await rowsOf()).toEqual([])
})
