import { expect, test } from '@jest/globals'
import { pageNames } from './page-names.ts'

/** As of a space with a thousand pages that not everybody sees. */
const long = Array.from({ length: 1000 }, (_, index) => `page ${index}`).join(' ')
const shapeOf = async (spaceId: string) => `${spaceId} ${long}`

test('names are short, whatever a page is made of, and differ with it', async () => {
  const names = pageNames()
  const given: string[] = []
  for (const makings of [
    { same: ['a', long], reader: 'Ada' },
    { same: ['b', long], reader: 'Ada' },
    { same: ['b', long], reader: 'Gus' },
  ])
    given.push(await names.give(makings, { isForAll: false, spaceIds: ['other'] }, shapeOf))
  given.push(await names.give({ same: ['a', long], reader: 'Ada' }, { isForAll: true, spaceIds: [] }, shapeOf))
  expect(new Set(given).size).toBe(4)
  expect(Math.max(...given.map((name) => name.length))).toBeLessThan(100)
  const found = await names.find({ same: ['b', long], reader: 'Gus' }, shapeOf)
  expect(found).toEqual([given[2]])
  expect(await names.find({ same: ['b', long], reader: 'Gus' }, async () => 'another shape')).not.toEqual(found)
})
