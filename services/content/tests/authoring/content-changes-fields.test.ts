import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Line, newLine, page, update, write } from '../support/line.ts'
import { startWorld, type World } from '../world.ts'

let world: World
let spaceId: string
let line: Line
beforeAll(async () => {
  world = await startWorld()
  spaceId = (await world.makeSpace()).id
})
afterAll(() => world.stop())

async function inserted(...changes: object[]): Promise<string[]> {
  line = await newLine(world, spaceId)
  return (await line.made(...changes)).changes.map((one) => one.page.id)
}

const fields = {
  title: 'Full',
  slug: 'the-slug',
  emoji: '1f600',
  icon: 'gear',
  description: 'All of it',
  hidden: true,
  noIndex: true,
  noRobotsIndex: true,
  layout: { width: 'wide', outline: false },
}

test('a page has every field it was given, and an update leaves those it does not name', async () => {
  const [id = ''] = await inserted({ operation: 'insert_page', ...fields, document: {} })
  const expected = { ...fields, path: 'the-slug', layout: expect.objectContaining({ ...fields.layout, cover: true }) }
  expect(await line.page(id)).toMatchObject(expected)
  await line.made(update(id, { title: 'Other' }))
  expect(await line.page(id)).toMatchObject({ ...expected, title: 'Other' })
  await line.made(update(id, { layout: { pagination: false } }))
  expect((await line.page(id)).layout).toMatchObject({ width: 'wide', outline: false, pagination: false })
})

test('null clears a field; an empty text clears emoji, icon and condition', async () => {
  const [id = ''] = await inserted({ operation: 'insert_page', ...fields, document: {} })
  const cleared = ['emoji', 'icon', 'description', 'hidden', 'noIndex', 'noRobotsIndex', 'condition', 'layout']
  await line.made(update(id, Object.fromEntries(cleared.map((name) => [name, null]))))
  const shown = await line.page(id)
  for (const name of cleared.slice(0, -2)) expect(shown[name] ?? false).toBe(false)
  expect(shown.layout.width).toBe('default')
  const [other = ''] = await inserted({ operation: 'insert_page', ...fields, condition: 'a', document: {} })
  await line.made(update(other, { emoji: '', icon: '', condition: '' }))
  expect([(await line.page(other)).emoji, (await line.page(other)).icon]).toEqual([undefined, undefined])
})

test('a title is the front matter’s, else the one given, else the leading heading, else a default', async () => {
  const ids = await inserted(
    page('Given', '---\ntitle: Said\n---\n# Heading'),
    page('Given', '# Heading'),
    { operation: 'insert_page', document: { markdown: '\n# A *bold* heading #\n\nText' } },
    { operation: 'insert_page', document: { markdown: 'Text\n\n# Later' } },
    { operation: 'insert_page', document: { markdown: '```\n# code\n```' } },
    { operation: 'insert_page', document: {} },
  )
  const titles = await Promise.all(ids.map(async (id) => (await line.page(id)).title))
  expect(titles).toEqual(['Said', 'Given', 'A bold heading', 'Untitled', 'Untitled', 'Untitled'])
  expect((await line.page(ids[2] ?? '')).markdown).toBe('\n# A *bold* heading #\n\nText')
})

test('title and slug change each by itself', async () => {
  const [id = ''] = await inserted(page('Set up'))
  await line.made(update(id, { title: 'Install' }))
  expect(await line.page(id)).toMatchObject({ title: 'Install', slug: 'set-up' })
  await line.made(update(id, { slug: 'Get Going' }))
  expect(await line.page(id)).toMatchObject({ title: 'Install', slug: 'get-going' })
  await line.made(update(id, { slug: '' }))
  expect(await line.page(id)).toMatchObject({ slug: 'install' })
})

test('slugs from titles are made unique; one that is asked for and taken beside the page is refused', async () => {
  const [one = '', two = '', above = ''] = await inserted(page('Même'), page('Même'), page('Above'))
  expect([(await line.page(one)).slug, (await line.page(two)).slug]).toEqual(['même', 'même-1'])
  const taken = [400, expect.stringContaining('body.changes.0.slug')]
  expect(await line.refusal(update(two, { slug: 'même' }))).toEqual(taken)
  expect(await line.refusal(page('New', '', { slug: 'Même' }))).toEqual(taken)
  await line.made(update(two, { slug: 'même', into: above }), update(one, { slug: 'même' }))
  expect((await line.page(two)).path).toBe('above/même')
  expect(await line.refusal(update(two, { into: null, slug: 'même' }))).toEqual(taken)
  await line.made(update(two, { into: null }))
  expect((await line.page(two)).path).toBe('même-1')
})

test.each([
  ['文档 入门', '文档-入门'],
  ['🎉🎉', 'page'],
  ['A/B: c?d#e', 'ab-cde'],
  ['..', 'page'],
])('the title %j gives a path that can be asked for', async (title, slug) => {
  const [id = ''] = await inserted(page(title))
  expect(await line.page(id)).toMatchObject({ title, slug, path: slug })
})

test('a page moves under another, to the top and among its siblings, and nowhere impossible', async () => {
  const [a = '', b = '', c = ''] = await inserted(page('A'), page('B'), page('C'))
  const outline = async () =>
    (await line.tree()).map(({ title, pages }) => [title, ...pages.map((one) => one.title)].join('>'))
  await line.made(update(b, { into: a }), update(c, { into: b }))
  expect(await outline()).toEqual(['A>B'])
  for (const into of [a, b, c])
    expect(await line.refusal(update(a, { into }))).toEqual([400, expect.stringContaining('body.changes.0.into')])
  await line.made(update(c, { into: null, at: 0 }), update(b, { into: null }))
  expect(await outline()).toEqual(['C', 'A', 'B'])
  await line.made(update(b, { at: 1 }))
  expect(await outline()).toEqual(['C', 'B', 'A'])
})

test('a move to where the page is changes nothing', async () => {
  const [a = '', b = ''] = await inserted(page('A'), page('B'))
  const before = [await line.page(a), await line.page(b)]
  await line.made(update(a, { at: 0 }), update(b, { at: 1, into: null }), update(b, { at: 9 }))
  expect([await line.page(a), await line.page(b)]).toEqual(before)
})

test('a page that a batch changes twice is told once; one that came and went within it not at all', async () => {
  const [a = '', b = ''] = await inserted(page('A'), page('B'))
  const { changes } = await line.made(
    write(a, 'one'),
    page('Short-lived', '', { into: b }),
    update(a, { title: 'AA' }),
    { operation: 'delete_page', page: b },
  )
  expect(changes).toEqual([
    { object: 'updated_page', page: expect.objectContaining({ id: a }) },
    { object: 'deleted_page', page: b },
  ])
})
