import { expect, test } from '@jest/globals'
import { buildSegment, emptyView, extendView, findPages, openSegment, phraseKey, phraseKeys } from '../index.ts'
import type { Related } from '../query.ts'

const viewOf = (texts: Record<string, string>, language = 'en') => {
  const pages = Object.entries(texts).map(([id, text]) => ({
    ...{ space: 'docs', id, language },
    text: { title: '', sections: [{ title: '', text }], document: '' },
  }))
  return extendView(emptyView, openSegment(buildSegment(pages)))
}
const search = (texts: Record<string, string>, text: string, related: Related[], language?: string) =>
  findPages(viewOf(texts, language), { readable: ['docs'], text, options: { order: 'best-first', related } }).pages
const same = (phrase: string, means: string, worth = 0.6): Related => ({
  ...{ key: phraseKey('en', phrase) ?? '', means, worth },
})

const texts = {
  whole: 'We trust continuous integration here.',
  apart: 'Continuous rain ended the integration of all the new states into one.',
  short: 'The CI is slow.',
}

test('a word is found as the phrase that means the same, where its words stand together', () => {
  const found = search(texts, 'CI', [same('CI', 'continuous integration')])
  expect(found.map(({ id }) => id)).toEqual(['short', 'whole', 'apart'])
  expect(found.map(({ lacks }) => lacks)).toEqual([0, 0, 1])
  expect(found.map(({ coverage }) => coverage)).toEqual([1, 0.6, 0])
  expect(found[1]?.sections).toHaveLength(1)
})

test('a phrase is found as the word that means the same, whatever the order and form of its words', () => {
  const related = [same('continuous integrations', 'CI')]
  const ids = (text: string) => search(texts, text, related).map(({ id, lacks }) => [id, lacks])
  expect(ids('what is continuous integration')).toEqual([
    ['whole', 0],
    ['apart', 0],
    ['short', 0],
  ])
  expect(ids('integration')).toEqual([
    ['whole', 0],
    ['apart', 0],
  ])
})

test('what is related to another phrase, to words in the query or in another language changes nothing', () => {
  const plain = search(texts, 'CI server', [])
  expect(search(texts, 'CI server', [same('CI runner', 'whole'), same('server', 'CI')])).toEqual(plain)
  const german = search({ ...texts }, 'CI', [same('CI', 'continuous integration')], 'de')
  expect(german.map(({ id }) => id)).toEqual(['short'])
})

test('a question has the keys of its phrases by the rules of each language, and a long one few', () => {
  const keys = phraseKeys('How do I set up my logins?')
  expect(keys).toEqual(expect.arrayContaining(['en:login', 'en:set', 'en:login set', 'de:set up']))
  expect(keys).not.toContain('en:i')
  expect(
    phraseKeys('word '.repeat(10) + Array.from({ length: 1000 }, (_, at) => `w${at}x`).join(' ')).length,
  ).toBeLessThan(1000)
  expect(phraseKey('en', 'red green blue black white grey')).toBeUndefined()
  expect(phraseKey('en', 'what it is')).toBeUndefined()
})
