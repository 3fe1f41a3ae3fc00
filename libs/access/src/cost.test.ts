import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { createAccessDatabase } from './testing/access-database.ts'
import { pagesTouched } from './testing/pages-touched.ts'
import { stateWriter } from './testing/state-writer.ts'
import { readableSpaceIds, type SpacePage, visiblePage } from './visible-spaces.ts'

let database: Awaited<ReturnType<typeof createAccessDatabase>>
const spaces = 20_000
const collections = 200

/** The readers' team may read two of 200 collections, and one in a hundred of 20,000 spaces. */
beforeAll(async () => {
  database = await createAccessDatabase()
  const write = stateWriter(database.db)
  const name = (index: number) => `c${String(index).padStart(3, '0')}`
  await write.organizations([{}])
  await write.teams([{ id: 't' }])
  await write.teamMembers([{ teamId: 't', memberId: 'reader' }])
  await write.collections(
    Array.from({ length: collections }, (_, index) => ({ id: name(index), parentId: null, defaultLevel: null })),
  )
  await write.grants(
    [7, 8].map((index) => ({ scopeId: name(index), scopeKind: 'collection', subjectId: 't', role: 'read' })),
  )
  await sql`
    insert into space
    select 's' || lpad(i::text, 6, '0'), 'org', c, 'inherit', c, null, jsonb_build_object('text', repeat('-', 400))
    from generate_series(1, ${spaces}::int) i, lateral (select 'c' || lpad((i % ${collections}::int)::text, 3, '0') as c)
  `.execute(database.db)
  await sql`vacuum analyze`.execute(database.db)
})
afterAll(() => database.close())

function touched(page: Partial<SpacePage>): Promise<number> {
  const member = { id: 'reader', organizationId: 'org', role: 'read', disabled: false } as const
  return pagesTouched(database.db, visiblePage({ member, limit: 51, ...page }))
}

test('a page of a list reads what it shows, not what the organization holds, however deep it lies', async () => {
  const bound = 51 * 10
  expect(await touched({})).toBeLessThan(bound)
  expect(await touched({ after: ['s015000'] })).toBeLessThan(bound)
  expect(await touched({ direction: 'desc' })).toBeLessThan(bound)
  expect(await touched({ collectionId: 'c007' })).toBeLessThan(bound)
  expect(await touched({ collectionId: 'c001' })).toBeLessThan(bound)
})

test('the spaces that a guest was given are looked up one by one where the planner knows nothing of them yet', async () => {
  const given = 2000
  await stateWriter(database.db).organizations([{ id: 'new' }])
  await sql`
    insert into space select 'n' || i, 'new', null, 'inherit', 'new', null, '{}' from generate_series(1, ${given}::int) i
  `.execute(database.db)
  await sql`
    insert into access_grant (organization_id, subject_kind, subject_id, scope_kind, scope_id, role)
    select 'new', 'member', 'guest', 'space', 'n' || i, 'read' from generate_series(1, ${given}::int) i
  `.execute(database.db)
  const member = { id: 'guest', organizationId: 'new', role: null, disabled: false } as const
  expect(await pagesTouched(database.db, sql`select id from ${readableSpaceIds({ member })} seen`)).toBeLessThan(
    given * 10,
  )
})
