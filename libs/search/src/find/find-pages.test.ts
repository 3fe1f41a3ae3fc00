import { expect, test } from '@jest/globals'
import { buildSegment, emptyView, extendView, findPages, openSegment } from '../index.ts'
import type { PageText, PageVersion } from '../segment/page-version.ts'
import { searchCost } from './search-cost.ts'
import { selectBest } from './select-best.ts'

const page = (id: string, text: Partial<PageText>, language?: string, space = 'docs'): PageVersion => ({
  ...{ space, id, language },
  text: { title: '', sections: [], document: '', ...text },
})
const said = (id: string, text: string, language?: string) => page(id, { sections: [{ title: '', text }] }, language)
const viewOf = (...pages: PageVersion[]) => extendView(emptyView, openSegment(buildSegment(pages)))
const find = (view: ReturnType<typeof viewOf>, text: string, options = {}) =>
  findPages(view, { readable: ['docs'], text, options }).pages.map(({ id }) => id)

test('quoted words are found only where they stand in this order', () => {
  const view = viewOf(said('a', 'the file buffer writes'), said('b', 'the buffer file'), said('c', 'a file, a buffer'))
  expect(find(view, '"file buffer"')).toEqual(['a'])
  expect(find(view, 'file buffer')).toEqual(['a', 'b', 'c'])
  expect(find(view, '"file buffer')).toEqual(['a', 'b', 'c'])
})

test('a search takes other versions of pages for those of the view, which stays as it is', () => {
  const view = viewOf(said('a', 'the buffer writes, the buffer reads'), said('b', 'a buffer'), said('c', 'a kettle'))
  const instead = [said('a', 'a kettle, a kettle'), said('b', 'a buffer of bytes')]
  const pagesFor = (text: string) => findPages(view, { readable: ['docs'], text, instead }).pages.map(({ id }) => id)
  expect([pagesFor('buffer'), pagesFor('kettle'), pagesFor('writes')]).toEqual([['b'], ['a', 'c'], []])
  expect(find(view, 'buffer')).toEqual(['a', 'b'])
})

test.each([
  ['--force', ['flag', 'word']],
  ['-v', ['short']],
  ['$HOME', ['variable', 'home']],
  ['HTTP_PROXY', ['proxy']],
  ['visitor.claims', ['claims']],
  ['@type', ['type']],
])('%s is found whole first, then by what it is made of', (text, expected) => {
  const view = viewOf(
    ...[said('flag', 'run it with --force now'), said('word', 'a force of nature'), said('short', 'say -v twice')],
    ...[said('variable', 'lies in $HOME here'), said('home', 'at home'), said('proxy', 'set `HTTP_PROXY` first')],
    ...[said('claims', 'when visitor.claims say so'), said('type', 'the @type of it')],
  )
  expect(find(view, text)).toEqual(expected)
})

test('words are found in the forms of the page’s language, and its stop words count for nothing there', () => {
  const view = viewOf(
    ...[said('de', 'Die Einstellungen der Seite', 'de-AT'), said('fr', 'Les réglages utilisés', 'fr')],
    ...[
      said('es', 'las configuraciones', 'es'),
      said('pt', 'as configurações', 'pt'),
      said('ru', 'все настройки', 'ru'),
    ],
    said('en', 'pods die at night', 'en'),
  )
  expect(find(view, 'Einstellung')).toEqual(['de'])
  expect(find(view, 'réglage')).toEqual(['fr'])
  expect(find(view, 'configuración')).toEqual(['es'])
  expect(find(view, 'configuração')).toEqual(['pt'])
  expect(find(view, 'настройка')).toEqual(['ru'])
  expect(find(view, 'pods die')).toEqual(['en'])
})

test.each([
  ['kuberntes', 1],
  ['kubenretes', 1],
  ['kubrnetse', 1],
  ['kbrnts', 0],
])('%s has so few wrong letters that it finds %i page', (text, count) => {
  expect(find(viewOf(said('a', 'kubernetes'), said('b', 'other')), text)).toHaveLength(count)
})

test('of many words that begin so, those of most readable pages are found', () => {
  const many = Array.from({ length: 60 }, (_, index) =>
    said(`rare${index}`, `re${String.fromCharCode(97 + (index % 26), 97 + index / 26)}x`),
  )
  const view = viewOf(...many, said('one', 'reload'), said('two', 'reload'))
  const found = find(view, 're', { prefixLast: true, limit: 1000 })
  expect(found).toHaveLength(51)
  expect(found).toEqual(expect.arrayContaining(['one', 'two']))
})

test('a word of a space that is closed neither corrects a typo nor is counted', () => {
  const closed = { space: 'closed', id: 'x', text: { title: 'kubernetes', sections: [], document: '' } }
  const view = viewOf(said('a', 'apple'), closed)
  expect(findPages(view, { readable: ['docs', 'unknown'], text: 'kuberntes' })).toEqual({
    pages: [],
    count: 0,
    spaces: 0,
    exact: true,
  })
})

