import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { space } from '@quire/contracts'
import { type Conversations, conversation, startConversations } from './conversations.fixture.ts'

let world: Conversations
const manual = {
  a: {
    title: 'Installing the engine',
    markdown: 'Bolt the engine to its bed.\n\n## On a truck\n\nOn a truck, the engine hangs in a steel frame.',
  },
  b: { title: 'Cranks', markdown: 'Cranks start the engine by hand. Turn the crank twice.' },
}
beforeEach(async () => {
  world = await startConversations()
  await world.publish('manual', manual)
})
afterEach(() => world.stop())

const truck = 'How is the engine installed on a truck?'
const teleporter = 'How do I calibrate the teleporter?'

test('questions about one section are one cluster, which counts them, and those without an answer are a gap', async () => {
  const { status } = await world.ingest(
    conversation('1', truck),
    conversation('2', 'Hello Ada, how do we install our engine on the truck?'),
    conversation('3', teleporter),
    conversation('4', 'The teleporter drifts. How can I calibrate my teleporter?'),
  )
  expect(status).toBe(204)
  const clusters = await world.clusters({ orderBy: 'updatedAt', order: 'asc' })
  expect(clusters.map(({ label, stats, icon }) => [label, stats.conversations, icon])).toEqual([
    ['Installing the engine › On a truck', 2, 'file-lines'],
    [teleporter, 2, 'circle-question'],
  ])
  const [first] = clusters
  expect(first.weeklyPulse).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2])
  expect(first.sources).toEqual({ 'integration:api:acme': 2 })
  expect(first.summary).toBe('The documentation answers this in “On a truck”.')
  const { body } = await world.send('getConversationsIssuesCluster', { params: { clusterId: first.id } })
  expect(body).toEqual(first)
})

test('the issues of a cluster have no personal data, and lead to their conversations', async () => {
  const body = `Hi Ada Lovelace,\n<p>${truck} Write to eve@example.com or call +49 (30) 1234567.</p>\nKind regards,\nEve Meyer`
  await world.ingest({
    ...conversation('1', body),
    subject: 'Truck of bob@example.com',
    metadata: { url: 'https://help.example.com/tickets/1', createdAt: '2026-01-02T03:04:05.000Z' },
  })
  const [cluster] = await world.clusters()
  const { body: list } = await world.send('listConversationsIssuesInCluster', { params: { clusterId: cluster.id } })
  expect(list).toMatchObject({ count: 1 })
  expect(list.items).toEqual([
    {
      issue: expect.objectContaining({ title: truck, summary: `${truck} Write to … or call ….`, cluster: cluster.id }),
      conversation: expect.objectContaining({
        subject: 'Truck of …',
        createdAt: '2026-01-02T03:04:05.000Z',
        processedAt: expect.any(String),
        source: 'integration:api:acme',
        urls: expect.objectContaining({ source: 'https://help.example.com/tickets/1' }),
      }),
    },
  ])
  expect(JSON.stringify(list)).not.toMatch(/Ada|Meyer|(?:eve|bob)@|1234567/)
  const rows = await world.sql().selectFrom('conversation_issue').selectAll().execute()
  expect(JSON.stringify(rows)).not.toMatch(/Lovelace|Meyer|eve@|1234567/)
})

test('a conversation that comes again takes the place of its former self', async () => {
  await world.ingest(conversation('1', truck))
  await world.ingest(conversation('1', 'How do I turn the crank?'))
  expect((await world.clusters()).map(({ label, stats }) => [label, stats.issues])).toEqual([['Cranks', 1]])
  const { body } = await world.send('getAgentSetupState')
  expect(body.stats).toMatchObject({
    conversations: 1,
    issues: 1,
    issuesClusters: 1,
    sources: { 'integration:api:acme': 1 },
  })
})

test('clusters follow the pages: a gap closes when a page answers it, and its task is completed', async () => {
  await world.ingest(conversation('1', teleporter))
  const [gap] = await world.clusters()
  expect(gap.stats).toMatchObject({ tasksTotal: 1, tasksBacklog: 1 })
  const teleporterPage = {
    title: 'Calibrating the teleporter',
    markdown: 'To calibrate the teleporter, hold both of its buttons for ten seconds.',
  }
  await world.clustered(
    () => world.publish('manual', { ...manual, c: teleporterPage }),
    async () => (await world.clusters()).some(({ label }) => label === teleporterPage.title),
  )
  expect((await world.clusters({ order: 'asc' })).map(({ label, stats }) => [label, stats.issues])).toEqual(
    expect.arrayContaining([
      ['Calibrating the teleporter', 1],
      [teleporter, 0],
    ]),
  )
  const { body } = await world.send('listAgentTasks', { query: { status: ['completed'] } })
  expect(body.items).toEqual([expect.objectContaining({ cluster: gap.id, status: 'completed' })])
  expect(
    (await world.send('updateAgentTask', { params: { agentTaskId: body.items[0].id }, body: { status: 'canceled' } }))
      .status,
  ).toBe(409)
})

