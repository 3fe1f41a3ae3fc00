import { expect, test } from '@jest/globals'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { memoryNodes } from '../revisions/testing/memory-storage.ts'
import { applyEdits } from './apply-edits.ts'
import { diff } from './diff.ts'
import { emptyRoot, type Root } from './tree-nodes.ts'
import { entries, get, getMany, range, rank, size, slice } from './tree-reads.ts'

type Model = Map<string, number>

// Few letters, so that keys collide, nest as prefixes and crowd together.
const key = fc.string({ unit: fc.constantFrom('a', 'b', '/', 'é', '\u{1f600}'), minLength: 1, maxLength: 5 })
const edit = fc.tuple(key, fc.option(fc.nat(9), { nil: undefined }))
const batches = fc.array(fc.array(edit, { maxLength: 120 }), { minLength: 1, maxLength: 5 })
const sorted = (model: Model) => [...model].sort(([one], [other]) => (one < other ? -1 : 1))

async function edited(
  nodes: ReturnType<typeof memoryNodes>,
  root: Root<number>,
  edits: Map<string, number | undefined>,
) {
  const applied = await applyEdits(nodes, root, edits)
  nodes.write(applied.nodes)
  return applied.root
}

async function play(nodes: ReturnType<typeof memoryNodes>, steps: [string, number | undefined][][]) {
  const model: Model = new Map()
  let root = emptyRoot<number>()
  for (const step of steps) {
    for (const [key, value] of step) value === undefined ? model.delete(key) : model.set(key, value)
    root = await edited(nodes, root, new Map(step))
  }
  return { model, root }
}

test('the shape depends on the content, not on the order of edits', async () => {
  await fc.assert(
    fc.asyncProperty(batches, async (steps) => {
      const nodes = memoryNodes()
      const { model, root } = await play(nodes, steps)
      expect(await edited(nodes, emptyRoot<number>(), model)).toBe(root)
    }),
    { numRuns: runs(50) },
  )
})

test('the shape stays canonical in a large map, whose nodes reach their longest', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(2999), fc.boolean()), { minLength: 1, maxLength: 40 }),
      async (changes) => {
        const nodes = memoryNodes()
        const model: Model = new Map(large)
        let root = await edited(nodes, emptyRoot<number>(), large)
        for (const [number, keep] of changes) {
          const one = `key ${number}`
          keep ? model.set(one, -1) : model.delete(one)
          root = await edited(nodes, root, new Map([[one, keep ? -1 : undefined]]))
        }
        expect(await edited(nodes, emptyRoot<number>(), model)).toBe(root)
      },
    ),
    { numRuns: runs(4) },
  )
})
const large = new Map(Array.from({ length: 3000 }, (_, number) => [`key ${number}`, number]))

test('reads answer as a plain map does', async () => {
  await fc.assert(
    fc.asyncProperty(batches, fc.array(key), fc.nat(50), fc.nat(50), async (steps, wanted, from, to) => {
      const nodes = memoryNodes()
      const { model, root } = await play(nodes, steps)
      const all = sorted(model)
      expect(await entries(nodes, root)).toEqual(all)
      expect(await size(nodes, root)).toBe(all.length)
      expect(await slice(nodes, root, from, to)).toEqual(all.slice(from, Math.max(from, to)))
      for (const one of wanted) {
        expect(await get(nodes, root, one)).toBe(model.get(one))
        expect(await rank(nodes, root, one)).toBe(all.filter(([other]) => other < one).length)
        expect(await range(nodes, root, `${one}/`)).toEqual(all.filter(([other]) => other.startsWith(`${one}/`)))
      }
      const found = await getMany(nodes, root, wanted)
      expect(found).toEqual(new Map(wanted.flatMap((one) => (model.has(one) ? [[one, model.get(one)]] : []))))
    }),
    { numRuns: runs(50) },
  )
})

test('a difference names exactly the keys that changed', async () => {
  await fc.assert(
    fc.asyncProperty(batches, batches, async (one, other) => {
      const nodes = memoryNodes()
      const [before, after] = [await play(nodes, one), await play(nodes, other)]
      const keys = sorted(new Map([...before.model, ...after.model])).map(([key]) => key)
      const expected = keys
        .map((key) => [key, { before: before.model.get(key), after: after.model.get(key) }] as const)
        .filter(([, change]) => change.before !== change.after)
      expect([...(await diff(nodes, before.root, after.root))]).toEqual(expected)
    }),
    { numRuns: runs(50) },
  )
})

test('one edit of a large map loads and writes a path, not the map', async () => {
  const nodes = memoryNodes()
  const many = new Map(Array.from({ length: 100_000 }, (_, number) => [`key ${number}`, number]))
  const root = await edited(nodes, emptyRoot<number>(), many)
  Object.assign(nodes.counts, { loads: 0, nodes: 0 })
  const applied = await applyEdits(nodes, root, new Map([['key 77777', -1]]))
  expect(applied.nodes.length).toBeLessThanOrEqual(5)
  expect(nodes.counts.nodes).toBeLessThanOrEqual(6)
  nodes.write(applied.nodes)
  Object.assign(nodes.counts, { loads: 0, nodes: 0 })
  expect([...(await diff(nodes, root, applied.root))]).toEqual([['key 77777', { before: 77777, after: -1 }]])
  expect(nodes.counts.nodes).toBeLessThanOrEqual(10)
})

test('values that differ in the order of their fields only are the same content', async () => {
  const nodes = memoryNodes()
  const one = await applyEdits(nodes, emptyRoot<object>(), new Map([['a', { x: 1, y: { u: 1, v: 2 } }]]))
  const other = await applyEdits(nodes, emptyRoot<object>(), new Map([['a', { y: { v: 2, u: 1 }, x: 1 }]]))
  expect(other.root).toBe(one.root)
})

test('an edit that changes nothing writes nothing', async () => {
  const nodes = memoryNodes()
  const root = await edited(nodes, emptyRoot<number>(), large)
  expect(
    await applyEdits(
      nodes,
      root,
      new Map([
        ['key 5', 5],
        ['unknown', undefined],
      ]),
    ),
  ).toEqual({ root, nodes: [] })
})

test('a node that is missing is damage, not an empty map', async () => {
  const nodes = memoryNodes()
  const { root } = await applyEdits(nodes, emptyRoot<number>(), new Map([['a', 1]]))
  await expect(get(nodes, root, 'a')).rejects.toThrow('missing')
})
