import { expect, test } from '@jest/globals'
import { createPageCacheKeys, type PageLookup } from './cache-keys.ts'

/** Stands for the shape of a space with a thousand conditional pages. */
const long = Array.from({ length: 1000 }, (_, index) => `page ${index}`).join(' ')
const foundBy = async ({ space }: PageLookup) => `${space} ${long}`
const lookups = [{ space: 'other', id: 'page' }]

test('names are short, whatever a page is made of, and differ with it', async () => {
  const keys = createPageCacheKeys()
  const given: string[] = []
  for (const inputs of [
    { common: ['a', long], visitor: 'Ada' },
    { common: ['b', long], visitor: 'Ada' },
    { common: ['b', long], visitor: 'Gus' },
  ])
    given.push(await keys.remember(inputs, { isForAll: false, lookups }, foundBy))
  given.push(await keys.remember({ common: ['a', long], visitor: 'Ada' }, { isForAll: true, lookups: [] }, foundBy))
  expect(new Set(given).size).toBe(4)
  expect(Math.max(...given.map((name) => name.length))).toBeLessThan(100)
  const found = await keys.find({ common: ['b', long], visitor: 'Gus' }, foundBy)
  expect(found).toEqual([given[2]])
  expect(await keys.find({ common: ['b', long], visitor: 'Gus' }, async () => 'another shape')).not.toEqual(found)
})
