import { expect, test } from '@jest/globals'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { RevisionEditor } from '../../storage/revisions/revision-editor.ts'
import type { Roots } from '../../storage/revisions/revision-entries.ts'
import { changedPages } from '../../storage/revisions/revision-reads.ts'
import { type MemoryStorage, memoryStorage } from '../../storage/revisions/testing/memory-storage.ts'
import { merge } from './merge.ts'
import { choose } from './merge-plan.ts'
import { acts, Branches } from './testing/branches.ts'
import { now, pagesOf, play, playSides, sides, start, steps } from './testing/steps.ts'

test('whatever main and two change requests do to each other, no page is lost or doubled, and no revision changes', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (played) => {
      const branches = await Branches.begin()
      for (const act of played) await branches.take(act)
      await branches.reread()
    }),
    { numRuns: runs(30) },
  )
})

test('a page without a conflict is what a comparison field by field makes of it', async () => {
  await fc.assert(
    fc.asyncProperty(sides, async (played) => {
      const storage = memoryStorage()
      const all = await playSides(storage, played)
      const result = await merge(storage, all)
      const merged = await pagesOf(storage, storage.write(result).roots)
      const flagged = new Set(result.conflicts.map(({ id }) => id))
      const [base, ours, theirs] = await Promise.all(
        [all.base, all.ours, all.theirs].map((roots) => pagesOf(storage, roots)),
      )
      for (const [id, page] of merged) {
        const [before, main, request] = [base?.get(id), ours?.get(id), theirs?.get(id)]
        if (flagged.has(id)) continue
        if (!main || !request) expect(page).toMatchObject({ title: (main ?? request)?.title })
        else
          for (const field of ['title', 'parent', 'document'] as const) {
            const side = choose(before?.[field], main[field], request[field])
            if (side !== 'both') expect(page[field]).toEqual((side === 'ours' ? main : request)[field])
            else expect(field).toBe('document')
          }
      }
      for (const id of base?.keys() ?? []) if (!ours?.has(id) && !theirs?.has(id)) expect(merged.has(id)).toBe(false)
    }),
    { numRuns: runs(30) },
  )
})

test('the same edits on both sides are no conflict, and merge to what each side is', async () => {
  await fc.assert(
    fc.asyncProperty(steps, steps, async (first, edits) => {
      const storage = memoryStorage()
      const base = await play(storage, await start(storage), first, 'base')
      const side = await play(storage, base, edits, 'same')
      const result = await merge(storage, { base, ours: side, theirs: side })
      expect([result.conflicts, result.roots]).toEqual([[], side])
    }),
    { numRuns: runs(20) },
  )
})

/** Edits of one page each. Their order does not affect the resulting content. */
const edits = fc.uniqueArray(
  fc.record({
    page: fc.constantFrom('1', '11', '111', '12', '2', '21', '211'),
    title: fc.string({ minLength: 1, maxLength: 3 }),
    markdown: fc.string({ maxLength: 5 }),
  }),
  { selector: ({ page }) => page },
)

test('a merge depends on what the sides hold, not on the order in which they came to it', async () => {
  const edited = async (
    storage: MemoryStorage,
    base: Roots,
    list: { page: string; title: string; markdown: string }[],
  ) => {
    let roots = base
    for (const { page, ...patch } of list) {
      const editor = new RevisionEditor(storage, roots, now)
      await editor.updatePage(page, { ...patch, title: `t${patch.title}` }, 'f')
      roots = storage.write(await editor.finish()).roots
    }
    return roots
  }
  await fc.assert(
    fc.asyncProperty(edits, edits, async (main, request) => {
      const merged = async (order: <Item>(list: Item[]) => Item[]) => {
        const storage = memoryStorage()
        const base = await start(storage)
        const [ours, theirs] = [await edited(storage, base, order(main)), await edited(storage, base, order(request))]
        const result = await merge(storage, { base, ours, theirs })
        const { roots } = storage.write(result)
        return { roots, conflicts: result.conflicts, changed: await changedPages(storage, ours, roots) }
      }
      expect(await merged((list) => list)).toEqual(await merged((list) => list.toReversed()))
    }),
    { numRuns: runs(20) },
  )
})
