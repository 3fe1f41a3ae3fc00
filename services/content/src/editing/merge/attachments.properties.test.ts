import { expect, test } from '@jest/globals'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { RevisionEditor } from '../../storage/revisions/revision-editor.ts'
import { emptyRoots, type Roots } from '../../storage/revisions/revision-entries.ts'
import { faults } from '../../storage/revisions/testing/faults.ts'
import { type MemoryStorage, memoryStorage } from '../../storage/revisions/testing/memory-storage.ts'
import { entries } from '../../storage/trees/tree-reads.ts'
import { merge } from './merge.ts'

const ids = ['file1', 'file2', 'text1', 'text2']
const step = fc.record({
  /** A small range, so that both sides often edit the same entry. */
  id: fc.constantFrom(...ids),
  kind: fc.constantFrom('rename', 'write', 'delete'),
  to: fc.constantFrom<string>('a', 'b', 'c'),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never
const steps = fc.array(step, { maxLength: 6 })

const bytes = { contentType: 'image/png', size: 1, blob: 'a' }

/** A step, or an update without a field, which keeps what a text does not decide, also what the other side has deleted. */
type Taken = Omit<Step, 'kind'> & { kind: Step['kind'] | 'keep' }

async function take({ files, reusableContents }: RevisionEditor, { id, kind, to }: Taken): Promise<void> {
  if (id.startsWith('file')) {
    const file = (await files.get(id)) ?? { name: 'a', ...bytes }
    if (kind === 'delete') files.remove(id)
    else if (kind !== 'keep') files.put(id, kind === 'rename' ? { ...file, name: to } : { ...file, blob: to })
    return
  }
  const before = await reusableContents.get(id)
  if (kind === 'delete') reusableContents.remove(id)
  else if (before && kind === 'keep') await reusableContents.update(id, before, {})
  else if (!before) reusableContents.put(id, { title: to, markdown: to })
  // A title that is given decides about a title in conflict, as a text about a text.
  else
    await reusableContents.update(id, before, kind === 'rename' ? { title: to } : { title: before.title, markdown: to })
}

async function play(storage: MemoryStorage, start: Roots, given: Taken[]): Promise<Roots> {
  const editor = new RevisionEditor(storage, start, '2026-01-02T03:04:05.006Z')
  for (const one of given) await take(editor, one)
  return storage.write(await editor.finish()).roots
}

const contentOf = async ({ nodes }: MemoryStorage, { files, reusables }: Roots) =>
  new Map(
    [...(await entries(nodes, files)), ...(await entries(nodes, reusables))].map(([id, entry]) => [
      id,
      JSON.stringify(entry),
    ]),
  )

/** Merges two sides of a space with files and reusable contents. */
async function mergedSides([first, main, request]: [Step[], Step[], Step[]]) {
  const storage = memoryStorage()
  const all: Step[] = ids.map((id) => ({ id, kind: 'write', to: 'a' }))
  const base = await play(storage, await play(storage, emptyRoots(), all), first)
  const [ours, theirs] = [await play(storage, base, main), await play(storage, base, request)]
  const result = await merge(storage, { base, ours, theirs })
  const { roots } = storage.write(result)
  expect(await faults(storage, roots)).toEqual([])
  return { storage, base, ours, theirs, result, roots }
}

const sides = fc.tuple(steps, steps, steps)

test('of a file or reusable content nothing is lost: what one side did is there, and what both did is shown as open', async () => {
  await fc.assert(
    fc.asyncProperty(sides, async (played) => {
      const { storage, result, ...of } = await mergedSides(played)
      const [base, ours, theirs, merged] = await Promise.all(
        [of.base, of.ours, of.theirs, of.roots].map((roots) => contentOf(storage, roots)),
      )
      const open = new Set(result.conflicts.map(({ id }) => id))
      for (const id of ids) {
        const [was, main, request, is] = [base?.get(id), ours?.get(id), theirs?.get(id), merged?.get(id)]
        if (main === was) expect([is, open.has(id)]).toEqual([request, false])
        else if (request === was || request === main) expect([is, open.has(id)]).toEqual([main, false])
        else if (was !== undefined && (main === undefined || request === undefined))
          expect([is, open.has(id)]).toEqual([main ?? request, true])
        else expect(is).toBeDefined()
      }
    }),
    { numRuns: runs(60) },
  )
})

test('whoever decides each open file and reusable content, by deleting it or by writing and keeping it, merges without a conflict', async () => {
  await fc.assert(
    fc.asyncProperty(sides, fc.constantFrom('delete', 'write'), async (played, kind) => {
      const { storage, ours, result, roots } = await mergedSides(played)
      const decided = await play(
        storage,
        roots,
        result.conflicts.flatMap(({ id }) => {
          const decision = { id, kind, to: 'decided' }
          return kind === 'delete' ? [decision] : [decision, { ...decision, kind: 'keep' }]
        }),
      )
      const again = await merge(storage, { base: ours, ours, theirs: decided })
      expect([again.conflicts, again.roots]).toEqual([[], decided])
    }),
    { numRuns: runs(40) },
  )
})
