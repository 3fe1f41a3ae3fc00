import { expect, test } from '@jest/globals'
import type { VisibleSite } from '../site/site-model.ts'
import { createPageCacheKeys, flightKey, type PageLookup } from './cache-keys.ts'

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

test('visitors share no rendering in progress where a space differs that its page may refer to, nor with another audience', () => {
  const siteAt = (...revisions: string[]) => {
    const variants = revisions.map((revision, index) => ({ id: `v${index}`, spaceId: `s${index}`, revision }))
    return { structure: [{ kind: 'section', id: 'all', title: '', variants }] } as unknown as VisibleSite
  }
  const inputs = { common: ['page of the first space'], visitor: 'Ada' }
  const key = flightKey(inputs, siteAt('r1', 'r1'))
  expect(flightKey(inputs, siteAt('r1', 'r1'))).toBe(key)
  expect(flightKey(inputs, siteAt('r1', 'r2'))).not.toBe(key)
  expect(flightKey({ ...inputs, visitor: 'Gus' }, siteAt('r1', 'r1'))).not.toBe(key)
})
