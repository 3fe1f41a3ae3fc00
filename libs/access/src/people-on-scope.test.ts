import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type RoleName, roles } from '@quire/contracts'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { sql } from 'kysely'
import { decidingRules } from './deciding-rules.ts'
import {
  atLeast,
  decisionOf,
  effectiveLevel,
  type Level,
  type LevelOrInherit,
  type Rules,
  visibleLevel,
} from './levels.ts'
import { outranked } from './outranked.ts'
import { countPeopleOnScope, peopleOnScope } from './people-on-scope.ts'
import { createAccessDatabase } from './testing/access-database.ts'
import { stateWriter } from './testing/state-writer.ts'

let database: Awaited<ReturnType<typeof createAccessDatabase>>
beforeAll(async () => {
  database = await createAccessDatabase()
})
afterAll(() => database.close())

const level = fc.constantFrom<Level>('none', ...roles)
const memberIds = ['m0', 'm1', 'm2', 'm3', 'm4', 'm5']
/** Ids of teams; the last one was removed but its rows still exist. */
const teamIds = ['t0', 't1', 't2', 'gone']

/** A space in collections, nearest first, of an organization of six people, with the grants of people and teams. */
const world = fc.record({
  members: fc.tuple(
    ...memberIds.map((id) =>
      fc.record({
        id: fc.constant(id),
        role: fc.constantFrom(null, 'admin' as const, ...roles),
        disabled: fc.nat(5).map((number) => number === 0),
        teams: fc.subarray(teamIds),
      }),
    ),
  ),
  defaults: fc.array(
    fc.oneof({ weight: 3, arbitrary: fc.constant<LevelOrInherit>('inherit') }, { weight: 1, arbitrary: level }),
    { minLength: 1, maxLength: 4 },
  ),
  /** The outermost collection lies in one that never arrived. */
  lost: fc.nat(5).map((number) => number === 0),
  grants: fc.uniqueArray(
    fc.record({
      depth: fc.nat(3),
      subjectId: fc.constantFrom(...memberIds, ...teamIds, ...teamIds),
      role: level,
    }),
    { maxLength: 14, selector: (one) => `${one.depth}.${one.subjectId}` },
  ),
})
type World = typeof world extends fc.Arbitrary<infer W> ? W : never

const scopeAt = (depth: number) => (depth === 0 ? 's' : `c${depth}`)

async function build({ members, defaults, lost, grants }: World) {
  const { db } = database
  await sql`truncate organization, member, team, team_member, collection, space, access_grant`.execute(db)
  const write = stateWriter(db)
  await write.organizations([{}])
  await write.members([
    ...members.map(({ id, role, disabled }) => ({ id, userId: `u-${id}`, role, disabled })),
    { id: 'm-other', organizationId: 'other', userId: 'u-other', role: 'admin' },
  ])
  await write.teams(teamIds.slice(0, -1).map((id) => ({ id })))
  await write.teamMembers(members.flatMap(({ id, teams }) => teams.map((teamId) => ({ teamId, memberId: id }))))
  const parentOf = (depth: number) => (depth + 1 < defaults.length ? scopeAt(depth + 1) : lost ? 'lost' : null)
  const [own = 'inherit', ...around] = defaults
  await write.spaces([{ id: 's', collectionId: parentOf(0), defaultLevel: visibleLevel(own) }])
  await write.collections(
    around.map((one, index) => ({
      id: scopeAt(index + 1),
      parentId: parentOf(index + 1),
      defaultLevel: visibleLevel(one),
    })),
  )
  await write.grants([
    ...grants.map(({ depth, subjectId, role }) => ({
      scopeId: scopeAt(depth),
      scopeKind: depth === 0 ? ('space' as const) : ('collection' as const),
      subjectId,
      subjectKind: memberIds.includes(subjectId) ? ('member' as const) : ('team' as const),
      role: visibleLevel(role),
    })),
    { scopeId: 's', subjectId: 'm-other', subjectKind: 'member', role: 'admin' },
  ])
}

