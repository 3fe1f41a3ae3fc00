import { expect } from '@jest/globals'
import fc from 'fast-check'
import type { NestedPage } from '../../../storage/revisions/nested-pages.ts'
import { RevisionEditor } from '../../../storage/revisions/revision-editor.ts'
import { emptyRoots, type Roots } from '../../../storage/revisions/revision-entries.ts'
import { faults } from '../../../storage/revisions/testing/faults.ts'
import type { MemoryStorage } from '../../../storage/revisions/testing/memory-storage.ts'
import { entries } from '../../../storage/trees/tree-reads.ts'

export const now = '2026-01-02T03:04:05.006Z'
const pick = fc.nat(30)
const text = fc.array(fc.constantFrom('', 'a', 'b', 'c'), { maxLength: 5 }).map((lines) => lines.join('\n'))
export const step = fc.oneof(
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
export const steps = fc.array(step, { maxLength: 8 })
export type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

export const pagesOf = async ({ nodes }: MemoryStorage, roots: Roots) => new Map(await entries(nodes, roots.pages))

/** Applies the steps in order. A refused step must change nothing. */
export async function play(storage: MemoryStorage, start: Roots, steps: Step[], name: string): Promise<Roots> {
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

export async function take(
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

/** Creates initial pages, so that most steps affect one. */
export async function start(storage: MemoryStorage): Promise<Roots> {
  const editor = new RevisionEditor(storage, emptyRoots(), now)
  const page = (id: string, pages: NestedPage[] = []) => ({ id, title: 'x', markdown: 'a\nb\nc', pages })
  const top = [page('1', [page('11', [page('111')]), page('12')]), page('2', [page('21', [page('211')])])]
  await editor.insertPages(top, null, 'pages')
  return storage.write(await editor.finish()).roots
}

export const sides = fc.tuple(steps, steps, steps)
export async function playSides(storage: MemoryStorage, [first, main, request]: [Step[], Step[], Step[]]) {
  const base = await play(storage, await start(storage), first, 'base')
  return { base, ours: await play(storage, base, main, 'main'), theirs: await play(storage, base, request, 'request') }
}
