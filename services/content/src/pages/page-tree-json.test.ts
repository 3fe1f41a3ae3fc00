import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { PageEntry } from '../storage/revisions/revision-entries.ts'
import type { PageNode } from '../storage/revisions/revision-reads.ts'
import { largeTree, type PresentedTree, pageTreeJson } from './page-tree-json.ts'
import { presentPage, type View } from './pages.present.ts'

const view: View = {
  location: 'http://quire.test/v1/spaces/s',
  publicUrl: 'http://quire.test',
  documentIds: { of: () => 'doc' } as never,
  metadata: true,
} as never
const types = ['document', 'group', 'link'] as const
const title = fc.string({ unit: 'binary', maxLength: 20 })
const { node } = fc.letrec<{ node: PageNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 5 },
    fc.tuple(fc.constantFrom(...types), title).map(([type, name]) => nodeOf(type, name)),
    fc
      .tuple(fc.constantFrom('document', 'group'), title, fc.array(tie('node'), { maxLength: 4 }))
      .map(([type, name, pages]) => nodeOf(type, name, pages)),
  ),
}))

function nodeOf(type: (typeof types)[number], title: string, pages: PageNode[] = []): PageNode {
  const page: Partial<PageEntry> = { type, title, slug: title, parent: null }
  return { id: title, path: title, pages, page: page as PageEntry }
}

const presented = ({ pages, ...located }: PageNode): unknown =>
  presentPage(located, pages.map(presented) as never, view)

test('the JSON text of a tree is that of its presented pages, nested and in order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(node, { maxLength: 5 }), async (top) => {
      const json = await pageTreeJson(top, view, { groups: ['ada'], turn: async () => {} })
      expect(json.toString()).toBe(JSON.stringify(top.map(presented)))
    }),
  )
})

test('a large tree is written in many turns of its reader, a small one at once', async () => {
  const turns: (readonly string[])[] = []
  const turn = async (groups: readonly string[]) => void turns.push(groups)
  const many = Array.from({ length: 4000 }, (_, at) => nodeOf('document', `Page ${at}`))
  await pageTreeJson([nodeOf('group', 'All', many)], view, { groups: ['ada'], turn })
  expect(turns.length).toBeGreaterThanOrEqual(40)
  expect(new Set(turns.flat())).toEqual(new Set(['ada']))
  turns.length = 0
  await pageTreeJson(many.slice(0, 90), view, { groups: ['ada'], turn })
  expect(turns).toEqual([])
})

test('forty readers of the same large tree share it, also while it is presented; those who see their own do not', async () => {
  const { signal } = new AbortController()
  const gate = Promise.withResolvers<void>()
  let count = 0
  const present = async (): Promise<PresentedTree> => {
    count += 1
    await gate.promise
    return { json: Buffer.from('[]'), tags: [] }
  }
  const turns: (readonly string[])[] = []
  const turn = async (groups: readonly string[]) => void turns.push(groups)
  const read = (key: string | undefined) => largeTree({ key, groups: ['ada'], signal, turn }, present)
  const reads = Array.from({ length: 40 }, () => read('shared'))
  gate.resolve()
  await Promise.all(reads)
  await read('shared')
  expect(count).toBe(1)
  await Promise.all([read(undefined), read(undefined), read('other')])
  expect(count).toBe(4)
  // Each answer is written in a turn.
  expect(turns).toHaveLength(44)
})