/** Returns the rules for one member on the space, or on the collection at `from`. */
function rulesOf({ defaults, lost, grants }: World, member: World['members'][number], from: number) {
  const teams = (depth: number) =>
    grants
      .filter((one) => one.depth === depth && one.subjectId !== 'gone' && member.teams.includes(one.subjectId))
      .sort((one, other) => (one.subjectId < other.subjectId ? -1 : 1))
  const scopes = defaults.map((defaultLevel, depth) => ({
    direct: grants.find((one) => one.depth === depth && one.subjectId === member.id)?.role,
    teams: teams(depth).map(({ role }) => role),
    defaultLevel,
  }))
  const closed = { teams: [], defaultLevel: 'none' as const }
  const [scope = closed, ...parents] = [...scopes, ...(lost ? [closed] : [])].slice(from)
  const rules: Rules = { member, ...scope, parents }
  return { rules, teams }
}

/** The list that the pure function gives. */
function expected(one: World, from: number) {
  return one.members.flatMap((member) => {
    const { rules, teams } = rulesOf(one, member, from)
    const { level, by } = decisionOf(rules)
    if (level === 'none' || !by) return []
    const depth = by.type === 'organization' ? undefined : by.depth + from
    return {
      id: member.id,
      userId: `u-${member.id}`,
      level,
      source: by.type,
      scopeId: depth === undefined ? null : scopeAt(depth),
      teamId: by.type === 'team' ? (teams(depth ?? 0)[by.team]?.subjectId ?? '') : null,
    }
  })
}

const property = (
  check: (one: World, scope: { id: string; kind: 'space' | 'collection' }, from: number) => Promise<void>,
) =>
  fc.assert(
    fc.asyncProperty(world, async (one) => {
      await build(one)
      for (const from of one.defaults.keys())
        await check(one, { id: scopeAt(from), kind: from === 0 ? 'space' : 'collection' }, from)
    }),
    { numRuns: runs(10) },
  )

test('who is listed, with which level and from where, is what the pure function says of each', async () => {
  await property(async (one, scope, from) => {
    const wanted = expected(one, from)
    expect(await peopleOnScope(database.db, { scope, limit: 100 })).toEqual(wanted)
    expect(await countPeopleOnScope(database.db, { scope })).toBe(wanted.length)
  })
})

test('the rule that decides for a member is the same as seen from the space and from the member', async () => {
  await property(async (one, scope, from) => {
    if (from > 0) return
    const wanted = expected(one, from)
    for (const { id, role, disabled } of one.members) {
      const rule = wanted.find((row) => row.id === id)
      if (!rule) continue
      const found = await decidingRules(database.db, { id, organizationId: 'org', role, disabled }, [
        scope.id,
        'unknown',
      ])
      const { source, scopeId, teamId } = rule
      expect([id, found.get(scope.id)]).toEqual([id, { source, scopeId, teamId }])
    }
  })
})

test('of one role it lists those who have it, and pages join without gaps or repeats', async () => {
  await property(async (one, scope, from) => {
    for (const role of [undefined, 'read', 'edit', 'admin'] as const) {
      const wanted = expected(one, from).filter((row) => role === undefined || row.level === role)
      expect(await countPeopleOnScope(database.db, { scope, role })).toBe(wanted.length)
      const seen: unknown[] = []
      for (let after: string | undefined; ; ) {
        const page = await peopleOnScope(database.db, { scope, role, after, limit: 2 })
        seen.push(...page)
        after = page.at(-1)?.id
        if (page.length < 2) break
      }
      expect(seen).toEqual(wanted)
    }
  })
})

test('who stands above a level is who has more by a rule, in person or as a team', async () => {
  await property(async (one, scope, from) => {
    for (const own of ['read', 'create'] as const) {
      for (const member of one.members) {
        const { rules } = rulesOf(one, member, from)
        const levels = [rules.direct ?? 'none', member.role === 'admin' ? 'none' : effectiveLevel(rules)]
        expect(await outranked(database.db, scope, own, [member.id])).toBe(levels.some((it) => isAbove(it, own)))
      }
      for (const teamId of teamIds) {
        const given = one.grants.filter(
          (it) => it.subjectId === teamId && it.depth >= from && it.depth < one.defaults.length,
        )
        const [nearest] = given.toSorted((it, other) => it.depth - other.depth)
        const counts = teamId === 'gone' ? given.find(({ depth }) => depth === from) : nearest
        expect(await outranked(database.db, scope, own, [teamId])).toBe(isAbove(counts?.role ?? 'none', own))
      }
    }
  })
})

const isAbove = (one: Level, own: RoleName) => one !== own && one !== 'none' && !atLeast(own, one)
