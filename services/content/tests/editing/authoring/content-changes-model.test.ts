import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { type Branch, newBranch, page, update, write } from '../../support/branch.ts'
import { startWorld, type World } from '../../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

interface Node {
  id: string
  title: string
  parent: string | null
}
/** The pages in order, each behind all its elder siblings: the simplest form of a whole tree. */
type Model = Node[]

const below = (model: Model, parent: string | null) => model.filter((one) => one.parent === parent)
const isAbove = (model: Model, id: string, other: string | null): boolean =>
  other !== null && (other === id || isAbove(model, id, model.find((one) => one.id === other)?.parent ?? null))

/** The model with a page at an index among the children of its parent. */
function placed(model: Model, node: Node, at: number | undefined): Model {
  const behind = at === undefined ? undefined : below(model, node.parent)[at]
  return behind ? model.toSpliced(model.indexOf(behind), 0, node) : [...model, node]
}

const without = (model: Model, id: string): Model => model.filter((one) => !isAbove(model, id, one.id))

function moved(model: Model, node: Node, into: string | null | undefined, at: number | undefined): Model | undefined {
  const parent = into === undefined ? node.parent : into
  if (isAbove(model, node.id, parent)) return undefined
  if (parent === node.parent && at === undefined) return model
  const others = model.filter((one) => one !== node)
  return placed(others, { ...node, parent }, at)
}

/** A number chooses one of the existing pages; a number beyond them chooses none, or a page that does not exist. */
const choice = fc.nat(11)
const at = fc.option(fc.nat(5), { nil: undefined })
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('insert' as const), into: choice, at }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), page: choice, into: choice, at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('edit' as const), page: choice }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), page: choice }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** A batch's changes, and the model after them, with new pages under their refs; undefined if refused. */
function planned(before: Model, steps: Step[], batch: number): { changes: object[]; after: Model | undefined } {
  const known = before.map(({ id }) => id)
  let model: Model | undefined = before
  const changes = steps.map((one, index) => {
    const named = (number: number) => known[number] ?? (number === 11 ? 'nowhere' : null)
    const place = one.kind === 'insert' || one.kind === 'move' ? { into: named(one.into), at: one.at } : undefined
    const id = 'page' in one ? (named(one.page) ?? 'nowhere') : `new-${batch}-${index}`
    const node = model?.find((candidate) => candidate.id === id)
    const hasParent = !place || place.into === null || model?.some((candidate) => candidate.id === place.into)
    if (one.kind === 'insert') {
      if (model)
        model = hasParent ? placed(model, { id, title: id, parent: place?.into ?? null }, place?.at) : undefined
      return page(id, '', { ...place, ref: id })
    }
    if (model) model = node && hasParent ? applied(model, one.kind, node, place) : undefined
    if (one.kind === 'move') return update(id, { ...place })
    return one.kind === 'edit' ? write(id, `text ${index}`) : { operation: 'delete_page', page: id }
  })
  return { changes, after: model }
}

function applied(
  model: Model,
  kind: 'move' | 'edit' | 'delete',
  node: Node,
  place?: { into: string | null; at?: number | undefined },
) {
  if (kind === 'move') return moved(model, node, place?.into, place?.at)
  return kind === 'delete' ? without(model, node.id) : model
}

/** Parents with their children in order, by title, because the ids of new pages are not known. */
function outline(model: Model): Record<string, string[]> {
  const titles = new Map(model.map(({ id, title }) => [id, title]))
  const parents = [null, ...model.map(({ id }) => id)]
  return Object.fromEntries(
    parents.map((id) => [id === null ? '' : titles.get(id), below(model, id).map(({ title }) => title)]),
  )
}

async function read(branch: Branch): Promise<Model> {
  const model: Model = []
  const visit = (pages: Awaited<ReturnType<Branch['tree']>>, parent: string | null) => {
    for (const { id, title, pages: children } of pages) {
      model.push({ id, title, parent })
      visit(children, id)
    }
  }
  visit(await branch.tree(), null)
  return model
}

test('any batch makes of the tree what its changes say one after another, or leaves it whole as it was', async () => {
  const { id: spaceId } = await world.makeSpace()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 }),
      async (batches) => {
        const branch = await newBranch(world, spaceId)
        let number = 0
        for (const [batch, steps] of batches.entries()) {
          const before = await read(branch)
          const { changes, after } = planned(before, steps, batch)
          const { status, body } = await branch.apply(changes)
          expect([status, body.error?.message]).toEqual(
            after ? [200, undefined] : [400, expect.stringMatching(/^body\.changes\.\d/)],
          )
          const now = await read(branch)
          expect(outline(now)).toEqual(outline(after ?? before))
          // Titles identify pages in the next batch too.
          const fresh = now.filter(({ title }) => title.startsWith('new-'))
          if (fresh.length > 0) await branch.made(...fresh.map(({ id }) => update(id, { title: `p${number++}` })))
        }
      },
    ),
    { numRuns: runs(15) },
  )
}, 60_000)
