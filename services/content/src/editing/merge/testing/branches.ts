import { expect } from '@jest/globals'
import fc from 'fast-check'
import { RevisionEditor } from '../../../storage/revisions/revision-editor.ts'
import { hasConflicts, type Roots } from '../../../storage/revisions/revision-entries.ts'
import { markdownOf } from '../../../storage/revisions/revision-reads.ts'
import { faults } from '../../../storage/revisions/testing/faults.ts'
import { type MemoryStorage, memoryStorage } from '../../../storage/revisions/testing/memory-storage.ts'
import { entries } from '../../../storage/trees/tree-reads.ts'
import { type MergeResult, merge } from '../merge.ts'
import { idsIn, type PageOutline, readOutline, stepOn } from './outline.ts'
import { now, pagesOf, type Step, start, step, take } from './steps.ts'

const branch = fc.constantFrom('main', 'one', 'two')
const request = fc.constantFrom('one', 'two')
const act = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: fc.constant('edit' as const), branch, step }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('revert' as const), branch: request, page: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('update' as const), branch: request }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('merge' as const), branch: request }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('resolve' as const), branch: request }) },
)
/** A sequence of operations on a space and two change requests. */
export const acts = fc.array(act, { minLength: 5, maxLength: 40 })
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never

interface BranchModel {
  roots: Roots
  /** The revision that the change request began with, and the last revision of main that was merged into it. */
  initial: Roots
  seen: Roots
  /** Pages that reached this branch: each still exists unless it was deleted. */
  arrived: Set<string>
}

/** Main and two change requests, each with a model. Every operation checks that branch and model agree. */
export class Branches {
  readonly storage: MemoryStorage = memoryStorage()
  readonly branches = new Map<string, BranchModel>()
  readonly #deleted = new Set<string>()
  readonly #written: { roots: Roots; outline: PageOutline[] }[] = []
  #count = 0

  static async begin(): Promise<Branches> {
    const branches = new Branches()
    const roots = await start(branches.storage)
    const arrived = new Set((await pagesOf(branches.storage, roots)).keys())
    for (const name of ['main', 'one', 'two'])
      branches.branches.set(name, { roots, initial: roots, seen: roots, arrived: new Set(arrived) })
    return branches
  }

  async take(act: Act): Promise<void> {
    const [branch, main] = [this.#branch(act.branch), this.#branch('main')]
    if (act.act === 'edit') await this.#edit(branch, act.step)
    if (act.act === 'revert') await this.#revert(branch, act.page)
    if (act.act === 'resolve') await this.#resolve(branch)
    if (act.act === 'update') await this.#receive(branch, await this.#merged(branch, main), main)
    if (act.act === 'merge') await this.#merge(branch, main)
    for (const [, one] of this.branches) await this.#check(one)
  }

  /** Reads every revision again and checks that it has not changed. */
  async reread(): Promise<void> {
    for (const { roots, outline } of this.#written) expect(await readOutline(this.storage, roots)).toEqual(outline)
  }

  #branch(name: string): BranchModel {
    const branch = this.branches.get(name)
    if (!branch) throw new Error(`there is no branch ${name}`)
    return branch
  }

  async #edit(branch: BranchModel, step: Step): Promise<void> {
    const before = await readOutline(this.storage, branch.roots)
    const ids = idsIn(before)
    const id = (index: number) => ids[index % Math.max(1, ids.length)] ?? 'none'
    const fresh = `new${this.#count++}`
    const isDone = await this.#change(branch, (editor) => take(editor, step, id, fresh))
    if (!isDone) return
    const after = stepOn(before, step, id, fresh)
    expect(await readOutline(this.storage, branch.roots)).toEqual(after)
    for (const deleted of ids.filter((one) => !idsIn(after).includes(one))) this.#deleted.add(deleted)
    if (step.kind === 'insert') branch.arrived.add(fresh)
  }

  /** Reverts a page to its state at the beginning of the change request. */
  async #revert(branch: BranchModel, number: number): Promise<void> {
    const initial = [...(await pagesOf(this.storage, branch.initial))]
    const [id, page] = initial[number % Math.max(1, initial.length)] ?? []
    if (!id || !page) return
    const parent =
      page.parent !== null && (await pagesOf(this.storage, branch.roots)).has(page.parent) ? page.parent : null
    const markdown = await markdownOf(this.storage, page)
    const { title, slug } = page
    await this.#change(branch, async (editor) =>
      (await editor.page(id))
        ? editor.updatePage(id, { title, slug, markdown, into: parent }, 'f')
        : editor.insertPage({ id, title, slug, markdown, into: parent }, 'f'),
    )
    branch.arrived.add(id)
  }

  async #resolve(branch: BranchModel): Promise<void> {
    const conflicts = await entries(this.storage.nodes, branch.roots.conflicts)
    await this.#change(branch, async (editor) => {
      for (const [id] of conflicts)
        for (const patch of [{ markdown: 'resolved' }, {}]) await editor.updatePage(id, patch, 'f')
    })
    expect(hasConflicts(branch.roots)).toBe(false)
  }

  /** Applies edits; false if they were refused, which must change nothing. */
  async #change(branch: BranchModel, edits: (editor: RevisionEditor) => Promise<unknown>): Promise<boolean> {
    const editor = new RevisionEditor(this.storage, branch.roots, now)
    const isDone = await edits(editor).then(
      () => true,
      (refusal: { status?: number }) => {
        expect(refusal.status).toBe(400)
        return false
      },
    )
    if (isDone) branch.roots = this.storage.write(await editor.finish()).roots
    return isDone
  }

  #merged(branch: BranchModel, main: BranchModel): Promise<MergeResult> {
    return merge(this.storage, { base: branch.seen, ours: main.roots, theirs: branch.roots })
  }

  /** Commits a merge of main to the branch, with or without conflicts. */
  async #receive(branch: BranchModel, merged: MergeResult, main: BranchModel): Promise<void> {
    const { roots } = this.storage.write(merged)
    expect(hasConflicts(roots)).toBe(merged.conflicts.length > 0)
    Object.assign(branch, { roots, seen: main.roots, arrived: new Set([...branch.arrived, ...main.arrived]) })
    // Unresolved conflicts stay unresolved: merging again gives the same conflicts.
    expect((await this.#merged(branch, main)).conflicts).toEqual(merged.conflicts)
  }

  async #merge(branch: BranchModel, main: BranchModel): Promise<void> {
    const merged = await this.#merged(branch, main)
    if (merged.conflicts.length > 0) return this.#receive(branch, merged, main)
    const { roots } = this.storage.write(merged)
    expect(hasConflicts(roots)).toBe(false)
    const arrived = new Set([...branch.arrived, ...main.arrived])
    Object.assign(main, { roots, arrived })
    // A new change request replaces the merged one.
    Object.assign(branch, { roots, initial: roots, seen: roots, arrived: new Set(arrived) })
  }

  async #check({ roots, arrived }: BranchModel): Promise<void> {
    expect(await faults(this.storage, roots)).toEqual([])
    const outline = await readOutline(this.storage, roots)
    const ids = idsIn(outline)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !arrived.has(id))).toEqual([])
    expect([...arrived].filter((id) => !ids.includes(id) && !this.#deleted.has(id))).toEqual([])
    this.#written.push({ roots, outline })
  }
}
