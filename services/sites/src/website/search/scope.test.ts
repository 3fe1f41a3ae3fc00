import { expect, test } from '@jest/globals'
import { inScope, scopeOf } from './scope.ts'

const space = (id: string, sectionId: string | null, language: string | null = null, isDefault = false) => ({
  ...{ id, spaceId: `space of ${id}`, sectionId, language, isDefault },
})
/** Two sections in two languages, and one in a single language. */
const all = [
  space('guide-en', 'guide', 'en', true),
  space('guide-de', 'guide', 'de'),
  space('api-en', 'api', 'en', true),
  space('api-de', 'api', 'de'),
  space('news', 'news', 'en'),
]
const found = (asked: Parameters<typeof scopeOf>[0]) => inScope(scopeOf(asked), all).map(({ id }) => id)
const query = 'crank'

test('the default scope is the default of each section, or its first space', () => {
  expect(found({ query })).toEqual(['guide-en', 'api-en', 'news'])
  expect(found({ query, scope: { mode: 'default', includedSiteSpaces: ['api-de'] } })).toEqual([
    ...['guide-en', 'api-en', 'api-de', 'news'],
  ])
})

test('the current space is searched, and beside it the others in its language where there are such', () => {
  const german = ['guide-de', 'api-de', 'news']
  expect(found({ query, scope: { mode: 'default', currentSiteSpace: 'guide-de' } })).toEqual(german)
  expect(found({ query, mode: 'current', siteSpaceId: 'guide-de' })).toEqual(german)
  const limited = (restrictTo: 'currentSiteSpace' | 'otherSiteSpaces') =>
    found({ query, scope: { mode: 'default', currentSiteSpace: 'guide-de', restrictTo } })
  expect([limited('currentSiteSpace'), limited('otherSiteSpaces')]).toEqual([['guide-de'], ['api-de', 'news']])
})

test('named spaces are searched alone, and an id of none names nothing', () => {
  expect(found({ query, scope: { mode: 'specific', siteSpaceIds: ['news', 'elsewhere'] } })).toEqual(['news'])
  expect(found({ query, siteSpaceIds: ['api-de'] })).toEqual(['api-de'])
  expect(found({ query, mode: 'specific', siteSpaceIds: ['elsewhere'] })).toEqual([])
  expect(found({ query, mode: 'all' })).toEqual(all.map(({ id }) => id))
})

test('a mode of earlier clients without its ids is refused, and the field is named', () => {
  expect(() => scopeOf({ query, mode: 'specific' })).toThrow('body.siteSpaceIds')
  expect(() => scopeOf({ query, mode: 'current' })).toThrow('body.siteSpaceId')
})
