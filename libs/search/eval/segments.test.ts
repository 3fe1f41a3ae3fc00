import { expect, test } from '@jest/globals'
import { buildSegment, emptyView, extendView, findPages, openSegment, rankSections } from '../src/index.ts'
import type { PageVersion } from '../src/segment/pages.ts'
import { type CorpusPage, readCases, readCorpus } from './corpus.ts'
import { readGuide, readGuideSearches, versionOf } from './guide-corpus.ts'
import { measure } from './measure.ts'

/** Finds pages by segments, as `findPages` of `measure.ts` does in PostgreSQL. */
function finderOf(pages: readonly PageVersion[], prefixLast = false) {
  const view = extendView(emptyView, openSegment(buildSegment(pages)))
  return async (text: string, order: 'all-first' | 'best-first' = 'all-first') =>
    findPages(view, { readable: ['docs'], text, options: { order, prefixLast } }).pages.map(({ id }) => id)
}

const versions = (pages: readonly CorpusPage[]) => pages.map((page) => versionOf(page, 'en'))

test('searches and questions find their pages at least as well as in PostgreSQL', async () => {
  const { searches, questions } = await readCases()
  const find = finderOf(versions(await readCorpus()))
  const found = await measure(searches, (text) => find(text))
  expect([found.recall1, found.recall5]).toEqual([1, 1])
  const asked = await measure(questions, (text) => find(text, 'best-first'))
  expect(asked.recall1).toBeGreaterThanOrEqual(0.64)
  expect(asked.recall5).toBeGreaterThanOrEqual(0.84)
  expect(asked.meanReciprocalRank).toBeGreaterThanOrEqual(0.723)
})

test('confidence tells a question the documentation answers from one it does not', async () => {
  const [{ questions }, pages] = [await readCases(), await readCorpus()]
  const find = finderOf(versions(pages))
  const of = async (kinds: string[]) => {
    const asked = questions.filter(({ kind }) => kinds.includes(kind))
    return Promise.all(
      asked.map(async ({ text }) => {
        const paths = new Set((await find(text, 'best-first')).slice(0, 10))
        const sections = pages.filter(({ path }) => paths.has(path)).flatMap(titledSections)
        return rankSections(text, sections)[0]?.confidence ?? 0
      }),
    )
  }
  expect(Math.min(...(await of(['easy', 'deep'])))).toBeGreaterThan(Math.max(...(await of(['unanswerable']))) + 0.1)
})

const titledSections = ({ path, title, sections }: CorpusPage) =>
  sections.map((section) => ({ titles: [path, title, section.title], text: section.text }))

test('our own documentation is searched in three languages, by typos, phrases, code and beginnings of words', async () => {
  const searches = await readGuideSearches()
  const find = finderOf(await readGuide(), true)
  const cases = searches.map((search, index) => ({ ...search, id: `${index} ${search.text}` }))
  const { recall1, recall5, places } = await measure(cases, (text) => find(text))
  const missed = Object.entries(places).filter(([, place]) => place !== 1)
  expect({ missed, good: recall1 >= 0.9 && recall5 >= 0.97 }).toMatchObject({ good: true })
})
