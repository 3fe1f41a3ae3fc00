import { expect, test } from '@jest/globals'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { type ListedSegment, runToMerge } from './segment-list.ts'

const listed = (bytes: number): ListedSegment => ({ hash: 'h', bytes, documents: 1 })

function merged(list: ListedSegment[]): { list: ListedSegment[]; written: number } {
  let written = 0
  for (;;) {
    const run = runToMerge(list)
    if (!run) return { list, written }
    const bytes = list.slice(run.from, run.from + run.count).reduce((sum, one) => sum + one.bytes, 0)
    written += bytes
    list = list.toSpliced(run.from, run.count, listed(bytes))
  }
}

test('a list stays short, and what comes is written a few times only', () => {
  const sizes = fc.array(fc.oneof(fc.constant(2000), fc.integer({ min: 500, max: 3_000_000 })), { maxLength: 400 })
  fc.assert(
    fc.property(sizes, (all) => {
      let list: ListedSegment[] = []
      let written = 0
      for (const bytes of all) {
        const next = merged([...list, listed(bytes)])
        list = next.list
        written += next.written
        expect(list.length).toBeLessThan(50)
      }
      const came = all.reduce((sum, bytes) => sum + bytes, 0)
      expect(written).toBeLessThan(8 * came + 400 * 64 * 1024)
    }),
    { numRuns: runs(50) },
  )
})
