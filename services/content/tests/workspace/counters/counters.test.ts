import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { auditEventNouns, member, teamMember } from '@quire/contracts'
import { sql as raw } from 'kysely'
import type { Sql } from '../../../src/database.ts'
import { countingLock, expandMarks } from '../../../src/workspace/counters/counting-job.ts'
import { recountDue } from '../../../src/workspace/counters/recount.ts'
import { lockGrants } from '../../../src/workspace/grants/lock-grants.ts'
import { largeTeam } from '../../support/large-team.ts'
import { acme, startWorld, type World } from '../../world.ts'
import { structureOf } from '../tree/structure-actions.ts'

let world: World
let at: ReturnType<typeof structureOf>
beforeAll(async () => {
  world = await startWorld()
  at = structureOf(world)
})
afterAll(() => world.stop())

/** Does `work` while another transaction holds the locks that `hold` takes. */
const whileHeld = <Result>(hold: (sql: Sql) => Promise<unknown>, work: () => Promise<Result>): Promise<Result> =>
  world
    .sql()
    .transaction()
    .execute(async (sql) => {
      await hold(sql)
      return work()
    })

const rowsOf = async (table: 'counter_mark' | 'outbox') => {
  const { rows } = await raw<{ n: number }>`
    select count(*)::int as n from ${raw.table(table)} t
    where to_jsonb(t)->'envelope'->>'type' is distinct from ${auditEventNouns.content.saved.type}`.execute(world.sql())
  return rows[0]?.n ?? 0
}

test('a space in a collection of a team costs one mark and one event, however many people and spaces there are', async () => {
  for (const size of [
    { members: 5, spaces: 3 },
    { members: 1000, spaces: 300 },
  ]) {
    const { collectionId, teamId } = await largeTeam(world, size)
    const invited = { params: { collectionId }, body: { role: 'read', teams: [teamId] } }
    await at.made('inviteToCollection', invited)
    await world.test.settled()
    const holdJob = (sql: Sql) => raw`select pg_advisory_xact_lock(${countingLock})`.execute(sql)
    await whileHeld(holdJob, async () => {
      const before = await rowsOf('outbox')
      await at.space(collectionId)
      expect([await rowsOf('counter_mark'), (await rowsOf('outbox')) - before]).toEqual([1, 1])
    })
    await world.test.settled()
    const published = await world
      .sql()
      .selectFrom('granted_spaces')
      .select('subject_id')
      .where('subject_id', 'like', `${teamId}%`)
      .where('spaces', '=', size.spaces + 1)
      .execute()
    expect(published).toHaveLength(size.members + 1)
  }
})

test('people and teams of every organization are projected, and counted, while a request holds an organization', async () => {
  const { id: spaceId } = await world.makeSpace()
  await at.made('inviteToSpace', { params: { spaceId }, body: { role: 'read', teams: ['writers'] } })
  await whileHeld(
    (sql) => lockGrants(sql, acme),
    async () => {
      for (const organizationId of [acme, 'other'])
        await world.publishState(member, {
          id: `new-${organizationId}`,
          organizationId,
          userId: 'newcomer',
          role: null,
        })
      const part = { teamId: 'writers', memberId: `new-${acme}`, organizationId: acme, userId: 'newcomer' }
      await world.publishState(teamMember, part)
      const { stored, counted } = await at.counters()
      expect(stored.map(({ id }) => id)).toContain(`new-${acme}`)
      expect(stored).toEqual(counted)
      expect(await world.statuses('getSpaceById', ['newcomer'], { params: { spaceId } })).toEqual([200])
    },
  )
})

/** Numbers below a bound, the same ones each time. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** Runs the job and kills it on its way; its transaction is rolled back. */
async function killed() {
  const work = world
    .sql()
    .transaction()
    .execute(async (sql) => {
      await expandMarks(sql, 2)
      await recountDue({ sql, emit: () => undefined }, 2)
      throw new Error('killed')
    })
  await expect(work).rejects.toThrow('killed')
}

test.each([1, 2])('counters are exact after any changes, whenever the job is killed (seed %i)', async (seed) => {
  const below = numbers(seed)
  const one = <Item>(items: Item[]): Item => items[below(items.length)] as Item
  const collections = [(await at.collection()).id]
  for (let more = 0; more < 3; more += 1) collections.push((await at.collection({ parent: one(collections) })).id)
  const spaces: string[] = []
  for (let more = 0; more < 6; more += 1) spaces.push((await at.space(one(collections))).id)
  const [people, roles] = [
    ['rex', 'cora', 'gus', 'edda'],
    ['read', 'edit', null],
  ]
  let version = seed * 1000
  const part = () => ({ teamId: 'writers', memberId: `m-${one(people)}`, version: ++version })
  const on = (): [string, Record<string, string>] =>
    below(2) === 0 ? ['Space', { spaceId: one(spaces) }] : ['Collection', { collectionId: one(collections) }]
  const steps: (() => Promise<unknown>)[] = [
    () => {
      const [kind, params] = on()
      const to = below(2) === 0 ? { users: [one(people)] } : { teams: ['writers'] }
      return world.send(`inviteTo${kind}`, { params, body: { role: one(roles), ...to } })
    },
    () => {
      const [kind, params] = on()
      return world.send(`removeUserFrom${kind}`, { params: { ...params, userId: one(people) } })
    },
    () => at.move('space', one(spaces), { parent: one([...collections, null]) }),
    () => at.move('collection', one(collections), { parent: one([...collections, null]) }),
    () => world.send('deleteSpaceById', { params: { spaceId: one(spaces) } }),
    () => world.send('restoreSpace', { params: { spaceId: one(spaces) } }),
    async () => below(4) === 0 && world.send('deleteCollectionById', { params: { collectionId: one(collections) } }),
    async () => {
      const { memberId, ...rest } = part()
      await world.publishState(teamMember, { ...rest, memberId, organizationId: acme, userId: memberId.slice(2) })
    },
    async () => {
      const { teamId, memberId } = part()
      await world.test.publishRemoval(teamMember, `${teamId}.${memberId}`, version)
    },
    killed,
  ]
  for (let step = 0; step < 60; step += 1) await one(steps)()
  const { stored, counted } = await at.counters()
  expect(stored).toEqual(counted)
})
