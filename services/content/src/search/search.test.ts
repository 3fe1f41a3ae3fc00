import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import type { Page } from '@quire/kit'
import { sql as raw } from 'kysely'
import { backlinksTo } from './backlinks.ts'
import { indexPages, openIndex } from './database.fixture.ts'
import { removePages } from './page-index.ts'
import type { IndexedPage } from './rows.ts'
import { searchSpace, searchSpaces } from './search.ts'

let index: Awaited<ReturnType<typeof openIndex>>
beforeAll(async () => {
  index = await openIndex()
})
afterAll(() => index.close())
beforeEach(() => index.sql.deleteFrom('page_index').execute())

const first = (limit = 50): Page => ({ limit, cursor: undefined })
const after = (position: number | string, limit = 50): Page => ({ limit, cursor: { after: [position] } })

const page = (id: string, markdown: string, more: Partial<IndexedPage> = {}): IndexedPage => ({
  id,
  title: `Page ${id}`,
  markdown,
  ...more,
})

async function found(query: string, spaceId = 'docs') {
  const { rows } = await searchSpace(index.sql, spaceId, query, first())
  return rows.map(({ id }) => id)
}

test('a page is found by title, heading, description and text', async () => {
  await indexPages(index.sql, 'docs', [
    page('title', '', { title: 'Buffering' }),
    page('heading', 'Intro\n\n## Buffering\n\nText'),
    page('description', 'Text', { description: 'About buffering' }),
    page('text', 'It is about buffering.'),
    page('other', 'Nothing of the kind'),
  ])
  expect((await found('buffering')).sort()).toEqual(['description', 'heading', 'text', 'title'])
})

test('sections that answer come with anchor, title and words', async () => {
  await indexPages(index.sql, 'docs', [
    page('a', 'Welcome.\n\n## Install it\n\nRun `npm install` now.\n\n## Else\n\nNo.'),
  ])
  const { rows, count } = await searchSpace(index.sql, 'docs', 'npm install', first())
  expect(count).toBe(1)
  expect(rows).toEqual([
    {
      spaceId: 'docs',
      id: 'a',
      title: 'Page a',
      position: 1,
      sections: [{ id: 'install-it', title: 'Install it', body: 'Run npm install now.' }],
    },
  ])
})

test.each(['全文检索', '検索エンジン', '검색'])('%s is found in text without spaces', async (words) => {
  await indexPages(index.sql, 'docs', [page('a', `前文${words}後文`), page('b', '別の文章')])
  expect(await found(words)).toEqual(['a'])
})

test('hidden and noIndex pages are not found', async () => {
  await indexPages(index.sql, 'docs', [
    page('a', 'secret'),
    page('b', 'secret', { hidden: true }),
    page('c', 'secret', { noIndex: true }),
  ])
  expect(await found('secret')).toEqual(['a'])
})

test('a page that becomes hidden, changes or goes is not found as it was', async () => {
  await indexPages(index.sql, 'docs', [page('a', 'apple'), page('b', 'apple'), page('c', 'apple'), page('d', 'apple')])
  await indexPages(index.sql, 'docs', [page('a', 'apple', { hidden: true }), page('b', 'banana')])
  await removePages(index.sql, 'docs', ['c', 'unknown'])
  expect(await found('apple')).toEqual(['d'])
  expect(await found('banana')).toEqual(['b'])
})

test('the pages of another space are neither found nor removed', async () => {
  await indexPages(index.sql, 'docs', [page('a', 'apple')])
  await indexPages(index.sql, 'other', [page('a', 'apple')])
  await removePages(index.sql, 'other', ['a'])
  expect(await found('apple')).toEqual(['a'])
  expect(await found('apple', 'other')).toEqual([])
})

test.each(['', '   ', '!?', "'); drop table page_index; --", 'a:* & !b | (c', '\\', '<script>', '%_'])(
  'the query %j finds nothing and breaks nothing',
  async (query) => {
    await indexPages(index.sql, 'docs', [page('a', 'apple')])
    expect(await found(query)).toEqual([])
  },
)

test('pages of results neither repeat nor lose one', async () => {
  await indexPages(
    index.sql,
    'docs',
    Array.from({ length: 7 }, (_, number) => page(`p${number}`, 'apple '.repeat(number + 1))),
  )
  const one = await searchSpace(index.sql, 'docs', 'apple', first(3))
  const two = await searchSpace(index.sql, 'docs', 'apple', after(3, 3))
  const three = await searchSpace(index.sql, 'docs', 'apple', after(6, 3))
  expect([one.rows.length, two.rows.length, three.rows.length]).toEqual([4, 4, 1])
  const seen = [...one.rows.slice(0, 3), ...two.rows.slice(0, 3), ...three.rows]
  expect(new Set(seen.map(({ id }) => id)).size).toBe(7)
  expect(seen.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(one.count).toBe(7)
})

test('a cursor of another kind of list is 400', async () => {
  await expect(searchSpace(index.sql, 'docs', 'apple', after('text'))).rejects.toMatchObject({ status: 400 })
})

test('spaces that the caller may not read are neither searched nor counted', async () => {
  for (const space of ['mine', 'shared', 'theirs']) await indexPages(index.sql, space, [page(`in-${space}`, 'apple')])
  await indexPages(index.sql, 'shared', [page('title', '', { title: 'Apple' })])
  const readable = raw`(select unnest(array['mine', 'shared']))`
  const { rows, count } = await searchSpaces(index.sql, readable, 'apple', first())
  expect(count).toBe(2)
  expect(rows.map(({ spaceId, pages }) => [spaceId, pages.map(({ id }) => id)])).toEqual([
    ['shared', ['title', 'in-shared']],
    ['mine', ['in-mine']],
  ])
})

test('backlinks name every page of the space, hidden ones too, and none of another', async () => {
  const link = '[see](/pages/target#part) and [again](/pages/target)'
  await indexPages(index.sql, 'docs', [
    page('a', link),
    page('b', link, { hidden: true }),
    page('c', '[other](/pages/targeted) `/pages/target`'),
    page('d', '![picture](/files/target)'),
  ])
  await indexPages(index.sql, 'other', [page('e', link)])
  const of = (target: string, cut = { limit: 10, after: '' }) => backlinksTo(index.sql, 'docs', target, cut)
  expect((await of('/pages/target')).map(({ id }) => id)).toEqual(['a', 'b'])
  expect((await of('/files/target')).map(({ id }) => id)).toEqual(['d'])
  expect((await of('/pages/target', { limit: 1, after: '' })).length).toBe(2)
  expect((await of('/pages/target', { limit: 1, after: 'a' })).map(({ id }) => id)).toEqual(['b'])
})

test('a page too complex to parse is found by its title', async () => {
  await indexPages(index.sql, 'docs', [page('a', '>'.repeat(5000), { title: 'Complex' })])
  expect(await found('complex')).toEqual(['a'])
})
