import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql as raw } from 'kysely'
import { Content0021 } from '../../src/migrations/0021-specification-links.ts'
import { newBranch, page } from '../support/branch.ts'
import { startWorld, type World } from '../world.ts'
import { linksOf } from './described-links.ts'

let world: World
let presented: ReturnType<typeof linksOf>
beforeAll(async () => {
  world = await startWorld()
  presented = linksOf(world)
})
afterAll(() => world.stop())

async function spaceOf(title: string, body: object = {}) {
  const { id } = await world.makeSpace({ title, ...body })
  const ids = await world.publish(id, { [`${title} page`]: 'Text.', Doomed: 'Soon gone.' })
  return { id, page: ids[`${title} page`] ?? '', doomed: ids.Doomed ?? '' }
}

test('what lies outside is told as far as the caller may see it, and else as if it were not there', async () => {
  const [seen, hidden, dead] = [await spaceOf('Seen'), await spaceOf('Secret'), await spaceOf('Dead')]
  const { body: foreign } = await world.send('createSpace', {
    as: 'olga',
    params: { organizationId: 'other' },
    body: { title: 'Foreign' },
  })
  const { body: collection } = await world.send('createCollection', { body: { title: 'Secret shelf' } })
  await world.send('updateCollectionById', { params: { collectionId: collection.id }, body: { defaultLevel: null } })
  await world.send('updateSpaceById', { params: { spaceId: hidden.id }, body: { defaultLevel: null } })
  await world.send('deleteSpaceById', { params: { spaceId: dead.id } })
  const addresses = {
    seen: `/spaces/${seen.id}`,
    seenPage: `/spaces/${seen.id}/pages/${seen.page}#part`,
    seenDoomed: `/spaces/${seen.id}/pages/${seen.doomed}`,
    hidden: `/spaces/${hidden.id}`,
    hiddenPage: `/spaces/${hidden.id}/pages/${hidden.page}`,
    hiddenNowhere: `/spaces/${hidden.id}/pages/nowhere`,
    dead: `/spaces/${dead.id}`,
    absent: '/spaces/absent',
    foreign: `/spaces/${foreign.id}`,
    shelf: `/collections/${collection.id}`,
    rex: '/users/rex',
    olga: '/users/olga',
  }
  const { id: spaceId } = await world.makeSpace({ title: 'From' })
  const text = Object.values(addresses).map((address) => `[x](${address})`)
  const { From: pageId = '' } = await world.publish(spaceId, { From: text.join(' ') })

  /** The status of each address in a list of links. */
  const published = (items: string[]) =>
    Object.fromEntries(
      Object.entries(addresses).map(([name, address]) => {
        const item = items.find((one) => one.includes(` url ${address} <`))
        return [name, item ? item.split(' ')[0] : 'shown']
      }),
    )
  const branch = await newBranch(world, spaceId)
  await branch.made(page('Further', `${text.join(' ')} [more](/spaces/${hidden.id}/pages/${hidden.doomed})`))
  const lists = [
    ['listSpaceLinks', { spaceId }],
    ['listPageLinksInSpace', { spaceId, pageId }],
    ['listChangeRequestLinks', branch.params],
    ['listPageLinksInChangeRequest', { ...branch.params, pageId }],
  ] as const
  const always = { dead: 'broken', absent: 'broken', foreign: 'broken', olga: 'ok' }
  const there = { seen: 'shown', seenPage: 'shown', seenDoomed: 'shown', rex: 'shown' }
  for (const [id, params] of lists) {
    const forAda = await presented.list(id, params)
    expect(published(forAda.items)).toEqual({
      ...{ ...always, ...there, hidden: 'shown', hiddenPage: 'shown', shelf: 'shown' },
      hiddenNowhere: 'broken',
    })
    const forRex = await presented.list(id, params, {}, 'rex')
    const unseen = { hidden: 'broken', hiddenPage: 'broken', hiddenNowhere: 'broken', shelf: 'ok' }
    expect(published(forRex.items)).toEqual({ ...always, ...there, ...unseen })
    expect(forRex.items.join()).not.toContain('Secret')
    const isMore = id === 'listChangeRequestLinks'
    expect([forAda.stats.broken.total, forRex.stats.broken.total]).toEqual([4, isMore ? 7 : 6])
    expect([forAda.count, forRex.count]).toEqual(isMore ? [13, 13] : [12, 12])
  }
  const broken = await presented.ofSpace(spaceId, { status: 'broken' }, 'rex')
  expect([broken.items.length, broken.count]).toEqual([6, 6])
  const ok = await presented.ofSpace(spaceId, { status: 'ok' }, 'rex')
  expect([ok.items.length, ok.count]).toEqual([6, 6])

  // Links to a page that is deleted meanwhile are broken, and links to a restored space are visible again.
  const removing = await newBranch(world, seen.id)
  await removing.made({ operation: 'delete_page', page: seen.doomed })
  await world.merge(seen.id, removing.params.changeRequestId)
  await world.send('restoreSpace', { params: { spaceId: dead.id } })
  expect(published((await presented.ofSpace(spaceId)).items)).toMatchObject({ seenDoomed: 'broken', dead: 'shown' })
})