test('the count is of all pages found, not only of those returned', () => {
  const view = viewOf(...Array.from({ length: 300 }, (_, index) => said(`p${index}`, 'apple '.repeat(1 + (index % 7)))))
  const { pages, count } = findPages(view, { readable: ['docs'], text: 'apple', options: { limit: 150 } })
  expect([pages.length, count]).toEqual([150, 300])
  expect(new Set(pages.map(({ id }) => id)).size).toBe(150)
})

test('a part of the ranked pages is what the whole list has there, and comes with its sections', () => {
  const view = viewOf(...Array.from({ length: 120 }, (_, index) => said(`p${index}`, 'apple '.repeat(1 + (index % 7)))))
  const search = (options: object) => findPages(view, { readable: ['docs'], text: 'apple', options }).pages
  const whole = search({ limit: 120 })
  for (const [start, end] of [
    [0, 20],
    [40, 60],
    [90, 120],
  ] as const) {
    const part = search({ limit: end, selection: { from: start, to: end } })
    expect(part.map(({ sections, ...page }) => page)).toEqual(
      whole.slice(start, end).map(({ sections, ...page }) => page),
    )
    expect(part.map(({ sections }) => sections.length)).toEqual(part.map(() => 1))
  }
})

const hostile: [string, string][] = [
  ['nothing', ''],
  ['no word', '--- ?! "" «»'],
  ['the most characters', 'ab '.repeat(4000)],
  ['one long word', 'x'.repeat(100_000)],
  ['quotes', '"'.repeat(1000)],
  ['many phrases', '"a b" '.repeat(1000)],
  ['lone surrogates', '\ud800 \udc00"\ud800 a" \0'],
  ['joined parts', 'aB.'.repeat(1000)],
  ['unspaced text', '漢字'.repeat(2000)],
]
test.each(hostile)('a query of %s ends, and finds what it says or nothing', (_, text) => {
  const view = viewOf(said('a', 'apple a b ab'), said('b', '漢字 ab'), page('c', { title: 'aB.aB', unlisted: true }))
  for (const prefixLast of [true, false]) {
    for (const order of ['all-first', 'best-first']) expect(find(view, text, { prefixLast, order })).not.toContain('c')
  }
})

test('the best of many are those that sorting would put first', () => {
  const numbers = Array.from({ length: 1000 }, (_, index) => (index * 7919) % 1009)
  const compare = (one: number, other: number) => one - other
  for (const count of [0, 1, 10, 999, 2000]) {
    expect(selectBest(numbers, count, compare)).toEqual(numbers.toSorted(compare).slice(0, count))
  }
})

test('a page that answers may lack common words of a question, but what it lacks is told of words that name something', () => {
  const lacks = (view: ReturnType<typeof viewOf>, text: string, order?: 'best-first') =>
    findPages(view, { readable: ['docs'], text, options: { order } }).pages.map((one) => one.lacks)
  const english = viewOf(said('a', 'The buffer is written to the disk.'))
  const [inOtherWords = 1] = lacks(english, 'Keep the pieces on disk so I can look at them later', 'best-first')
  expect(inOtherWords).toBeLessThan(0.8)
  expect(lacks(english, 'Write the buffer to BigQuery', 'best-first')).toEqual([1])
  expect(lacks(english, 'Is the buffer written to disks?', 'best-first')).toEqual([0])
  const parts = viewOf(
    said('c', 'A pre-flight check of the query.'),
    said('d', 'Query it before take-off; the flight is big.'),
  )
  expect(lacks(parts, 'check before the preFlight 42', 'best-first')).toEqual([0, 1])
  const german = viewOf(said('b', 'Der Puffer wird geschrieben.', 'de'))
  expect(lacks(german, 'Wird der Puffer geschrieben?', 'best-first')).toEqual([0])
  expect(lacks(german, 'Puffer nach Elasticsearch in Kubernetes über Protobuf', 'best-first')).toEqual([1])
})

test('a question finds first the page that answers in words that mean the same, and no page by these alone', () => {
  const view = viewOf(
    ...[said('reply', 'the server sends a reply'), said('other', 'the server sends a picture')],
    said('alone', 'no reply today'),
  )
  const question = 'the answer of the server'
  expect(find(view, question, { order: 'best-first' })).toEqual(['reply', 'other'])
  const scores = findPages(view, { readable: ['docs'], text: question }).pages.map(({ score }) => score)
  expect(new Set(scores).size).toBe(1)
})

test('a word counts more than one that means the same, though its page comes later by its id', () => {
  const view = viewOf(said('a-same', 'the server sends a reply'), said('own', 'the server sends an answer'))
  expect(find(view, 'the answer of the server', { order: 'best-first' })).toEqual(['own', 'a-same'])
})

test('what a question costs counts the words that mean the same, so that many of them go to a thread', () => {
  const view = viewOf(...Array.from({ length: 500 }, (_, at) => said(String(at), 'deserted')))
  const [search, question] = (['all-first', 'best-first'] as const).map((order) =>
    searchCost(view, 'abandoned', { order }),
  )
  expect(question).toBeGreaterThan(search ?? 0)
  expect(searchCost(view, 'deserted', { order: 'best-first' })).toBe(searchCost(view, 'deserted', {}))
})
