import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { statementsDuring } from '../support/sent-statements.ts'
import { startWorld, type World } from '../world.ts'

let world: World
let manual: string
let secret: string
beforeAll(async () => {
  world = await startWorld()
  manual = (await world.makeSpace({ title: 'Manual' })).id
  secret = (await world.makeSpace({ title: 'Secret' })).id
  await world.publish(manual, {
    Engines: 'Engines turn.\n\n## The crank\n\nTurn the crank slowly.',
    Gears: 'A gear has teeth, and no crank.',
  })
  await world.publish(secret, { Plans: 'The crank of tomorrow.' })
  await world.send('updateSpaceById', { params: { spaceId: secret }, body: { defaultLevel: null } })
})
afterAll(() => world.stop())

const inSpace = async (query: string, as = 'rex', spaceId = manual) =>
  (await world.send('searchSpaceContent', { as, params: { spaceId }, query: { query } })).body
const inOrganization = async (query: string, as: string) =>
  (await world.send('searchOrganizationContent', { as, query: { query } })).body
const titles = (items: { title: string }[]) => items.map(({ title }) => title)

test('a search finds pages by their words, with the section that holds them and its address', async () => {
  const { items, count } = await inSpace('crank')
  expect([titles(items), count]).toEqual([['Engines', 'Gears'], 2])
  expect(items[0]).toMatchObject({
    path: 'engines',
    sections: [{ title: 'The crank', path: 'engines#the-crank', body: expect.stringContaining('crank') }],
  })
  expect(titles((await inSpace('xylophone')).items)).toEqual([])
})

test('a result has its score, its rank over all pages of the list, its description and what is above it', async () => {
  const { id } = await world.makeSpace()
  const ids = await world.publish(id, { Handbook: 'Nothing here.' })
  const { id: changeRequestId } = await world.makeChangeRequest(id)
  const below = (title: string, markdown: string, more: object = {}) => ({
    ...{ operation: 'insert_page', title, into: ids.Handbook, document: { markdown } },
    ...more,
  })
  await world.write(id, changeRequestId, [
    below('Bagpipes', '# Bagpipes\n\nBagpipes, bagpipes.', { description: 'How to blow.' }),
    below('Noise', 'A bagpipes player lives here. '.repeat(3)),
    below('Silence', `${'Other words. '.repeat(50)} Bagpipes.`),
  ])
  await world.merge(id, changeRequestId)
  const list = async (query: Record<string, string>) =>
    (await world.send('searchSpaceContent', { params: { spaceId: id }, query: { query: 'bagpipes', ...query } })).body
  const { items } = await list({})
  expect(items.map(({ rank }: { rank: number }) => rank)).toEqual([1, 2, 3])
  const scores = items.map(({ score }: { score: number }) => score)
  expect([scores.toSorted((one: number, other: number) => other - one), scores[2] > 0]).toEqual([scores, true])
  expect(items[0]).toMatchObject({
    ...{ title: 'Bagpipes', path: 'handbook/bagpipes', description: 'How to blow.' },
    ancestors: [{ title: 'Handbook' }],
    sections: [{ score: expect.any(Number) }],
  })
  expect(items[1].description).toBe('')
  const first = await list({ limit: '2' })
  const second = await list({ limit: '2', page: first.next.page })
  expect(second.items.map(({ title, rank }: { title: string; rank: number }) => [title, rank])).toEqual([
    [items[2].title, 3],
  ])
  const [space] = (await inOrganization('bagpipes', 'ada')).items
  expect(space).toMatchObject({ type: 'space', id, pages: [{ rank: 1, score: space.score }, { rank: 2 }, { rank: 3 }] })
})

test('a page that is found by its title alone is shown by its beginning, be that under a heading', async () => {
  const { id } = await world.makeSpace()
  await world.publish(id, { Lanterns: '## Fuel\n\n### Oils\n\nWhale oil.\n\n## Wicks\n\nCotton.', Empty: '' })
  const sectionsOf = async (query: string) => (await inSpace(query, 'rex', id)).items[0].sections
  expect(await sectionsOf('lanterns')).toMatchObject([{ title: 'Lanterns', path: 'lanterns', body: 'Whale oil.' }])
  expect(await sectionsOf('empty')).toEqual([])
})

test('a search over the organization sees only spaces that the caller may read, in count and excerpt too', async () => {
  const seen = await inOrganization('crank', 'ada')
  expect(titles(seen.items).sort()).toEqual(['Manual', 'Secret'])
  const unseen = await inOrganization('crank', 'rex')
  expect([titles(unseen.items), JSON.stringify(unseen).includes('tomorrow')]).toEqual([['Manual'], false])
  expect(unseen.count).toBe(seen.count - 1)
  expect((await inOrganization('tomorrow', 'rex')).items).toEqual([])
  expect((await inOrganization('crank', 'gus')).items).toEqual([])
  expect(
    await world.statuses('searchSpaceContent', ['rex', 'ada', 'olga'], {
      params: { spaceId: secret },
      query: { query: 'a' },
    }),
  ).toEqual([404, 200, 404])
  expect(await world.statuses('searchOrganizationContent', ['dora', 'olga'], { query: { query: 'a' } })).toEqual([
    404, 404,
  ])
})

