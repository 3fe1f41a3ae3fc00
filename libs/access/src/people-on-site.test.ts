import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type RoleName, roles } from '@quire/contracts'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { sql } from 'kysely'
import { membership } from './membership.ts'
import {
  countPeopleOnSite,
  peopleOnSite,
  type SitePeoplePage,
  sitePeopleCount,
  sitePeoplePage,
} from './people-on-site.ts'
import { siteLevel } from './site-level.ts'
import { createAccessDatabase } from './testing/access-database.ts'
import { pagesTouched } from './testing/pages-touched.ts'
import { stateWriter } from './testing/state-writer.ts'

let database: Awaited<ReturnType<typeof createAccessDatabase>>
beforeAll(async () => {
  database = await createAccessDatabase()
  for (const statement of [
    'create table site (id text primary key, organization_id text not null)',
    'create table site_space (site_id text, space_id text)',
    'create index on site_space (site_id)',
    'create table person (id text primary key, display_name text, email text)',
  ])
    await sql.raw(statement).execute(database.db)
  await sql`insert into site values ('sit', 'org')`.execute(database.db)
})
afterAll(() => database.close())

const filter = { siteId: 'sit', organizationId: 'org' }
const memberIds = ['m0', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6']
const teamIds = ['t0', 't1', 'gone']
const level = fc.constantFrom(null, ...roles)
const spaceIds = ['s0', 's1', 's2']

/** Three spaces of a site in two nested collections, and the grants on them. */
const world = fc.record({
  members: fc.tuple(
    ...memberIds.map((id) =>
      fc.record({
        id: fc.constant(id),
        role: fc.constantFrom(null, null, null, ...roles),
        disabled: fc.nat(5).map((number) => number === 0),
        teams: fc.subarray(teamIds),
      }),
    ),
  ),
  spaces: fc.tuple(
    ...spaceIds.map((id) =>
      fc.record({
        id: fc.constant(id),
        collectionId: fc.constantFrom(null, 'c0', 'c1'),
        defaultLevel: fc.oneof(
          { weight: 3, arbitrary: fc.constant('inherit' as const) },
          { weight: 1, arbitrary: level },
        ),
        isGone: fc.nat(4).map((number) => number === 0),
        isOnSite: fc.nat(4).map((number) => number > 0),
      }),
    ),
  ),
  inner: fc.constantFrom<'inherit' | RoleName>('inherit', 'inherit', 'read'),
  grants: fc.uniqueArray(
    fc.record({
      scopeId: fc.constantFrom(...spaceIds, 'c0', 'c1'),
      subjectId: fc.constantFrom(...memberIds, ...teamIds),
      role: level,
    }),
    { maxLength: 12, selector: (one) => `${one.scopeId}.${one.subjectId}` },
  ),
})
type World = typeof world extends fc.Arbitrary<infer W> ? W : never

async function build({ members, spaces, inner, grants }: World) {
  const { db } = database
  await sql`truncate organization, member, team, team_member, collection, space, access_grant, site_space, person`.execute(
    db,
  )
  const write = stateWriter(db)
  await write.organizations([{}])
  await write.members(members.map(({ id, role, disabled }) => ({ id, userId: `u-${id}`, role, disabled })))
  await write.teams(teamIds.slice(0, -1).map((id) => ({ id })))
  await write.teamMembers(members.flatMap(({ id, teams }) => teams.map((teamId) => ({ teamId, memberId: id }))))
  await write.collections([
    { id: 'c1', parentId: null },
    { id: 'c0', parentId: 'c1', defaultLevel: inner },
  ])
  await write.spaces(
    spaces.map(({ id, collectionId, defaultLevel, isGone }) => ({
      ...{ id, collectionId, defaultLevel },
      deletedAt: isGone ? '2026-01-02T03:04:05.006Z' : null,
    })),
  )
  const onSite = spaces.filter(({ isOnSite }) => isOnSite).map(({ id }) => id)
  await sql`insert into site_space select 'sit', unnest(${onSite}::text[])`.execute(db)
  await write.grants(
    grants.map(({ scopeId, subjectId, role }) => ({
      ...{ scopeId, subjectId, role },
      scopeKind: scopeId.startsWith('s') ? ('space' as const) : ('collection' as const),
      subjectKind: memberIds.includes(subjectId) ? ('member' as const) : ('team' as const),
    })),
  )
}

test('those who are listed are those who see the site, with the level that they have there', async () => {
  await fc.assert(
    fc.asyncProperty(world, async (one) => {
      await build(one)
      const { db } = database
      const expected = []
      for (const { id, disabled } of one.members) {
        const found = await membership(db, { userId: `u-${id}`, organizationId: 'org' }, () => false)
        const own = found && !disabled ? await siteLevel(db, 'sit', found) : undefined
        if (own !== undefined) expected.push([id, own])
      }
      const all = await peopleOnSite(db, { ...filter, limit: 100 })
      expect(all.map((person) => [person.id, person.level])).toEqual(expected)
      const readable = one.spaces.filter(({ isGone, isOnSite }) => isOnSite && !isGone).map(({ id }) => id)
      for (const { id, spaceId } of all) {
        const isGuest = one.members.find((member) => member.id === id)?.role === null
        expect(spaceId === null ? [] : readable).toEqual(isGuest ? expect.arrayContaining([spaceId]) : [])
      }
      const [first] = all
      expect(await peopleOnSite(db, { ...filter, after: first?.id, limit: 2 })).toEqual(all.slice(1, 3))
      expect(await countPeopleOnSite(db, filter)).toBe(all.length)
      const readers = await peopleOnSite(db, { ...filter, role: 'read', limit: 100 })
      expect(readers).toEqual(all.filter((person) => person.level === 'read'))
    }),
    { numRuns: runs(10) },
  )
})

test('a page of 10,000 people costs what it shows, however deep it lies and however few of the guests are let in', async () => {
  const { db } = database
  await build({ members: [], spaces: [], inner: 'inherit', grants: [] } as never)
  await sql`
    insert into member
    select 'm' || lpad(i::text, 6, '0'), 'org', 'u' || i, case when i % 2 = 0 then 'read' end, false,
      jsonb_build_object('text', repeat('-', 300))
    from generate_series(1, 10000) i`.execute(db)
  await sql`insert into person select user_id, 'Name ' || id, id || '@example.com' from member`.execute(db)
  const write = stateWriter(db)
  await write.teams([{ id: 'all' }])
  await sql`insert into team_member select 'all', id from member where role is null and right(id, 1) in ('1', '3')`.execute(
    db,
  )
  const ids = Array.from({ length: 1000 }, (_, index) => `s${index}`)
  await write.collections([{ id: 'c1', parentId: null }])
  await write.spaces(ids.map((id) => ({ id, collectionId: 'c1' })))
  await sql`insert into site_space select 'sit', unnest(${ids}::text[])`.execute(db)
  await write.grants([{ scopeId: 's500', subjectId: 'all', subjectKind: 'team', role: 'read' }])
  // Grants on other scopes, and guests on spaces of the site, in person and by teams.
  await sql`
    insert into access_grant select 'elsewhere' || i % 50, 'space', id, 'member', 'org', 'read'
    from (select id, row_number() over () as i from member) m`.execute(db)
  await sql`
    insert into access_grant select 's' || i % 1000, 'space', id, 'member', 'org', 'edit'
    from (select id, row_number() over () as i from member where role is null and right(id, 1) = '5') m`.execute(db)
  await sql`insert into site_space values ('few', 's500')`.execute(db)
  await sql`vacuum analyze`.execute(db)
  const touched = (siteId: string, page: Partial<SitePeoplePage> = {}) =>
    pagesTouched(db, sitePeoplePage({ ...filter, siteId, limit: 51, ...page }))
  // Each of a thousand spaces is looked up once, and no member beyond the page.
  for (const [siteId, bound] of [
    ['few', 400],
    ['sit', 3500],
  ] as const) {
    for (const page of [{}, { after: 'm008000' }, { role: 'guest' as const }, { role: 'admin' as const }])
      expect(await touched(siteId, page)).toBeLessThan(bound)
  }
  expect(await pagesTouched(db, sitePeopleCount(filter))).toBeLessThan(3500)
  expect(await countPeopleOnSite(db, filter)).toBe(8000)
})
