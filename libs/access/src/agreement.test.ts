import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { roles } from '@quire/contracts'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { sql } from 'kysely'
import { atLeast, effectiveLevel, type Level, type LevelOrInherit, type Scope, visibleLevel } from './levels.ts'
import { spaceLevels } from './member-scopes.ts'
import { type Member, membership } from './membership.ts'
import { hasRoleThroughout } from './role-throughout.ts'
import { collectionLevel, levelOfMembership, spaceLevel } from './scope-level.ts'
import { SpacesBeside } from './spaces-beside.ts'
import type { ContentAccessTables } from './tables.ts'
import { createAccessDatabase } from './testing/access-database.ts'
import { stateWriter } from './testing/state-writer.ts'
import { countVisibleCollections, visibleCollections } from './visible-collections.ts'
import { countVisibleSpaces, readableSpaceIds, visibleSpaces } from './visible-spaces.ts'

let database: Awaited<ReturnType<typeof createAccessDatabase>>
beforeAll(async () => {
  database = await createAccessDatabase()
})
afterAll(() => database.close())

const never = () => false
const level = fc.constantFrom<Level>('none', ...roles)
const levelOrInherit = fc.oneof({ weight: 2, arbitrary: fc.constant<LevelOrInherit>('inherit') }, level)
/** One instance for all worlds: its cached memberships are from the previous world. */
const callers = new SpacesBeside<ContentAccessTables['space']>({ columns: sql`asked.*`, joins: sql`` })

const organizationIds = ['o0', 'o1']
const pick = (prefix: string, count: number) => fc.nat(count - 1).map((index) => `${prefix}${index}`)

/** Parents come earlier in the array, so there are no cycles; `lost` names one that never arrived. */
const parent = (index: number) =>
  fc.oneof(
    { weight: 4, arbitrary: index === 0 ? fc.constant(null) : pick('c', index) },
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constant('lost') },
  )

const organizationId = fc.oneof({ weight: 6, arbitrary: fc.constant('o0') }, fc.constant('o1'))
const collections = fc
  .tuple(
    ...Array.from({ length: 6 }, (_, index) =>
      fc.record({ organizationId, parentId: parent(index), level: levelOrInherit }),
    ),
  )
  .map((all) => all.map((one, index) => ({ ...one, id: `c${index}` })))
const spaces = fc
  .array(fc.record({ organizationId, collectionId: parent(6), level: levelOrInherit, deleted: fc.boolean() }), {
    minLength: 8,
    maxLength: 14,
  })
  .map((all) => all.map((one, index) => ({ ...one, id: `s${String(index).padStart(2, '0')}` })))

const grants = fc.uniqueArray(
  fc.record({
    scopeId: fc.oneof(
      pick('c', 6),
      fc.nat(13).map((index) => `s${String(index).padStart(2, '0')}`),
    ),
    subjectId: fc.oneof({ weight: 2, arbitrary: fc.constant('m-o0') }, pick('t', 4), fc.constant('m-other')),
    role: level,
  }),
  { maxLength: 24, selector: (one) => `${one.scopeId}.${one.subjectId}` },
)

const world = fc.record({
  role: fc.constantFrom(null, ...roles.slice(0, 5), 'admin' as const),
  disabled: fc.nat(7).map((number) => number === 0),
  collections,
  spaces,
  grants,
  /** The caller's teams among t0 to t3; t3 was removed but its rows still exist. */
  teams: fc.subarray(['t0', 't1', 't3']),
})
type World = typeof world extends fc.Arbitrary<infer W> ? W : never

async function build(one: World) {
  const { db } = database
  await sql`truncate organization, member, team, team_member, collection, space, access_grant`.execute(db)
  const write = stateWriter(db)
  await write.organizations(organizationIds.map((id) => ({ id })))
  await write.members([
    { id: 'm-o0', organizationId: 'o0', userId: 'u', role: one.role, disabled: one.disabled },
    { id: 'm-other', organizationId: 'o0', userId: 'other', role: 'read' },
  ])
  await write.teams(['t0', 't1', 't2'].map((id) => ({ id, organizationId: 'o0' })))
  await write.teamMembers(one.teams.map((teamId) => ({ teamId, memberId: 'm-o0' })))
  await write.collections(one.collections.map((row) => ({ ...row, defaultLevel: visibleLevel(row.level) })))
  await write.spaces(
    one.spaces.map((row) => ({
      ...row,
      defaultLevel: visibleLevel(row.level),
      deletedAt: row.deleted ? '2026-01-02T03:04:05.006Z' : null,
    })),
  )
  await write.grants(
    one.grants.map((row) => ({
      ...row,
      role: visibleLevel(row.role),
      scopeKind: row.scopeId.startsWith('c') ? ('collection' as const) : ('space' as const),
      subjectKind: row.subjectId.startsWith('m') ? ('member' as const) : ('team' as const),
    })),
  )
}

