import { expect, test } from '@jest/globals'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { memoryNodes } from '../revisions/testing/memory-storage.ts'
import { applyEdits } from './apply-edits.ts'
import { diff } from './diff.ts'
import { diffInParts } from './diff-in-parts.ts'
import { emptyRoot, type Root } from './tree-nodes.ts'

type Edits = Map<string, number | undefined>

async function edited(nodes: ReturnType<typeof memoryNodes>, root: Root<number>, edits: Edits) {
  const applied = await applyEdits(nodes, root, edits)
  nodes.write(applied.nodes)
  return applied.root
}

const key = (number: number) => `key ${String(number).padStart(5, '0')}`
const keys = (count: number, step = 1) =>
  new Map(Array.from({ length: count }, (_, index) => [key(index * step), index] as const))

/** Collects the whole difference in calls of `limit` changes, each continuing after the last key. */
async function collected(
  nodes: ReturnType<typeof memoryNodes>,
  before: Root<number>,
  after: Root<number>,
  limit: number,
) {
  const found = []
  for (let afterKey: string | undefined = ''; afterKey !== undefined; ) {
    const some = []
    let until: string | undefined
    for await (const part of diffInParts(nodes, before, after, afterKey)) {
      some.push(...part.changes)
      until = part.until
      if (some.length >= limit) break
    }
    const page = some.slice(0, limit)
    found.push(...page)
    afterKey = page.length < some.length ? page.at(-1)?.[0] : until
  }
  return found
}

test('what differs is told in parts as it is told at once, whatever was edited and however much is taken', async () => {
  const edits = fc.array(fc.tuple(fc.nat(1500), fc.option(fc.nat(3), { nil: undefined })), { maxLength: 300 })
  await fc.assert(
    fc.asyncProperty(edits, edits, fc.integer({ min: 1, max: 90 }), async (one, other, limit) => {
      const nodes = memoryNodes()
      const toEdits = (list: [number, number | undefined][]) =>
        new Map(list.map(([number, value]) => [key(number), value]))
      const common = await edited(nodes, emptyRoot<number>(), keys(700, 2))
      const [before, after] = [await edited(nodes, common, toEdits(one)), await edited(nodes, common, toEdits(other))]
      expect(await collected(nodes, before, after, limit)).toEqual([...(await diff(nodes, before, after))])
      expect(await collected(nodes, emptyRoot<number>(), after, limit)).toEqual([
        ...(await diff(nodes, emptyRoot<number>(), after)),
      ])
    }),
    { numRuns: runs(5) },
  )
})

test('taking all of a large map part by part reads each leaf a few times, not once a part', async () => {
  const nodes = memoryNodes()
  const root = await edited(nodes, emptyRoot<number>(), keys(20_000))
  const stored = nodes.hashes().length
  nodes.counts.nodes = 0
  const found = await collected(nodes, emptyRoot<number>(), root, 50)
  expect(found).toHaveLength(20_000)
  // 400 parts: comparing everything again for each would read 400 times the stored nodes.
  expect(nodes.counts.nodes).toBeLessThan(20 * stored)
})

test('one change in a large map costs a walk from the top, and few changes far apart a few walks', async () => {
  const nodes = memoryNodes()
  const root = await edited(nodes, emptyRoot<number>(), keys(20_000))
  for (const changed of [[17], [3, 9000, 19_999]]) {
    const after = await edited(nodes, root, new Map(changed.map((number) => [key(number), -1])))
    nodes.counts.nodes = 0
    expect(await collected(nodes, root, after, 50)).toHaveLength(changed.length)
    expect(nodes.counts.nodes).toBeLessThan(12 * changed.length + 8)
  }
})