test('a page of a list is for whom it was made', async () => {
  const { id: spaceId } = await world.makeSpace()
  await world.publish(spaceId, { A: '<https://a.example/> <https://b.example/>' })
  const list = (query: Record<string, string>, as: string) =>
    world.send('listSpaceLinks', { params: { spaceId }, query: { limit: '1', ...query }, as })
  const { page } = (await list({}, 'ada')).body.next
  expect((await list({ page }, 'ada')).status).toBe(200)
  expect((await list({ page }, 'rex')).status).toBe(400)
  expect((await list({ page, status: 'ok' }, 'ada')).status).toBe(400)
})

const makeSpec = async (slug: string, as = 'ada', organizationId = 'acme'): Promise<string> => {
  const body = { slug, source: { text: '{"openapi":"3.1.0","info":{"title":"A","version":"1"},"paths":{}}' } }
  return (await world.send('createOpenAPISpec', { as, params: { organizationId }, body })).body.id
}
const showing = (spec: string) =>
  `\n\n{% openapi-operation spec="${spec}" path="/a" method="get" %}\n{% endopenapi-operation %}\n`

test('a specification is told to members by its slug or id as it is at the time, and to guests as if nobody knew', async () => {
  const [pets, foreign] = [await makeSpec('pets'), await makeSpec('foreign', 'olga', 'other')]
  const { id: spaceId } = await world.makeSpace({ title: 'Specified' })
  await world.send('inviteToSpace', { params: { spaceId }, body: { role: 'read', users: ['gus'] } })
  const text = ['pets', pets, 'later', 'foreign', foreign].map((name) => `[x](/openapi/${name})`).join(' ')
  const { Api: pageId = '' } = await world.publish(spaceId, { Api: `${text}${showing('pets')}${showing('shown')}` })
  const branch = await newBranch(world, spaceId)
  await branch.made(page('More', showing('added')))
  const lists = [
    ['listSpaceLinks', { spaceId }, [], undefined],
    ['listPageLinksInSpace', { spaceId, pageId }, [], undefined],
    ['listChangeRequestLinks', branch.params, ['added'], 1],
    ['listPageLinksInChangeRequest', { ...branch.params, pageId }, [], 0],
  ] as const

  /** The names of links that are broken for a caller, and the presentation of the others. */
  async function published(as: string) {
    const all = []
    for (const [id, params, more, byChange] of lists) {
      const { items, stats, count } = await presented.list(id, params, {}, as)
      expect([count, stats.total, items.length]).toEqual(Array(3).fill(6 + more.length))
      const split = (status: string) => items.filter((item) => item.startsWith(`${status} dependsOn `)).sort()
      const [broken, ok] = [split('broken'), split('ok')]
      expect(stats.broken).toEqual({
        total: broken.length,
        ...(byChange !== undefined && { changeRequest: expect.any(Number) }),
      })
      for (const [status, those] of Object.entries({ broken, ok })) {
        const filtered = await presented.list(id, params, { status }, as)
        expect([filtered.items.sort(), filtered.count]).toEqual([those, those.length])
      }
      const names = broken.flatMap((item) => / url \/openapi\/(\w+) </.exec(item)?.[1] ?? [])
      all.push({
        broken: names.sort(),
        ok: ok.map((item) => item.split(/ dependsOn | </)[1]),
        byChange: stats.broken.changeRequest,
      })
    }
    return all
  }
  const toGuest = await published('gus')
  const names = ['pets', pets, 'later', 'foreign', foreign, 'shown']
  for (const [at, [, , more]] of lists.entries()) {
    const all = [...names, ...more].map((name) => `url /openapi/${name}`).sort()
    expect([toGuest[at]?.broken, toGuest[at]?.ok]).toEqual([[], all])
  }
  const isPublished = async (broken: string[], ok: string[], byChange: (more: readonly string[]) => number) => {
    const expected = lists.map(([, , more, changed]) => ({
      broken: [...broken, ...(byChange(more) > 0 ? more : [])].sort(),
      ok: [...ok, ...(byChange(more) > 0 ? [] : more.map((name) => `spec ${name} of acme`))].sort(),
      byChange: changed === undefined ? undefined : byChange(more),
    }))
    expect([await published('ada'), await published('rex')]).toEqual([expected, expected])
  }
  const ofPets = ['spec pets of acme', 'spec pets of acme']
  await isPublished(['later', 'foreign', foreign, 'shown'], ofPets, (more) => more.length)
  const byChange = await presented.list('listChangeRequestLinks', branch.params, { brokenContext: 'change-request' })
  expect(byChange.items).toEqual(['broken dependsOn url /openapi/added < page More'])

  for (const slug of ['later', 'shown', 'added']) await makeSpec(slug)
  await world.send('deleteOpenAPISpecBySlug', { params: { specSlug: 'pets' } })
  await isPublished(['pets', pets, 'foreign', foreign], ['spec later of acme', 'spec shown of acme'], () => 0)
  expect(await published('gus')).toEqual(toGuest)
  const { items } = (await world.send('listSpaceLinks', { params: { spaceId }, query: { status: 'ok' }, as: 'rex' }))
    .body
  expect(items[0].targetReference.openAPISpec.permissions).toEqual({ view: true, edit: false })
})

