import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { newLine, page } from '../support/line.ts'
import { startWorld, type World } from '../world.ts'
import { linksOf } from './shown.ts'

let world: World
let shown: ReturnType<typeof linksOf>
beforeAll(async () => {
  world = await startWorld()
  shown = linksOf(world)
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

  /** What is told of each address. */
  const told = (items: string[]) =>
    Object.fromEntries(
      Object.entries(addresses).map(([name, address]) => {
        const item = items.find((one) => one.includes(` url ${address} <`))
        return [name, item ? item.split(' ')[0] : 'shown']
      }),
    )
  const line = await newLine(world, spaceId)
  await line.made(page('Further', `${text.join(' ')} [more](/spaces/${hidden.id}/pages/${hidden.doomed})`))
  const lists = [
    ['listSpaceLinks', { spaceId }],
    ['listPageLinksInSpace', { spaceId, pageId }],
    ['listChangeRequestLinks', line.params],
    ['listPageLinksInChangeRequest', { ...line.params, pageId }],
  ] as const
  const always = { dead: 'broken', absent: 'broken', foreign: 'broken', olga: 'ok' }
  const there = { seen: 'shown', seenPage: 'shown', seenDoomed: 'shown', rex: 'shown' }
  for (const [id, params] of lists) {
    const forAda = await shown.list(id, params)
    expect(told(forAda.items)).toEqual({
      ...{ ...always, ...there, hidden: 'shown', hiddenPage: 'shown', shelf: 'shown' },
      hiddenNowhere: 'broken',
    })
    const forRex = await shown.list(id, params, {}, 'rex')
    const unseen = { hidden: 'broken', hiddenPage: 'broken', hiddenNowhere: 'broken', shelf: 'ok' }
    expect(told(forRex.items)).toEqual({ ...always, ...there, ...unseen })
    expect(forRex.items.join()).not.toContain('Secret')
    const isMore = id === 'listChangeRequestLinks'
    expect([forAda.stats.broken.total, forRex.stats.broken.total]).toEqual([4, isMore ? 7 : 6])
    expect([forAda.count, forRex.count]).toEqual(isMore ? [13, 13] : [12, 12])
  }
  const broken = await shown.ofSpace(spaceId, { status: 'broken' }, 'rex')
  expect([broken.items.length, broken.count]).toEqual([6, 6])
  const ok = await shown.ofSpace(spaceId, { status: 'ok' }, 'rex')
  expect([ok.items.length, ok.count]).toEqual([6, 6])

  // A page that goes in the other space is broken by the next request, and there again where its space is restored.
  const removing = await newLine(world, seen.id)
  await removing.made({ operation: 'delete_page', page: seen.doomed })
  await world.merge(seen.id, removing.params.changeRequestId)
  await world.send('restoreSpace', { params: { spaceId: dead.id } })
  expect(told((await shown.ofSpace(spaceId)).items)).toMatchObject({ seenDoomed: 'broken', dead: 'shown' })
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
