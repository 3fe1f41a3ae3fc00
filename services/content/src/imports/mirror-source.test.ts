import { expect, test } from '@jest/globals'
import { generateNKeysBetween } from 'fractional-indexing'
import { RevisionDraft } from '../storage/revisions/revision-draft.ts'
import { childKey, emptyRoots } from '../storage/revisions/revision-entries.ts'
import { memoryStorage } from '../storage/revisions/testing/memory-storage.ts'
import { ordersAlong } from './mirror-source.ts'

/** A draft with pages in this order at the top of a space. */
function draftOf(ids: readonly string[]) {
  const draft = new RevisionDraft(memoryStorage(), emptyRoots())
  const keys = generateNKeysBetween(null, null, ids.length)
  for (const [at, id] of ids.entries()) draft.children.set(childKey(id, { parent: null, order: keys[at] ?? '' }), id)
  return draft
}

const idsOf = (count: number, name: string) => Array.from({ length: count }, (_, at) => `${name}${at}`)

/** Arrivals at the top of the space, and the number of times that any of their ids was read. */
function counted(ids: readonly string[]) {
  const counts = { reads: 0 }
  const arrivals = ids.map((id) => ({
    into: null,
    before: undefined,
    get id() {
      counts.reads += 1
      return id
    },
  }))
  return { arrivals, counts }
}

test('pages made by hand stay behind the page that they followed, and those before all of them stay first', async () => {
  const draft = draftOf(['hand0', 'a', 'hand1', 'hand2', 'b', 'hand3'])
  const { arrivals } = counted(['b', 'new', 'a'])
  const orders = await ordersAlong(draft, arrivals)
  for (const [key, id] of await draft.children.range('/')) {
    const order = orders.get(id)
    if (order === undefined) continue
    draft.children.remove(key)
    draft.children.set(childKey(id, { parent: null, order }), id)
  }
  draft.children.set(childKey('new', { parent: null, order: orders.get('new') ?? '' }), 'new')
  const ids = (await draft.children.range('/')).map(([, id]) => id)
  expect(ids).toEqual(['hand0', 'b', 'hand3', 'new', 'a', 'hand1', 'hand2'])
})

test('the order of a large import costs in proportion to its pages', async () => {
  const readsFor = async (count: number) => {
    const ids = idsOf(count, 'page')
    const { arrivals, counts } = counted(ids.toReversed())
    expect((await ordersAlong(draftOf(ids), arrivals)).size).toBe(count - 1)
    return counts.reads
  }
  expect(await readsFor(2000)).toBe(2 * (await readsFor(1000)))
})

test('an import of one page into a space with very many pages made by hand ends', async () => {
  const others = idsOf(200_000, 'hand')
  const { arrivals } = counted(['page'])
  expect([...(await ordersAlong(draftOf(['page', ...others]), arrivals))]).toEqual([])
})
