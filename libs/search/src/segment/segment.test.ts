import { expect, test } from '@jest/globals'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import {
  buildSegment,
  emptyView,
  extendView,
  findPages,
  linking,
  mergeSegments,
  openSegment,
  replaceInView,
} from '../index.ts'
import type { PageVersion } from './page-version.ts'
import { SegmentError } from './segment-layout.ts'

const page = (id: string, text = 'The apple stands here.'): PageVersion => ({
  ...{ space: 's', id },
  text: { title: `Title ${id}`, sections: [{ title: '', text }], links: ['/pages/x'], document: `hash ${id}` },
})
const pages = ['1', '2', '3'].map((id) => page(id))

test('the same pages in any order make the same bytes, and of two versions the later counts', () => {
  const bytes = buildSegment(pages)
  expect(Buffer.compare(buildSegment(pages.toReversed()), bytes)).toBe(0)
  expect(Buffer.compare(buildSegment([page('2', 'pear'), ...pages]), bytes)).toBe(0)
})

test('bytes that are none, cut off, or of another version are refused', () => {
  const bytes = buildSegment(pages)
  for (let length = 0; length < bytes.length; length++) {
    expect(() => openSegment(bytes.slice(0, length))).toThrow(SegmentError)
  }
  for (const at of [0, 4, 8]) {
    const changed = bytes.slice()
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => openSegment(changed)).toThrow(SegmentError)
  }
})

test('changed bytes are refused or searched, in bounded time and without another error', () => {
  const bytes = buildSegment([...pages, { space: 'other', id: '4' }], { cleared: ['z'] })
  const flips = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 })), {
    minLength: 1,
    maxLength: 4,
  })
  fc.assert(
    fc.property(flips, (changes) => {
      const changed = bytes.slice()
      for (const [at, mask] of changes) changed[at] = (changed[at] ?? 0) ^ mask
      try {
        const segment = openSegment(changed)
        const view = extendView(emptyView, segment)
        const options = { prefixLast: true }
        for (const text of ['apple', 'aple', '"the apple" stan']) findPages(view, { readable: ['s'], text, options })
        linking(view, 's', '/pages/x', { limit: 10 })
        replaceInView(view, 0, 1, openSegment(mergeSegments([segment], { oldest: true })))
      } catch (error) {
        expect(error).toBeInstanceOf(SegmentError)
      }
    }),
    { numRuns: runs(300) },
  )
})

test('a segment over shared memory, and one that begins at any byte, is searched alike', () => {
  const bytes = buildSegment(pages)
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  const odd = new Uint8Array(bytes.length + 1).subarray(1)
  odd.set(bytes)
  const found = [bytes, shared, odd].map((one) =>
    findPages(extendView(emptyView, openSegment(one)), { readable: ['s'], text: 'apple' }),
  )
  expect(found[0]?.pages.map(({ id, document }) => [id, document])).toEqual(pages.map(({ id }) => [id, `hash ${id}`]))
  expect(found[1]).toEqual(found[0])
  expect(found[2]).toEqual(found[0])
})

test('more segments than are merged at once make one', () => {
  const many = Array.from({ length: 40 }, (_, index) => page(String(index % 30), `word${index}`))
  const segments = many.map((one) => openSegment(buildSegment([one])))
  expect(Buffer.compare(mergeSegments(segments, { oldest: true }), buildSegment(many))).toBe(0)
})