test('a search over the organization finds five pages of a space, or as many as are asked for', async () => {
  const { id } = await world.makeSpace()
  const pages = Array.from({ length: 8 }, (_, at) => [`Flute ${at}`, 'A flageolet.'])
  await world.publish(id, Object.fromEntries(pages))
  const found = async (query: Record<string, string>) => {
    const { status, body } = await world.send('searchOrganizationContent', { query: { query: 'flageolet', ...query } })
    return status === 200 ? body.items.map(({ pages }: { pages: object[] }) => pages.length) : status
  }
  expect([await found({}), await found({ pagesPerSpace: '7' }), await found({ pagesPerSpace: '50' })]).toEqual([
    ...[[5], [7], [8]],
  ])
  expect([await found({ pagesPerSpace: '0' }), await found({ pagesPerSpace: '51' })]).toEqual([400, 400])
})

test('a search that finds many spaces costs as many statements as one that finds two', async () => {
  const found = async (word: string, spaces: number) => {
    for (let made = 0; made < spaces; made++) {
      const { id } = await world.makeSpace()
      await world.publish(id, { [`Page ${made}`]: `The ${word}.` })
    }
    expect((await inOrganization(word, 'ada')).items).toHaveLength(spaces)
    // A restart empties the caches.
    await world.test.restart()
    const sent = await statementsDuring(world, /tree_node|join revision live/, async () => {
      expect((await inOrganization(word, 'ada')).items).toHaveLength(spaces)
    })
    return sent.length
  }
  // One statement for the revisions, and one for each level of their trees.
  expect(await found('ocarina', 2)).toBeLessThanOrEqual(3)
  expect(await found('zither', 12)).toBeLessThanOrEqual(3)
})

test('search follows every merge: new words, old words, renamed, hidden and deleted pages', async () => {
  const { id: spaceId } = await world.makeSpace()
  const ids = await world.publish(spaceId, { One: 'apple', Two: 'banana', Three: 'cherry' })
  const merge = async (changes: object[]) => {
    const { id } = await world.makeChangeRequest(spaceId)
    await world.write(spaceId, id, changes)
    expect(titles((await inSpace('quince', 'ada', spaceId)).items)).toEqual([])
    await world.merge(spaceId, id)
  }
  await merge([
    { operation: 'update_page', page: ids.One, title: 'Uno', document: { markdown: 'quince' } },
    { operation: 'update_page', page: ids.Two, hidden: true },
    { operation: 'delete_page', page: ids.Three },
  ])
  for (const [word, found] of [
    ['apple', []],
    ['quince', ['Uno']],
    ['banana', []],
    ['cherry', []],
  ] as const)
    expect([word, titles((await inSpace(word, 'ada', spaceId)).items)]).toEqual([word, found])
})

test.each(['hidden', 'noIndex'])(
  'a page is not found while it is %s, in its space and in the organization',
  async (stored) => {
    const { id: spaceId } = await world.makeSpace({ title: 'Kept' })
    const ids = await world.publish(spaceId, { Listed: 'dulcimer', Kept: 'dulcimer dulcimer', Within: 'dulcimer' })
    const set = async (value: boolean, page = ids.Kept) => {
      const { id } = await world.makeChangeRequest(spaceId)
      await world.write(spaceId, id, [{ operation: 'update_page', page, [stored]: value }])
      await world.merge(spaceId, id)
    }
    const found = async () => {
      const [inThis, inAll] = [await inSpace('dulcimer', 'rex', spaceId), await inOrganization('dulcimer', 'rex')]
      expect(inThis.count).toBe(inThis.items.length)
      expect(titles(inAll.items.flatMap(({ pages }: { pages: [] }) => pages))).toEqual(titles(inThis.items))
      return titles(inThis.items).toSorted()
    }
    const all = ['Kept', 'Listed', 'Within']
    expect(await found()).toEqual(all)
    for (const _ of ['once', 'again']) {
      await set(true)
      expect(await found()).toEqual(['Listed', 'Within'])
      await set(false)
      expect(await found()).toEqual(all)
    }
    await world.send('deleteSpaceById', { params: { spaceId } })
  },
)

test('a deleted space is not found, and is again once restored', async () => {
  const { id: spaceId } = await world.makeSpace({ title: 'Gone' })
  await world.publish(spaceId, { Page: 'zeppelin' })
  await world.send('deleteSpaceById', { params: { spaceId } })
  expect((await inOrganization('zeppelin', 'ada')).items).toEqual([])
  await world.send('restoreSpace', { params: { spaceId } })
  expect(titles((await inOrganization('zeppelin', 'ada')).items)).toEqual(['Gone'])
})

test('results page without loss, and a query that is missing or too long is 400', async () => {
  const first = await world.send('searchSpaceContent', {
    params: { spaceId: manual },
    query: { query: 'crank', limit: '1' },
  })
  const page = first.body.next.page
  const second = await world.send('searchSpaceContent', {
    params: { spaceId: manual },
    query: { query: 'crank', limit: '1', page },
  })
  expect([...titles(first.body.items), ...titles(second.body.items)]).toEqual(['Engines', 'Gears'])
  expect(second.body.next).toBeUndefined()
  for (const query of [{}, { query: '' }, { query: 'x'.repeat(513) }, { query: 'gear', page }] as Record<
    string,
    string
  >[])
    expect((await world.send('searchSpaceContent', { params: { spaceId: manual }, query })).status).toBe(400)
})
