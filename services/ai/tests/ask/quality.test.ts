import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { strFromU8, unzipSync } from 'fflate'
import { startWorld, type World } from '../world.ts'

const fixtures = new URL('../../../../tests/fixtures/', import.meta.url)

interface Question {
  question: string
  kind: string
  /** The pages of which any one answers the question; none if the documentation has no answer. */
  expected: string[]
  /** Words of which a good answer contains at least one. */
  mustMention?: string[]
}

/** A question with its answer. */
interface Asked extends Question {
  sources: string[]
  text: string
}

let world: World
let asked: Asked[]
beforeAll(async () => {
  world = await startWorld()
  world.feed.sliceBy(50)
  await world.publish('docs', await documentation())
  await world.queued('docs', (row) => row?.pending === false)
  const file: { questions: Question[] } = JSON.parse(await readFile(new URL('search-dev.json', fixtures), 'utf8'))
  asked = []
  for (const question of file.questions) {
    const { body } = await world.send('askInOrganization', { body: { query: question.question } })
    const sources = body.answer.sources.map(({ page }: { page: string }) => page)
    asked.push({ ...question, sources, text: body.answer.answer.markdown.toLowerCase() })
  }
}, 120_000)
afterAll(() => world.stop())

/** Reads the pages of the documentation that the questions are about, by their paths. */
async function documentation() {
  const archive = unzipSync(await readFile(new URL('fluentd-docs.zip', fixtures)), {
    filter: ({ name }) => name.endsWith('.md') && !name.endsWith('SUMMARY.md'),
  })
  const pages = Object.entries(archive).map(([name, bytes]) => {
    const [path, markdown] = [name.replace(/^[^/]*\//, ''), strFromU8(bytes)]
    return [path, { title: /^# +(.*)$/m.exec(markdown)?.[1] ?? path, markdown }] as const
  })
  return Object.fromEntries(pages)
}

const isRight =
  ({ expected }: Asked) =>
  (page: string | undefined) =>
    expected.includes(page ?? '')
const count = (test: (one: Asked) => boolean) => asked.filter(({ expected }) => expected.length > 0).filter(test).length

test('questions in the words of the documentation cite the page that answers first', () => {
  const own = asked.filter(({ kind }) => kind === 'easy' || kind === 'deep')
  expect(own.filter((one) => isRight(one)(one.sources[0])).length).toBeGreaterThanOrEqual(13)
})

test('of all questions, most cite a page that answers, and say what the answer is about', () => {
  expect(count((one) => isRight(one)(one.sources[0]))).toBeGreaterThanOrEqual(17)
  expect(count((one) => one.sources.slice(0, 3).some(isRight(one)))).toBeGreaterThanOrEqual(20)
  expect(count(({ sources }) => sources.length === 0)).toBeLessThanOrEqual(2)
  const mentions = ({ mustMention = [], text }: Asked) =>
    mustMention.some((words) => text.includes(words.toLowerCase()))
  expect(count(mentions)).toBeGreaterThanOrEqual(19)
})

test('questions that the documentation does not answer are declined more often than not', () => {
  const unanswerable = asked.filter(({ expected }) => expected.length === 0)
  expect(unanswerable.filter(({ sources }) => sources.length === 0).length).toBeGreaterThanOrEqual(4)
})
