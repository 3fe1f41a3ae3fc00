import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { member, organization } from '@quire/contracts'
import { sql } from 'kysely'
import { startAi } from '../../src/app.ts'
import { assignIssues } from '../../src/conversations/assign-issues.ts'
import { startWorld } from '../world.ts'
import { type Conversations, conversation, startConversations } from './conversations.fixture.ts'

let world: Conversations
beforeAll(async () => {
  world = await startConversations()
  await world.publish('manual', { a: { title: 'Cranks', markdown: 'Cranks start the engine by hand.' } })
  await world.ingest(conversation('1', 'How do cranks start the engine?'))
})
afterAll(() => world.stop())

test('a process that lost its claim on an organization stores nothing', async () => {
  const before = await world.clusters()
  const issue = await world.sql().selectFrom('conversation_issue').selectAll().executeTakeFirstOrThrow()
  const found = { spaceId: 'manual', section: null, words: ['acme x'], label: 'Lost', summary: 'Lost' }
  const row = { id: 'acme', claim: 'of another process' }
  const assignment = { row, round: 7, issues: [{ id: issue.id, before: null, found }], now: new Date() }
  expect(await assignIssues(world.sql(), assignment)).toBe(false)
  expect(await world.sql().selectFrom('conversation_issue').selectAll().executeTakeFirstOrThrow()).toEqual(issue)
  expect(await world.clusters()).toEqual(before)
})

test('work that a killed process has left is taken up by the next one', async () => {
  await world.clustered(() =>
    world
      .sql()
      .transaction()
      .execute(async (sql) => {
        await sql.updateTable('conversation_issue').set({ round: 0, cluster_id: null }).execute()
        const lapsed = { claim: 'of a dead process', claimed_until: new Date(0), due_at: new Date(0) }
        await sql.updateTable('conversation_queue').set(lapsed).execute()
      }),
  )
  const { round, cluster_id } = await world.sql().selectFrom('conversation_issue').selectAll().executeTakeFirstOrThrow()
  expect([round > 0, cluster_id === null]).toEqual([true, false])
})

test('an organization with many questions lets another one have its turns', async () => {
  const turns = await startConversations(() => startWorld((env) => startAi(env, { sliceMs: 0 })))
  const organizations = ['acme', 'other']
  for (const id of organizations) {
    await turns.publishState(organization, { id, version: 2, madeBy: `of ${id}`, origin: `of ${id}` })
    await turns.publishState(member, { id: `m-of-${id}`, organizationId: id, userId: `of-${id}`, role: 'admin' })
  }
  await turns.publish('manual', { a: { title: 'Cranks', markdown: 'Cranks start the engine by hand.' } })
  await turns.clustered(async () => {
    for (const id of organizations)
      await turns.send('ingestConversation', {
        ...{ as: `of-${id}`, params: { organizationId: id } },
        body: Array.from({ length: 70 }, (_, n) => conversation(`${id} ${n}`, `How do cranks start engine ${n}?`)),
      })
  })
  await turns.clustered(() =>
    turns
      .sql()
      .transaction()
      .execute(async (sql) => {
        await sql.updateTable('conversation_issue').set({ round: 0 }).execute()
        await sql.updateTable('conversation').set({ processed_at: null }).execute()
        await sql
          .updateTable('conversation_queue')
          .set({ due_at: new Date(0) })
          .execute()
      }),
  )
  const { rows } = await sql<{ first: string; last: string }>`
    select min(processed_at)::text as first, max(processed_at)::text as last from conversation
    group by organization_id`.execute(turns.sql())
  const [one, two] = rows
  expect([String(one?.first) < String(two?.last), String(two?.first) < String(one?.last)]).toEqual([true, true])
  await turns.stop()
})