/** The oracle: the pure function over the generated world. Undefined if the caller is not a member. */
function expected(one: World, id: string): Level | undefined {
  const scope = [...one.collections, ...one.spaces].find((row) => row.id === id)
  if (scope?.organizationId !== 'o0') return undefined
  const rules = (row: { id: string; level: LevelOrInherit }): Scope => {
    const on = one.grants.filter(({ scopeId }) => scopeId === row.id)
    const teams = one.teams.filter((team) => team !== 't3')
    return {
      direct: on.find(({ subjectId }) => subjectId === 'm-o0')?.role,
      teams: on.filter(({ subjectId }) => teams.includes(subjectId)).map(({ role }) => role),
      defaultLevel: row.level,
    }
  }
  const closed: Scope = { teams: [], defaultLevel: 'none' }
  const parents: Scope[] = []
  for (let up = parentOf(scope); up !== null; ) {
    const found = one.collections.find((row) => row.id === up && row.organizationId === 'o0')
    parents.push(found ? rules(found) : closed)
    up = found ? found.parentId : null
  }
  return effectiveLevel({ member: one, ...rules(scope), parents })
}

function parentOf(scope: World['collections'][number] | World['spaces'][number]) {
  return 'parentId' in scope ? scope.parentId : scope.collectionId
}

const property = (check: (one: World, member: Member) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(world, async (one) => {
      await build(one)
      const member = await membership(database.db, { userId: 'u', organizationId: 'o0' }, never)
      if (!member) throw new Error('the caller is a member of o0')
      await check(one, member)
    }),
    { numRuns: runs(20) },
  )

test('the level on a space is the one the pure function gives', async () => {
  await property(async (one) => {
    for (const { id } of one.spaces) {
      const found = await spaceLevel(database.db, { userId: 'u', spaceId: id }, never)
      expect([id, found?.level]).toEqual([id, expected(one, id)])
    }
  })
})

test('the level on a collection is the same from below, from above, and by the pure function', async () => {
  await property(async (one, member) => {
    for (const { id } of one.collections) {
      const found = await collectionLevel(database.db, { userId: 'u', collectionId: id }, never)
      expect([id, found?.level]).toEqual([id, expected(one, id)])
    }
    const wanted = one.collections
      .map(({ id }) => ({ id, level: expected(one, id) ?? 'none' }))
      .filter((row) => atLeast(row.level, 'read'))
    const listed = await visibleCollections(database.db, { member, limit: 100 })
    expect(listed.map(({ id, level }) => ({ id, level }))).toEqual(wanted)
    expect(await countVisibleCollections(database.db, { member })).toBe(wanted.length)
    const tops = one.collections.filter((row) => row.parentId === null).map((row) => row.id)
    const top = await visibleCollections(database.db, { member, topOnly: true, limit: 100 })
    expect(top.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id).filter((id) => tops.includes(id)))
  })
})

test('the level of a membership whose row has not arrived is what it will be once it has', async () => {
  await property(async (one, { id, role }) => {
    await sql`delete from member where id = ${id}`.execute(database.db)
    const enabled = { ...one, disabled: false }
    const of = (kind: 'space' | 'collection', scopeId: string, organizationId = 'o0') =>
      levelOfMembership(database.db, { id: scopeId, kind, organizationId }, { id, role })
    for (const { id: collectionId } of one.collections)
      expect([collectionId, await of('collection', collectionId)]).toEqual([
        collectionId,
        expected(enabled, collectionId),
      ])
    for (const { id: spaceId, deleted } of one.spaces)
      expect([spaceId, await of('space', spaceId)]).toEqual([spaceId, deleted ? undefined : expected(enabled, spaceId)])
    const [space] = one.spaces
    expect(await of('space', space?.id ?? '', space?.organizationId === 'o0' ? 'o1' : 'o0')).toBeUndefined()
  })
})

test('lists, their count, sub-queries and nested objects show exactly the spaces one may read, with their level', async () => {
  await property(async (one, member) => {
    const live = one.spaces.filter((row) => !row.deleted && row.organizationId === 'o0')
    const wanted = live
      .map(({ id }) => ({ id, level: expected(one, id) ?? 'none' }))
      .filter((row) => atLeast(row.level, 'read'))
    const listed = await visibleSpaces(database.db, { member, limit: 100 })
    expect(listed.map((row) => ({ id: row.id, level: row.level }))).toEqual(wanted)
    expect(await countVisibleSpaces(database.db, { member })).toBe(wanted.length)
    const asked = { userId: 'u', organizationId: 'o0' }
    const beside = await callers.read(database.db, asked, { limit: 100, cursor: undefined }, never)
    expect(beside?.member).toMatchObject(member)
    expect(beside?.spaces.rows.map((row) => ({ id: row.id, level: row.level }))).toEqual(wanted)
    expect(beside?.spaces.count).toBe(wanted.length)
    const { rows } = await readableSpaceIds({ member }).execute(database.db)
    expect(rows.map(({ id }) => id).sort()).toEqual(wanted.map(({ id }) => id))
    const nested = await spaceLevels(
      database.db,
      member,
      one.spaces.map(({ id }) => id),
    )
    expect(Object.fromEntries(nested)).toEqual(Object.fromEntries(live.map(({ id }) => [id, expected(one, id)])))
  })
})

