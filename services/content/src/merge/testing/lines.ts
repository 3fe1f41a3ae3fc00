import { expect } from '@jest/globals'
import fc from 'fast-check'
import { RevisionEditor } from '../../revisions/editor.ts'
import { hasConflicts, type Roots } from '../../revisions/entries.ts'
import { markdownOf } from '../../revisions/reader.ts'
import { faults } from '../../revisions/testing/faults.ts'
import { type MemoryStorage, memoryStorage } from '../../revisions/testing/memory-storage.ts'
import { entries } from '../../trees/read.ts'
import { type MergeResult, merge } from '../merge.ts'
import { idsIn, type ShownPage, shownOf, stepOn } from './outline.ts'
import { now, pagesOf, type Step, start, step, take } from './steps.ts'

const line = fc.constantFrom('main', 'one', 'two')
const request = fc.constantFrom('one', 'two')
const act = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: fc.constant('edit' as const), line, step }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('revert' as const), line: request, page: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('update' as const), line: request }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('merge' as const), line: request }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('resolve' as const), line: request }) },
)
/** What happens to a space and two change requests, in this order. */
export const acts = fc.array(act, { minLength: 5, maxLength: 40 })
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never

interface MergeLine {
  roots: Roots
  /** Where a change request began, and what of main it has seen. */
  initial: Roots
  seen: Roots
  /** Pages that came to this line: each is there, unless somebody deleted it. */
  arrived: Set<string>
}

/** Main and two change requests, beside a model of each; every act checks that the two agree. */
export class Lines {
  readonly storage: MemoryStorage = memoryStorage()
  readonly lines = new Map<string, MergeLine>()
  readonly #deleted = new Set<string>()
  readonly #written: { roots: Roots; shown: ShownPage[] }[] = []
  #count = 0

  static async begin(): Promise<Lines> {
    const lines = new Lines()
    const roots = await start(lines.storage)
    const arrived = new Set((await pagesOf(lines.storage, roots)).keys())
    for (const name of ['main', 'one', 'two'])
      lines.lines.set(name, { roots, initial: roots, seen: roots, arrived: new Set(arrived) })
    return lines
  }

  async take(act: Act): Promise<void> {
    const [line, main] = [this.#line(act.line), this.#line('main')]
    if (act.act === 'edit') await this.#edit(line, act.step)
    if (act.act === 'revert') await this.#revert(line, act.page)
    if (act.act === 'resolve') await this.#resolve(line)
    if (act.act === 'update') await this.#receive(line, await this.#merged(line, main), main)
    if (act.act === 'merge') await this.#merge(line, main)
    for (const [, one] of this.lines) await this.#check(one)
  }

  /** Every revision there ever was, read again. */
  async reread(): Promise<void> {
    for (const { roots, shown } of this.#written) expect(await shownOf(this.storage, roots)).toEqual(shown)
  }

  #line(name: string): MergeLine {
    const line = this.lines.get(name)
    if (!line) throw new Error(`there is no line ${name}`)
    return line
  }

  async #edit(line: MergeLine, step: Step): Promise<void> {
    const before = await shownOf(this.storage, line.roots)
    const ids = idsIn(before)
    const id = (index: number) => ids[index % Math.max(1, ids.length)] ?? 'none'
    const fresh = `new${this.#count++}`
    const isDone = await this.#change(line, (editor) => take(editor, step, id, fresh))
    if (!isDone) return
    const after = stepOn(before, step, id, fresh)
    expect(await shownOf(this.storage, line.roots)).toEqual(after)
    for (const gone of ids.filter((one) => !idsIn(after).includes(one))) this.#deleted.add(gone)
    if (step.kind === 'insert') line.arrived.add(fresh)
  }

  /** A page becomes what it was where its change request began. */
  async #revert(line: MergeLine, number: number): Promise<void> {
    const initial = [...(await pagesOf(this.storage, line.initial))]
    const [id, page] = initial[number % Math.max(1, initial.length)] ?? []
    if (!id || !page) return
    const parent =
      page.parent !== null && (await pagesOf(this.storage, line.roots)).has(page.parent) ? page.parent : null
    const markdown = await markdownOf(this.storage, page)
    const { title, slug } = page
    await this.#change(line, async (editor) =>
      (await editor.page(id))
        ? editor.updatePage(id, { title, slug, markdown, into: parent }, 'f')
        : editor.insertPage({ id, title, slug, markdown, into: parent }, 'f'),
    )
    line.arrived.add(id)
  }

  async #resolve(line: MergeLine): Promise<void> {
    const conflicts = await entries(this.storage.nodes, line.roots.conflicts)
    await this.#change(line, async (editor) => {
      for (const [id] of conflicts) await editor.updatePage(id, { markdown: 'resolved' }, 'f')
    })
    expect(hasConflicts(line.roots)).toBe(false)
  }

  /** False for a refused change, which leaves everything as it was. */
  async #change(line: MergeLine, edits: (editor: RevisionEditor) => Promise<unknown>): Promise<boolean> {
    const editor = new RevisionEditor(this.storage, line.roots, now)
    const isDone = await edits(editor).then(
      () => true,
      (refusal: { status?: number }) => {
        expect(refusal.status).toBe(400)
        return false
      },
    )
    if (isDone) line.roots = this.storage.write(await editor.finish()).roots
    return isDone
  }

  #merged(line: MergeLine, main: MergeLine): Promise<MergeResult> {
    return merge(this.storage, { base: line.seen, ours: main.roots, theirs: line.roots })
  }

  /** The change request has then seen main, with conflicts or without. */
  async #receive(line: MergeLine, merged: MergeResult, main: MergeLine): Promise<void> {
    const { roots } = this.storage.write(merged)
    expect(hasConflicts(roots)).toBe(merged.conflicts.length > 0)
    Object.assign(line, { roots, seen: main.roots, arrived: new Set([...line.arrived, ...main.arrived]) })
    // What was left open stays open: merged again at once, it says the same.
    expect((await this.#merged(line, main)).conflicts).toEqual(merged.conflicts)
  }

  async #merge(line: MergeLine, main: MergeLine): Promise<void> {
    const merged = await this.#merged(line, main)
    if (merged.conflicts.length > 0) return this.#receive(line, merged, main)
    const { roots } = this.storage.write(merged)
    expect(hasConflicts(roots)).toBe(false)
    const arrived = new Set([...line.arrived, ...main.arrived])
    Object.assign(main, { roots, arrived })
    // The next change request takes the merged one's place.
    Object.assign(line, { roots, initial: roots, seen: roots, arrived: new Set(arrived) })
  }

  async #check({ roots, arrived }: MergeLine): Promise<void> {
    expect(await faults(this.storage, roots)).toEqual([])
    const shown = await shownOf(this.storage, roots)
    const ids = idsIn(shown)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !arrived.has(id))).toEqual([])
    expect([...arrived].filter((id) => !ids.includes(id) && !this.#deleted.has(id))).toEqual([])
    this.#written.push({ roots, shown })
  }
}
