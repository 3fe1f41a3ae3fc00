import { expect, test } from '@jest/globals'
import type { FoundPage } from './candidate-sections.ts'
import { fuseByMeaning, fuseByRank } from './order-by-meaning.ts'

const cosines = (near: Record<string, number>) => (item: string) => near[item]

test('an item that is good in both orders comes first, and one without a cosine keeps its place in both', () => {
  expect(fuseByRank(['a', 'b', 'c', 'd'], cosines({ a: 0.1, b: 0.9, c: 0.8, d: 0.2 }))).toEqual(['b', 'a', 'c', 'd'])
  expect(fuseByRank(['a', 'b', 'c', 'd'], cosines({}))).toEqual(['a', 'b', 'c', 'd'])
  expect(fuseByRank(['a', 'b', 'c', 'd'], cosines({ d: 0.9 }))).toEqual(['a', 'b', 'c', 'd'])
  expect(fuseByRank(['a', 'b', 'c', 'd', 'e'], cosines({ c: 0.1, e: 0.9 }))).toEqual(['a', 'b', 'c', 'e', 'd'])
})

/** A found page, with sections that contain words of the question. */
function page(
  id: string,
  { lacks = 0, sections = [0], coverage = 1 }: { lacks?: number; sections?: number[]; coverage?: number } = {},
) {
  const found = sections.map((index) => ({ index, score: 1, coverage, relevance: 1 / (index + 1), words: [] }))
  return {
    id,
    space: 's',
    title: id,
    document: 'r',
    rank: 1,
    lacks,
    sections: found,
    score: 1,
    coverage: 1,
    complete: true,
  } as FoundPage
}
const near = (...pages: Record<number, number>[]) =>
  new Map(pages.map((one, at) => [at, new Map(Object.entries(one).map(([key, value]) => [Number(key), value]))]))

test('a page counts by its nearest section, and that section comes first though it has no word of the question', () => {
  const pages = ['a', 'b', 'c'].map((id) => page(id, { sections: [0, 1] }))
  const fused = fuseByMeaning(pages, near({ 0: 0.1, 1: 0.2 }, { 0: 0.1, 3: 0.9 }, { 0: 0.3 }))
  expect(fused.map(({ id }) => id)).toEqual(['b', 'a', 'c'])
  expect(fused[0]?.sections.map(({ index }) => index)).toEqual([0, 3, 1])
  expect(fused[2]?.sections.map(({ index }) => index)).toEqual([0, 1])
})

test('meaning takes no answer away: the page that has the names of the question stays among the first three', () => {
  const pages = ['a', 'b', 'c', 'd', 'e'].map((id) => page(id, { lacks: id === 'c' ? 0 : 1 }))
  const cosinesOf = near({ 0: 0.8 }, { 0: 0.9 }, { 0: 0.1 }, { 0: 0.95 }, { 0: 0.97 })
  const fused = fuseByMeaning(pages, cosinesOf).map(({ id }) => id)
  expect(fused[2]).toBe('c')
  expect(fused.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('meaning takes no answer away: a page that has little of the question does not come before one that answers', () => {
  const far = { lacks: 1, coverage: 0.2 }
  const pages = [page('a'), page('b', far), page('c', far)]
  const cosinesOf = near({ 0: 0.1 }, { 0: 0.9 }, { 0: 0.5 })
  expect(fuseByMeaning(pages, cosinesOf).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  // Pages that are declined by their words are ordered by their meaning.
  expect(fuseByMeaning([page('a', far), ...pages.slice(1)], cosinesOf).map(({ id }) => id)).toEqual(['b', 'a', 'c'])
})

test('a page covers as much of the question as its words do, whichever of its sections are nearest', () => {
  const nearest = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [at, at === 0 ? 0.1 : 0.5]))
  const [fused] = fuseByMeaning([page('a', { lacks: 1 })], near(nearest))
  expect(fused?.sections.map(({ index }) => index)).not.toContain(0)
  expect(Math.max(...(fused?.sections ?? []).map(({ coverage }) => coverage))).toBe(1)
})