test('a branch is wholly one’s own only where its weakest collection and space are', async () => {
  await fc.assert(
    fc.asyncProperty(world, fc.nat(5), fc.constantFrom(...roles), fc.boolean(), async (one, index, role, deleted) => {
      await build(one)
      const member = await membership(database.db, { userId: 'u', organizationId: 'o0' }, never)
      if (!member) throw new Error('the caller is a member of o0')
      const inside = new Set([`c${index}`])
      for (const { id, parentId } of one.collections) if (parentId && inside.has(parentId)) inside.add(id)
      const held = one.spaces.filter((row) => row.collectionId && inside.has(row.collectionId))
      const all = [...inside, ...held.filter((row) => deleted || !row.deleted).map(({ id }) => id)]
      const may = all.every((id) => atLeast(expected(one, id) ?? 'none', role))
      const contents = { collectionIds: [...inside], deleted }
      expect(await hasRoleThroughout(database.db, member, role, contents)).toBe(may)
    }),
    { numRuns: runs(20) },
  )
})

test('a deleted collection is not there, but a deleted space in it is still reached through it', async () => {
  const { db } = database
  await sql`truncate organization, member, team, team_member, collection, space, access_grant`.execute(db)
  const write = stateWriter(db)
  await write.organizations([{ id: 'o0' }])
  await write.members([{ id: 'm-o0', organizationId: 'o0', userId: 'u', role: null }])
  await write.collections([{ id: 'c0', organizationId: 'o0', parentId: null }])
  await write.spaces([{ id: 's0', organizationId: 'o0', collectionId: 'c0', deletedAt: '2026-01-02T03:04:05.006Z' }])
  await write.grants([
    { scopeId: 'c0', scopeKind: 'collection', subjectId: 'm-o0', subjectKind: 'member', role: 'create' },
  ])
  await sql`update collection set deleted_at = now()`.execute(db)
  const member = { id: 'm-o0', organizationId: 'o0', role: null, disabled: false }
  expect(await collectionLevel(db, { userId: 'u', collectionId: 'c0' }, never)).toBeUndefined()
  const scope = { id: 'c0', kind: 'collection' as const, organizationId: 'o0' }
  expect(await levelOfMembership(db, scope, member)).toBeUndefined()
  expect(await visibleCollections(db, { member, limit: 100 })).toEqual([])
  expect((await spaceLevel(db, { userId: 'u', spaceId: 's0' }, never))?.level).toBe('create')
})

test('pages read beside the membership join without gaps or repeats, for the role of this moment', async () => {
  await fc.assert(
    fc.asyncProperty(world, fc.integer({ min: 1, max: 3 }), async (one, limit) => {
      await build(one)
      const ids = { userId: 'u', organizationId: 'o0' }
      const seen: string[] = []
      for (let cursor: { after: string[] } | undefined; ; cursor = { after: seen.slice(-1) }) {
        const page = await callers.read(database.db, ids, { limit, cursor }, never)
        const rows = page?.spaces.rows ?? []
        expect(page?.spaces.count === undefined).toBe(cursor !== undefined && !page?.member.disabled)
        seen.push(...rows.slice(0, limit).map(({ id }) => id))
        if (rows.length <= limit) break
      }
      const live = one.spaces.filter((row) => !row.deleted)
      expect(seen).toEqual(live.filter(({ id }) => atLeast(expected(one, id) ?? 'none', 'read')).map(({ id }) => id))
      expect(await callers.read(database.db, ids, { limit, cursor: undefined }, () => true)).toBeUndefined()
      expect(await callers.read(database.db, { ...ids, userId: 'v' }, { limit, cursor: undefined }, never)).toBe(
        undefined,
      )
    }),
    { numRuns: runs(20) },
  )
})

test('pages join without gaps or repeats, in both directions, for any least role and in one collection', async () => {
  const options = fc.record({
    least: fc.constantFrom(...roles),
    direction: fc.constantFrom('asc' as const, 'desc' as const),
    collectionId: fc.option(pick('c', 6), { nil: undefined }),
    limit: fc.integer({ min: 1, max: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(world, options, async (one, { limit, ...filter }) => {
      await build(one)
      const member = await membership(database.db, { userId: 'u', organizationId: 'o0' }, never)
      if (!member) throw new Error('the caller is a member of o0')
      const wanted = one.spaces
        .filter((row) => !row.deleted && atLeast(expected(one, row.id) ?? 'none', filter.least))
        .filter((row) => !filter.collectionId || row.collectionId === filter.collectionId)
        .map(({ id }) => id)
      const seen: string[] = []
      for (let after: string[] | undefined; ; after = seen.slice(-1)) {
        const page = await visibleSpaces(database.db, { member, ...filter, after, limit })
        seen.push(...page.map(({ id }) => id))
        if (page.length < limit) break
      }
      expect(seen).toEqual(filter.direction === 'desc' ? wanted.reverse() : wanted)
    }),
    { numRuns: runs(20) },
  )
})
