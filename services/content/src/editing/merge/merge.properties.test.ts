import { expect, test } from '@jest/globals'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { RevisionEditor } from '../../storage/revisions/revision-editor.ts'
import { hasConflicts, type PageEntry } from '../../storage/revisions/revision-entries.ts'
import { faults } from '../../storage/revisions/testing/faults.ts'
import { memoryStorage } from '../../storage/revisions/testing/memory-storage.ts'
import { merge } from './merge.ts'
import { now, pagesOf, play, playSides, sides, start, steps } from './testing/steps.ts'

test('no sequence of inserts, moves, edits, deletes and merges loses or doubles a page', async () => {
  await fc.assert(
    fc.asyncProperty(sides, async (played) => {
      const storage = memoryStorage()
      const all = await playSides(storage, played)
      const result = await merge(storage, all)
      const { roots } = storage.write(result)
      expect(await faults(storage, roots)).toEqual([])

      const [base, ours, theirs] = [
        await pagesOf(storage, all.base),
        await pagesOf(storage, all.ours),
        await pagesOf(storage, all.theirs),
      ]
      const merged = await pagesOf(storage, roots)
      const flagged = new Set(result.conflicts.map(({ id }) => id))
      for (const id of new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])) {
        const deleted = base.has(id) && !(ours.has(id) && theirs.has(id))
        if (!deleted) expect(merged.has(id)).toBe(true)
        else if (merged.has(id)) expect(flagged.has(id)).toBe(true)
      }
      for (const id of merged.keys()) expect(ours.has(id) || theirs.has(id)).toBe(true)
    }),
    { numRuns: runs(40) },
  )
})

test('a merge is deterministic, and leaves the revisions it read as they were', async () => {
  await fc.assert(
    fc.asyncProperty(sides, async (played) => {
      const storage = memoryStorage()
      const all = await playSides(storage, played)
      const read = () => Promise.all([all.base, all.ours, all.theirs].map((roots) => pagesOf(storage, roots)))
      const before = await read()
      const result = await merge(storage, all)
      storage.write(result)
      expect(await read()).toEqual(before)
      expect((await merge(storage, all)).roots).toEqual(result.roots)
    }),
    { numRuns: runs(20) },
  )
})

test('an unchanged side leaves the other as it is', async () => {
  await fc.assert(
    fc.asyncProperty(steps, steps, async (first, edits) => {
      const storage = memoryStorage()
      const base = await play(storage, await start(storage), first, 'base')
      const side = await play(storage, base, edits, 'side')
      expect((await merge(storage, { base, ours: base, theirs: side })).roots).toEqual(side)
      expect((await merge(storage, { base, ours: side, theirs: base })).roots).toEqual(side)
    }),
    { numRuns: runs(20) },
  )
})

test('an edit on one side only arrives, whatever the other side does elsewhere', async () => {
  await fc.assert(
    fc.asyncProperty(sides, async (played) => {
      const storage = memoryStorage()
      const all = await playSides(storage, played)
      const merged = storage.write(await merge(storage, all)).roots
      const [base, ours, theirs, result] = await Promise.all(
        [all.base, all.ours, all.theirs, merged].map((roots) => pagesOf(storage, roots)),
      )
      const content = (page: PageEntry | undefined) => page && [page.title, page.document]
      for (const [id, page] of theirs ?? [])
        if (JSON.stringify(content(ours?.get(id))) === JSON.stringify(content(base?.get(id))) && ours?.has(id))
          expect(content(result?.get(id))).toEqual(content(page))
    }),
    { numRuns: runs(20) },
  )
})

test('a resolved change request merges without a conflict', async () => {
  await fc.assert(
    fc.asyncProperty(sides, async (played) => {
      const storage = memoryStorage()
      const all = await playSides(storage, played)
      const pulled = await merge(storage, all)
      let { roots } = storage.write(pulled)
      for (const { id } of pulled.conflicts) {
        const editor = new RevisionEditor(storage, roots, now)
        for (const patch of [{ markdown: 'resolved' }, {}]) await editor.updatePage(id, patch, 'f')
        roots = storage.write(await editor.finish()).roots
      }
      expect(hasConflicts(roots)).toBe(false)
      const merged = await merge(storage, { base: all.ours, ours: all.ours, theirs: roots })
      expect(merged).toMatchObject({ conflicts: [], roots })
    }),
    { numRuns: runs(20) },
  )
})