test('links that were collected before blocks of specifications were known are collected anew', async () => {
  const { id: spaceId } = await world.makeSpace()
  await world.publish(spaceId, { Api: showing('early') })
  const { items } = await presented.ofSpace(spaceId)
  const sql = world.sql()
  await raw`update document set targets = '{"reference": [], "dependsOn": []}' where targets is not null`.execute(sql)
  for (const table of ['link', 'link_target'] as const)
    await sql.deleteFrom(table).where('space_id', '=', spaceId).execute()
  expect((await presented.ofSpace(spaceId)).items).toEqual([])
  const migration: Content0021 = Reflect.construct(Content0021, [])
  migration.up()
  for (const statement of migration.getQueries()) await raw.raw(String(statement)).execute(sql)
  expect([items, (await presented.ofSpace(spaceId)).items]).toEqual([
    ['broken dependsOn url /openapi/early < page Api'],
    items,
  ])
})

test('an address of any length is a link like others', async () => {
  const { id: spaceId } = await world.makeSpace()
  const names = ['/pages/', '/openapi/', '/spaces/', '/spaces/x/pages/'].map(
    (place) => place + randomBytes(4000).toString('hex'),
  )
  await world.publish(spaceId, { Long: names.map((name) => `[x](${name})`).join(' ') })
  const { items, count } = await presented.ofSpace(spaceId, { status: 'broken' })
  expect([items.map((item) => item.split(' ')[3]).sort(), count]).toEqual([names.sort(), 4])
})