test('pages of the list follow each other in every order, and filters hold', async () => {
  await world.ingest(
    conversation('1', truck),
    conversation('2', truck),
    conversation('3', 'How do I turn the crank?'),
    conversation('4', teleporter),
  )
  for (const orderBy of ['updatedAt', 'issues', 'conversations', 'tasksTotal', 'tasksBacklog', 'tasksStarted'])
    for (const order of ['asc', 'desc']) {
      const all = await world.clusters({ orderBy, order })
      const paged: unknown[] = []
      let page: string | undefined
      do {
        const query = { orderBy, order, limit: '1', ...(page !== undefined && { page }) }
        const { body } = await world.send('listConversationsIssuesClusters', { query })
        expect(body.count).toBe(3)
        paged.push(...body.items)
        page = body.next?.page
      } while (page !== undefined)
      expect(paged).toEqual(all)
    }
  expect(await world.clusters({ status: 'pending' })).toEqual([])
  await world.sql().updateTable('conversation_queue').set({ round: 99 }).execute()
  expect(await world.clusters({ status: 'pending' })).toHaveLength(3)
  expect(await world.clusters({ status: 'analysing' })).toEqual([])
})

test('clusters and tasks about a space that the caller may not read do not exist for them', async () => {
  const secret = { s: { title: 'The reactor', markdown: 'The reactor replaces the pump in spring.' } }
  await world.publish('secret', secret, { defaultLevel: null })
  await world.ingest(
    conversation('1', 'When does the reactor replace the pump?'),
    conversation('2', 'Does the reactor pump leak radiation?'),
  )
  const [cluster, ...others] = await world.clusters({}, 'ada')
  const { body: tasks } = await world.send('listAgentTasks', { as: 'ada' })
  expect(await world.clusters()).toEqual([])
  for (const { id: clusterId } of [cluster, ...others]) {
    expect((await world.send('getConversationsIssuesCluster', { params: { clusterId } })).status).toBe(404)
    expect((await world.send('listConversationsIssuesInCluster', { params: { clusterId } })).status).toBe(404)
  }
  for (const { id: agentTaskId } of tasks.items) {
    expect((await world.send('getAgentTask', { params: { agentTaskId } })).status).toBe(404)
    const changing = await world.send('updateAgentTask', { params: { agentTaskId }, body: { status: 'canceled' } })
    expect(changing.status).toBe(404)
  }
  expect((await world.send('listAgentTasks')).body).toEqual({ items: [], count: 0 })
  expect((await world.send('getAgentSetupState')).body.stats).toMatchObject({
    issues: 0,
    issuesClusters: 0,
    backlogTasks: 0,
  })
})

test('a gap whose space is deleted moves to another one, whose readers are told nothing of the pages of the former', async () => {
  const secret = { s: { title: 'Layoffs of the keepers', markdown: 'Keepers of the reactor leave in spring.' } }
  const hidden = { defaultLevel: null }
  await world.publish('secret', secret, hidden)
  await world.ingest(conversation('1', teleporter))
  const [gap] = await world.clusters()
  const summary = 'The documentation does not answer this. “Layoffs of the keepers” comes closest.'
  await world.sql().updateTable('issue_cluster').set({ space_id: 'secret', summary }).execute()
  expect(await world.clusters()).toEqual([])
  await world.clustered(
    async () => {
      await world.publish('secret', secret, { ...hidden, deletedAt: space.sample.createdAt })
      await world.ingest(conversation('2', teleporter))
    },
    async () => (await world.clusters()).some(({ stats }) => stats.issues === 2),
  )
  const [moved, ...others] = await world.clusters()
  expect([moved.id, moved.label, others]).toEqual([gap.id, teleporter, []])
  expect(moved.summary).toMatch(/^The documentation does not answer this\./)
  const { body: tasks } = await world.send('listAgentTasks')
  expect(JSON.stringify([moved, tasks])).not.toContain('Layoffs')
})

test('beyond the bound of an organization the newest conversations stay', async () => {
  await world.ingest(conversation('0', truck))
  const numbers = Array.from({ length: 10_000 }, (_, at) => at)
  await world
    .sql()
    .insertInto('conversation')
    .values(
      numbers.slice(0, 5000).map((at) => ({
        id: `R${String(at).padStart(6, '0')}`,
        organization_id: 'acme',
        source: 'email',
        external_id: String(at),
        created_at: new Date(0),
        ingested_at: new Date(0),
      })),
    )
    .execute()
  await world
    .sql()
    .insertInto('conversation_queue')
    .values({ id: 'other', account: 'someone', origin: 'someone', conversations: 30_000 })
    .execute()
  const account = await world
    .sql()
    .selectFrom('conversation_queue')
    .select('account')
    .where('id', '=', 'acme')
    .executeTakeFirstOrThrow()
  await world
    .sql()
    .updateTable('conversation_queue')
    .set({ conversations: 29_000, ...account })
    .where('id', '=', 'other')
    .execute()
  await world.ingest(conversation('1', 'How do I turn the crank?'))
  const { body } = await world.send('getAgentSetupState')
  expect(body.stats.conversations).toBe(1000)
  await world.sql().updateTable('conversation_queue').set({ conversations: 30_000 }).where('id', '=', 'other').execute()
  const refused = await world.send('ingestConversation', { as: 'ada', body: conversation('2', truck) })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '86400'])
})
