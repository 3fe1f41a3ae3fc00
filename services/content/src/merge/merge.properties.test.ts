import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { RevisionEditor } from '../revisions/editor.ts'
import { emptyRoots, hasConflicts, type PageEntry, type Roots } from '../revisions/entries.ts'
import type { NestedPage } from '../revisions/nested-pages.ts'
import { faults } from '../revisions/testing/faults.ts'
import { type MemoryStorage, memoryStorage } from '../revisions/testing/memory-storage.ts'
import { entries } from '../trees/read.ts'
import { merge } from './merge.ts'

const now = '2026-01-02T03:04:05.006Z'
const pick = fc.nat(30)
const text = fc.array(fc.constantFrom('', 'a', 'b', 'c'), { maxLength: 5 }).map((lines) => lines.join('\n'))
const step = fc.oneof(
  fc.record({
    kind: fc.constant('insert' as const),
    into: fc.option(pick),
    at: pick,
    title: fc.constantFrom('x', 'y'),
  }),
  fc.record({ kind: fc.constant('move' as const), page: pick, into: fc.option(pick), at: pick }),
  fc.record({ kind: fc.constant('write' as const), page: pick, markdown: text }),
  fc.record({ kind: fc.constant('rename' as const), page: pick, title: fc.constantFrom('x', 'y', 'z') }),
  fc.record({ kind: fc.constant('delete' as const), page: pick }),
)
const steps = fc.array(step, { maxLength: 8 })
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

const pagesOf = async ({ nodes }: MemoryStorage, roots: Roots) => new Map(await entries(nodes, roots.pages))

/** Takes the steps that the rules allow; a refused one must leave everything as it was. */
async function play(storage: MemoryStorage, start: Roots, steps: Step[], name: string): Promise<Roots> {
  let roots = start
  for (const [count, step] of steps.entries()) {
    const ids = [...(await pagesOf(storage, roots)).keys()]
    const at = (index: number) => ids[index % Math.max(1, ids.length)] ?? 'none'
    const editor = new RevisionEditor(storage, roots, now)
    const done = await take(editor, step, at, `${name}${count}`).then(
      () => true,
      (refusal: { status?: number }) => {
        expect(refusal.status).toBe(400)
        return false
      },
    )
    if (done) roots = storage.write(await editor.finish()).roots
    expect(await faults(storage, roots)).toEqual([])
  }
  return roots
}

async function take(
  editor: RevisionEditor,
  step: Step,
  id: (index: number) => string,
  fresh: string,
): Promise<unknown> {
  const into = 'into' in step && step.into !== null ? id(step.into) : null
  if (step.kind === 'insert') return editor.insertPage({ id: fresh, title: step.title, into, at: step.at }, 'f')
  if (step.kind === 'move') return editor.updatePage(id(step.page), { into, at: step.at }, 'f')
  if (step.kind === 'write') return editor.updatePage(id(step.page), { markdown: step.markdown }, 'f')
  if (step.kind === 'rename') return editor.updatePage(id(step.page), { title: step.title, slug: step.title }, 'f')
  return editor.deletePage(id(step.page), 'f')
}

/** Pages to begin with, so that most steps meet one. */
async function start(storage: MemoryStorage): Promise<Roots> {
  const editor = new RevisionEditor(storage, emptyRoots(), now)
  const page = (id: string, pages: NestedPage[] = []) => ({ id, title: 'x', markdown: 'a\nb\nc', pages })
  const top = [page('1', [page('11', [page('111')]), page('12')]), page('2', [page('21', [page('211')])])]
  await editor.insertPages(top, null, 'pages')
  return storage.write(await editor.finish()).roots
}

const sides = fc.tuple(steps, steps, steps)
async function playSides(storage: MemoryStorage, [first, main, request]: [Step[], Step[], Step[]]) {
  const base = await play(storage, await start(storage), first, 'base')
  return { base, ours: await play(storage, base, main, 'main'), theirs: await play(storage, base, request, 'request') }
}

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
    { numRuns: 120 },
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
    { numRuns: 60 },
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
    { numRuns: 60 },
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
      const shown = (page: PageEntry | undefined) => page && [page.title, page.document]
      for (const [id, page] of theirs ?? [])
        if (JSON.stringify(shown(ours?.get(id))) === JSON.stringify(shown(base?.get(id))) && ours?.has(id))
          expect(shown(result?.get(id))).toEqual(shown(page))
    }),
    { numRuns: 60 },
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
        await editor.updatePage(id, { markdown: 'resolved' }, 'f')
        roots = storage.write(await editor.finish()).roots
      }
      expect(hasConflicts(roots)).toBe(false)
      const merged = await merge(storage, { base: all.ours, ours: all.ours, theirs: roots })
      expect(merged).toMatchObject({ conflicts: [], roots })
    }),
    { numRuns: 60 },
  )
})
