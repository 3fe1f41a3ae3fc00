import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createAccessDatabase } from './testing/access-database.ts'
import { stateWriter } from './testing/state-writer.ts'

let database: Awaited<ReturnType<typeof createAccessDatabase>>
beforeAll(async () => {
  database = await createAccessDatabase()
})
afterAll(() => database.close())

test('a later state overwrites all of a row, nulls too, and keeps the whole state to show', async () => {
  const { db } = database
  const write = stateWriter(db)
  const deletedAt = '2026-02-03T04:05:06.007Z'
  await write.spaces([{ id: 's1', collectionId: 'c1', defaultLevel: null, deletedAt }, { id: 's2' }])
  await write.spaces([{ id: 's1', collectionId: null, title: 'Handbook', emoji: '1f4d8' }])
  const rows = await db.selectFrom('space').selectAll().where('id', 'in', ['s1', 's2']).orderBy('id').execute()
  expect(rows).toMatchObject([
    { id: 's1', collection_id: null, default_level: 'inherit', default_scope: 'org', deleted_at: null },
    { id: 's2', collection_id: 'col', default_level: 'inherit', default_scope: 'col' },
  ])
  expect(rows[0]?.state).toMatchObject({ title: 'Handbook', emoji: '1f4d8', revision: 'rev' })
})

test('an explicit default makes the space its own scope, and no access is stored as none', async () => {
  const { db } = database
  await stateWriter(db).spaces([
    { id: 's3', defaultLevel: null },
    { id: 's4', defaultLevel: 'edit' },
  ])
  const rows = await db.selectFrom('space').selectAll().where('id', 'in', ['s3', 's4']).orderBy('id').execute()
  expect(rows).toMatchObject([
    { default_level: 'none', default_scope: 's3' },
    { default_level: 'edit', default_scope: 's4' },
  ])
})

test('removals take the rows named by their keys and no others; unknown keys do no harm', async () => {
  const { db } = database
  const write = stateWriter(db)
  await write.teamMembers([
    { teamId: 't1', memberId: 'm1' },
    { teamId: 't1', memberId: 'm2' },
    { teamId: 't2', memberId: 'm1' },
  ])
  await write.teamMembers([{ teamId: 't1', memberId: 'm1' }])
  await write.grants([
    { scopeId: 's1', subjectId: 't1' },
    { scopeId: 's1', subjectId: 't2', role: null },
  ])
  await write.remove({ name: 'identity.team-member' }, ['t1.m1', 't9.m9'])
  await write.remove({ name: 'content.grant' }, ['s1.t1'])
  expect(await db.selectFrom('team_member').selectAll().orderBy('team_id').execute()).toEqual([
    { team_id: 't1', member_id: 'm2' },
    { team_id: 't2', member_id: 'm1' },
  ])
  expect(await db.selectFrom('access_grant').select(['subject_id', 'role']).execute()).toEqual([
    { subject_id: 't2', role: 'none' },
  ])
})
