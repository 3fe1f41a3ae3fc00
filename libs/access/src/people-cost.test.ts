import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { type PeoplePage, peoplePage } from './people-on-scope.ts'
import { createAccessDatabase } from './testing/access-database.ts'
import { pagesTouched } from './testing/pages-touched.ts'
import { stateWriter } from './testing/state-writer.ts'

let database: Awaited<ReturnType<typeof createAccessDatabase>>
const members = 20_000

/** An organization of 20,000 who read; teams of all, of a hundred, and ten that share a hundred. */
beforeAll(async () => {
  database = await createAccessDatabase()
  const write = stateWriter(database.db)
  const small = Array.from({ length: 10 }, (_, index) => `small-${index}`)
  await write.organizations([{}])
  await sql`
    insert into member
    select 'm' || lpad(i::text, 6, '0'), 'org', 'u' || i, 'read', false, jsonb_build_object('text', repeat('-', 300))
    from generate_series(1, ${members}::int) i`.execute(database.db)
  await write.teams(['all', 'few', ...small].map((id) => ({ id })))
  await sql`
    insert into team_member
    select 'all', id from member union all select 'few', id from member where right(id, 3) = '007' union all
    select 'small-' || n, id from member, generate_series(0, 9) n where right(id, 3) = '00' || n`.execute(database.db)
  await write.collections([
    { id: 'open', parentId: null },
    { id: 'closed', parentId: null, defaultLevel: null },
  ])
  await write.spaces([
    { id: 'by-role', collectionId: 'open' },
    { id: 'by-default', collectionId: 'open', defaultLevel: 'comment' },
    ...['few', 'many', 'several', 'each'].map((id) => ({ id, collectionId: 'closed' })),
  ])
  const toTeam = (scopeId: string, subjectId: string) => ({ scopeId, subjectId, subjectKind: 'team' as const })
  await write.grants([toTeam('few', 'few'), toTeam('many', 'all'), ...small.map((id) => toTeam('several', id))])
  await sql`insert into access_grant select 'each', 'space', id, 'member', 'org', 'edit' from member`.execute(
    database.db,
  )
  await sql`vacuum analyze`.execute(database.db)
})
afterAll(() => database.close())

const touched = (id: string, page: Partial<PeoplePage> = {}) =>
  pagesTouched(database.db, peoplePage({ scope: { id, kind: 'space' }, limit: 51, ...page }))

/** Each rule's people are read separately: ten rules read ten times as many. The members alone fill a thousand pages. */
const bounds = [
  ['by-role', 300],
  ['by-default', 300],
  ['few', 300],
  ['many', 300],
  ['each', 300],
  ['several', 10 * 150],
] as const

test.each(bounds)(
  'a page of the people on a space costs what it shows, whoever of 20,000 may and however deep it lies: %s',
  async (id, bound) => {
    expect(await touched(id)).toBeLessThan(bound)
    expect(await touched(id, { after: 'm015000' })).toBeLessThan(bound)
    expect(await touched(id, { role: 'edit' })).toBeLessThan(bound)
    expect(await touched(id, { role: 'admin' })).toBeLessThan(bound)
  },
)
