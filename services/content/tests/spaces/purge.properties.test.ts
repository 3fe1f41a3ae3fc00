import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import {
  days,
  fileWith,
  type PurgingWorld,
  pageWith,
  readingOf,
  startPurgingWorld,
  tracesOf,
} from '../support/purging.ts'

let world: PurgingWorld
beforeAll(async () => {
  world = await startPurgingWorld()
})
afterAll(() => world.stop())

/** The expected state of a space that is not purged. */
interface KnownSpace {
  /** In days of the world's clock; undefined while the space lives. */
  deletedAt?: number
  reading: Awaited<ReturnType<typeof readingOf>>
  /** The texts in its live content, and in its change requests. */
  live: string[]
  drafts: string[]
}

const retention = 7

class Model {
  readonly known = new Map<string, KnownSpace>()
  readonly texts: string[] = []
  day = 0

  /** One of the spaces in that state, if there is any. */
  pick(seed: number, isDeleted: boolean): [id: string, known: KnownSpace] | undefined {
    const some = [...this.known].filter(([, { deletedAt }]) => (deletedAt !== undefined) === isDeleted)
    return some[seed % some.length]
  }
}

let marks = 0

const actions: Record<string, (model: Model, seed: number) => Promise<void>> = {
  async create(model) {
    const { id } = await world.makeSpace()
    model.known.set(id, { reading: await readingOf(world, id), live: [], drafts: [] })
  },
  async duplicate(model, seed) {
    const [spaceId, source] = model.pick(seed, false) ?? []
    if (!spaceId || !source) return
    const { id } = (await world.send('duplicateSpace', { params: { spaceId } })).body
    const reading = await readingOf(world, id)
    expect(reading.live).toEqual({ ...source.reading.live, id: reading.live.id })
    model.known.set(id, { reading, live: [...source.live], drafts: [] })
  },
  async edit(model, seed) {
    const [spaceId, known] = model.pick(seed, false) ?? []
    if (!spaceId || !known) return
    const mark = `mark-${++marks}-`
    model.texts.push(mark)
    const { id } = await world.makeChangeRequest(spaceId)
    // Besides texts of its own, the space gets bytes and texts that other spaces have too.
    await world.write(spaceId, id, [
      pageWith(mark, 'common'),
      pageWith('Page', mark),
      fileWith('a', mark),
      fileWith('b', 'common'),
    ])
    if (seed % 2 === 0) await world.merge(spaceId, id)
    known[seed % 2 === 0 ? 'live' : 'drafts'].push(mark)
    known.reading = await readingOf(world, spaceId)
  },
  async remove(model, seed) {
    const [spaceId, known] = model.pick(seed, false) ?? []
    if (!spaceId || !known) return
    await world.send('deleteSpaceById', { params: { spaceId } })
    known.deletedAt = model.day
  },
  async restore(model, seed) {
    const [spaceId, known] = model.pick(seed, true) ?? []
    if (!spaceId || known?.deletedAt === undefined) return
    const isLate = model.day > known.deletedAt + retention
    expect((await world.send('restoreSpace', { params: { spaceId } })).status).toBe(isLate ? 404 : 200)
    if (!isLate) delete known.deletedAt
  },
  async pass(model, seed) {
    // Never a moment that is exactly seven days after another.
    const passed = [1.3, 3.1, 8.7][seed % 3] ?? 0
    model.day += passed
    world.pass(passed * days)
  },
  async purge(model, seed) {
    const expired = [...model.known].filter(([, { deletedAt = model.day }]) => model.day > deletedAt + retention)
    expect(await world.run({ rowsAtOnce: 1 + (seed % 7) })).toMatchObject({ spaces: expired.length, failures: 0 })
    for (const [id] of expired) model.known.delete(id)
  },
}

const names = ['create', 'duplicate', 'edit', 'edit', 'remove', 'restore', 'pass', 'purge'] as const

test('what somebody may read or restore is kept, and everything else is purged', async () => {
  const steps = fc.array(fc.tuple(fc.constantFrom(...names), fc.nat({ max: 1000 })), { minLength: 10, maxLength: 24 })
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const model = new Model()
      for (const [name, seed] of [['create', 0], ['edit', 0], ...sequence] as const) await actions[name]?.(model, seed)
      world.pass(0.01 * days)
      model.day += 0.01
      await actions.purge?.(model, 0)
      await everythingIsAsKnown(model)
      // Delete the remaining spaces before the next sequence.
      for (const [spaceId, { deletedAt }] of model.known)
        if (deletedAt === undefined) await world.send('deleteSpaceById', { params: { spaceId } })
      world.pass(100 * days)
      await world.run()
      for (const text of model.texts) expect(await tracesOf(world, text)).toEqual([])
    }),
    // A failure is reported at once, because the search for a shorter sequence would take minutes.
    { numRuns: runs(2), endOnFailure: true },
  )
})

async function everythingIsAsKnown(model: Model) {
  const stored = new Set([...model.known.values()].flatMap(({ live, drafts }) => [...live, ...drafts]))
  for (const text of model.texts)
    expect([text, (await tracesOf(world, text)).length > 0]).toEqual([text, stored.has(text)])
  // The caches of a process may hide missing rows.
  await world.test.restart()
  for (const [spaceId, known] of model.known) {
    if (known.deletedAt !== undefined) await world.send('restoreSpace', { params: { spaceId } })
    delete known.deletedAt
    expect(await readingOf(world, spaceId)).toEqual(known.reading)
  }
}
