import { expect, test } from '@jest/globals'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { generateNKeysBetween } from 'fractional-indexing'
import { orderKeysAlong } from './order-keys-along.ts'

test('keys rise in the wanted order, and those that rise already stay', () => {
  expect(orderKeysAlong(['a0', 'a1', 'a2'])).toEqual(['a0', 'a1', 'a2'])
  const [first, between, last] = orderKeysAlong(['a0', undefined, 'a1'])
  expect([first, last]).toEqual(['a0', 'a1'])
  expect([first, between, last]).toEqual([first, between, last].toSorted())
})

const siblings = fc.array(fc.option(fc.nat(20), { nil: undefined }), { maxLength: 30 })
const keys = generateNKeysBetween(null, null, 21)

test('of any siblings every key is there once, in order, and one that moved costs one new key', () => {
  fc.assert(
    fc.property(siblings, (wanted) => {
      const present = wanted.map((at) => (at === undefined ? undefined : keys[at]))
      const along = orderKeysAlong(present)
      expect(along).toEqual([...new Set(along)].sort())
      expect(along).toHaveLength(present.length)
    }),
    { numRuns: runs(100) },
  )
  const [moved = '', ...others] = keys
  const along = orderKeysAlong([...others, moved])
  expect(along.slice(0, -1)).toEqual(others)
})
