import { expect, test } from '@jest/globals'
import { pageBlocks } from '@quire/document'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { revertBlocks } from './revert-blocks.ts'

const keysOf = (text: string) => pageBlocks(text).map(({ key }) => key)

/** Reverts all of these keys that are of blocks that changed. */
function revertedBy(earlier: string, now: string, keys: readonly string[]): string {
  const reverted = revertBlocks(earlier, now, keys)
  return 'markdown' in reverted ? reverted.markdown : revertedBy(earlier, now, keys.toSpliced(reverted.unknown, 1))
}

const text = fc.array(fc.constantFrom('one', 'two', 'three', '* four', '# Five'), { maxLength: 8 })
const written = (blocks: string[]) => blocks.map((block, at) => `${block}${at % 3 === 0 ? ' end' : ''}`).join('\n\n')

test('all blocks that changed, reverted together, give the earlier blocks', () => {
  fc.assert(
    fc.property(text, text, (first, second) => {
      const [earlier, now] = [written(first), written(second)]
      const keys = [...new Set([...keysOf(earlier), ...keysOf(now)])]
      expect(keysOf(revertedBy(earlier, now, keys))).toEqual(keysOf(earlier))
    }),
    { numRuns: runs(200) },
  )
})

test('a block comes back behind the nearest one that preceded it, and those around it stay as they are', () => {
  const earlier = 'a\n\nb\n\nc\n\nd\n\ne'
  const [, b = '', , d = ''] = keysOf(earlier)
  expect(revertBlocks(earlier, 'a\n\nA\n\ne', [d])).toEqual({ markdown: 'a\n\nd\n\nA\n\ne' })
  expect(revertBlocks(earlier, 'a\n\nA\n\ne', [b, d])).toEqual({ markdown: 'a\n\nb\n\nd\n\ne' })
  expect(revertBlocks(earlier, 'a\n\nb\n\nc!\n\nd\n\ne', ['none', d])).toEqual({ unknown: 0 })
  expect(revertBlocks(earlier, 'a\n\nc\n\ne', [b, d, 'none'])).toEqual({ unknown: 2 })
})

test('blocks of the largest pages are reverted', () => {
  const lines = Array.from({ length: 25_000 }, (_, at) => `w${at}`)
  const earlier = lines.join('\n\n')
  const now = lines.map((line, at) => (at % 2 === 0 ? `${line}!` : line)).join('\n\n')
  const keys = keysOf(earlier)
  const wanted = keys.slice(0, 1000).filter((_, at) => at % 2 === 0)
  const reverted = revertedBy(earlier, now, wanted)
  expect(reverted.split('\n\n').filter((line) => line.endsWith('!')).length).toBe(12_500 - 500)
  const turned = lines.toReversed().join('\n\n')
  expect(revertedBy(earlier, turned, keys.slice(0, 1000)).startsWith('w0\n\n')).toBe(true)
})
