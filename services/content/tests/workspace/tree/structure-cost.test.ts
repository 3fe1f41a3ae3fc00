import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { visiblePage } from '@quire/access'
import { pagesTouched } from '@quire/access/testing'
import { member } from '@quire/contracts'
import { type RawBuilder, sql as raw } from 'kysely'
import { nearestQuery } from '../../../src/workspace/tree/siblings.ts'
import { statementsDuring } from '../../support/sent-statements.ts'
import { acme, startWorld, type World } from '../../world.ts'
import { structureOf } from './structure-actions.ts'

let world: World
let at: ReturnType<typeof structureOf>
beforeAll(async () => {
  world = await startWorld()
  at = structureOf(world)
  await world.publishState(member, { id: 'o-ada', organizationId: 'other', userId: 'ada', role: 'create' })
  await world.test.settled()
})
afterAll(() => world.stop())

/** Creates a collection of this many spaces, half of them in a nested collection, with a grant on each. */
async function branchOf(spaces: number): Promise<string> {
  const outer = await at.collection()
  const inner = await at.collection({ parent: outer.id })
  for (let index = 0; index < spaces; index += 1) {
    const { id: spaceId } = await at.space(index % 2 ? inner.id : outer.id)
    await at.made('inviteToSpace', { params: { spaceId }, body: { role: 'read', users: ['gus'] } })
  }
  return outer.id
}

const ofStructure = /with recursive|(update|into|from) "?(space|collection|access_grant|site_space)\b/

test.each(['delete', 'transfer'])('to %s a branch takes as many statements however much lies in it', async (verb) => {
  const act = (id: string) =>
    verb === 'delete'
      ? at.made('deleteCollectionById', { params: { collectionId: id } })
      : at.made('transferCollection', { params: { collectionId: id }, body: { organization: 'other' } })
  const counts: number[] = []
  for (const spaces of [2, 24]) {
    const id = await branchOf(spaces)
    counts.push((await statementsDuring(world, ofStructure, () => act(id))).length)
  }
  expect(counts[0]).toBeGreaterThan(5)
  expect(counts[1]).toBe(counts[0])
})

const touched = (query: RawBuilder<unknown>) => pagesTouched(world.sql(), query)

/** A collection of 10,000 spaces, of which a reader sees 100. */
async function large() {
  const { id } = await at.collection()
  const one = await at.space(id)
  const same = raw.raw(
    `organization_id, collection_id, title, edit_mode, revision, store, comments, change_requests,
     change_requests_open, change_requests_draft, version, created_by, created_at, updated_at`,
  )
  await raw`
    insert into space (id, default_level, default_scope, position, ${same})
    select own, case when i % 100 = 0 then 'inherit' else 'none' end, case when i % 100 = 0 then ${id} else own end,
      'd' || lpad(i::text, 4, '0'), ${same}
    from space, generate_series(1, 9999) i, lateral (select 'large' || lpad(i::text, 4, '0') as own) named
    where id = ${one.id}`.execute(world.sql())
  await raw`vacuum analyze`.execute(world.sql())
  return id
}

test('in a collection of 10,000 spaces a page, and a neighbour, cost what is shown, however deep they lie', async () => {
  const collectionId = await large()
  const viewer = { organizationId: acme, disabled: false }
  for (const member of [
    { ...viewer, id: 'm-ada', role: 'admin' as const },
    { ...viewer, id: 'm-rex', role: 'read' as const },
  ]) {
    const page = { member, collectionId, orderBy: 'position', limit: 51 }
    expect(await touched(visiblePage(page))).toBeLessThan(51 * 10)
    expect(await touched(visiblePage({ ...page, after: ['d5000', 'large5000'] }))).toBeLessThan(51 * 10)
  }
  const place = { organizationId: acme, parentId: collectionId }
  const of = { id: 'large5000', position: 'd5000' }
  for (const side of ['before', 'after'] as const) {
    expect(await touched(nearestQuery(place, side, {}))).toBeLessThan(20)
    expect(await touched(nearestQuery(place, side, { of, but: 'large5001' }))).toBeLessThan(20)
    expect(await touched(nearestQuery({ ...place, parentId: null }, side, {}))).toBeLessThan(20)
  }
})
