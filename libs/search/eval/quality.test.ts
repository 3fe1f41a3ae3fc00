import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Case, type CorpusPage, readCases, readCorpus } from './corpus.ts'
import { indexRows, openDatabase } from './database.ts'
import { confidence, findPages, measure, pageRows } from './measure.ts'

let db: Awaited<ReturnType<typeof openDatabase>>
let source: Awaited<ReturnType<typeof indexRows>>
let pages: CorpusPage[]
let cases: { questions: Case[]; searches: Case[] }

beforeAll(async () => {
  db = await openDatabase()
  pages = await readCorpus()
  cases = await readCases()
  source = await indexRows(db, 'pages', pageRows(pages))
})

afterAll(async () => {
  await db[Symbol.asyncDispose]()
})

test('a search finds its page first: plain, misspelt, inflected or code', async () => {
  const quality = await measure(cases.searches, (text) => findPages(db, source, text))
  expect(quality.recall1).toBeGreaterThanOrEqual(0.9)
  expect(quality.recall5).toBe(1)
})

test('a question in the words of the documentation finds its page among the first five', async () => {
  const own = cases.questions.filter(({ kind }) => kind !== 'paraphrased')
  const quality = await measure(own, (text) => findPages(db, source, text, 'best-first'))
  expect(quality.recall5).toBe(1)
  expect(quality.meanReciprocalRank).toBeGreaterThanOrEqual(0.9)
})

test('a question in other words still finds its page more often than not', async () => {
  const quality = await measure(cases.questions, (text) => findPages(db, source, text, 'best-first'))
  expect(quality.recall5).toBeGreaterThanOrEqual(0.8)
  expect(quality.meanReciprocalRank).toBeGreaterThanOrEqual(0.7)
})

test('confidence tells a question the documentation answers from one it does not', async () => {
  const of = async (kinds: string[]) => {
    const asked = cases.questions.filter(({ kind }) => kinds.includes(kind))
    return Promise.all(asked.map(({ text }) => confidence(db, source, pages, text)))
  }
  expect(Math.min(...(await of(['easy', 'deep'])))).toBeGreaterThan(Math.max(...(await of(['unanswerable']))))
})
