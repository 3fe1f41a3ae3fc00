import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Conversations, conversation, startConversations } from './conversations.fixture.ts'

let world: Conversations
beforeAll(async () => {
  world = await startConversations()
  await world.publish(
    'manual',
    { a: { title: 'Engines', markdown: 'Bolt the engine to its bed.' } },
    { defaultLevel: 'inherit' },
  )
  await world.publish('zoo', { g: { title: 'Boats', markdown: 'A boat floats.' } }, { defaultLevel: 'read' })
  await world.ingest(
    conversation('1', 'How do I calibrate the teleporter?', 'Hold [both](https://x.example) buttons.'),
    conversation('2', 'Can the engine of a boat teleport submarines?'),
  )
})
afterAll(() => world.stop())

type Query = Record<string, string | string[]>

const change = (agentTaskId: string, status: string, as = 'eve') =>
  world.send('updateAgentTask', { as, params: { agentTaskId }, body: { status } })

test('a gap gives a task, whose instructions quote what was asked and answered as plain words', async () => {
  const { body } = await world.send('listAgentTasks')
  const task = body.items.find(({ title }: { title: string }) => title.includes('teleporter'))
  expect(task).toMatchObject({
    object: 'agent-task',
    title: 'Answer “How do I calibrate the teleporter?”',
    status: 'backlog',
    description: expect.stringContaining('Asked in one conversation.'),
  })
  const text = JSON.stringify(task.instructions)
  expect(text).toContain('How do I calibrate the teleporter?')
  expect(text).toContain('buttons.')
  expect(text).not.toContain('"link"')
  const { body: same } = await world.send('getAgentTask', { params: { agentTaskId: task.id } })
  expect(same).toEqual(task)
  const matching: Query[] = [{ cluster: task.cluster }, { space: task.space, status: ['backlog', 'started'] }]
  for (const query of matching) expect((await world.send('listAgentTasks', { query })).body.items).toContainEqual(task)
  const others: Query[] = [{ cluster: 'x' }, { space: 'x' }, { status: ['canceled'] }]
  for (const query of others) expect((await world.send('listAgentTasks', { query })).body.items).toEqual([])
})

test('a task is canceled and put back by whoever may edit its space, and stays canceled when it is asked again', async () => {
  const { body } = await world.send('listAgentTasks')
  const task = body.items.find(({ title }: { title: string }) => title.includes('teleporter'))
  expect((await change(task.id, 'canceled', 'rex')).status).toBe(403)
  expect((await change(task.id, 'completed')).status).toBe(400)
  expect((await change(task.id, 'canceled')).body.status).toBe('canceled')
  await world.ingest(conversation('3', 'How can I calibrate my teleporter?'))
  const { body: now } = await world.send('getAgentTask', { params: { agentTaskId: task.id } })
  expect(now).toMatchObject({ status: 'canceled', description: expect.stringContaining('2 conversations') })
  expect((await world.send('getAgentSetupState')).body.stats).toMatchObject({ canceledTasks: 1 })
  expect((await change(task.id, 'backlog')).body.status).toBe('backlog')
})

const eve = { object: 'user', id: 'eve', displayName: 'Eve', urls: { location: '' } }
const changeRequest = (id: string) => ({
  ...{ object: 'change-request', id, number: 1, status: 'draft', subject: '', createdBy: eve },
  ...{ createdAt: '2026-01-02T03:04:05.000Z', updatedAt: '2026-01-02T03:04:05.000Z', space: 'manual' },
  ...{ revision: 'r', revisionInitial: 'r', comments: 0, outdated: false, urls: { app: '', location: '' } },
})
const start = (agentTaskId: string) =>
  world.send('updateAgentTask', {
    ...{ as: 'eve', params: { agentTaskId }, body: { status: 'started' } },
    calls: { createChangeRequest: 'signed by the gateway' },
  })

test('conversations are taken while content makes the change request of a task, and a lost answer makes no second one', async () => {
  const { body } = await world.send('listAgentTasks')
  const task = body.items.find(({ title }: { title: string }) => title.includes('teleporter'))
  const made = new Map<string, string>()
  const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let answers = 0
  world.feed.createBy(async (key) => {
    made.set(key, made.get(key) ?? `draft-${made.size + 1}`)
    answers += 1
    if (answers > 1) return changeRequest(made.get(key) ?? '')
    reached.resolve()
    await held.promise
    return undefined
  })
  const lost = start(task.id)
  await reached.promise
  expect((await world.ingest(conversation('4', 'Where is the engine bolted?'))).status).toBe(204)
  held.resolve()
  expect((await lost).status).toBe(503)
  const { status, body: started } = await start(task.id)
  expect([status, started.status, started.changeRequest]).toEqual([200, 'started', 'draft-1'])
  expect([...made.values()]).toEqual(['draft-1'])
  expect((await change(task.id, 'backlog')).body).toMatchObject({ status: 'backlog', changeRequest: 'draft-1' })
  expect((await start(task.id)).body.changeRequest).toBe('draft-1')
  expect(answers).toBe(2)
})

test('a task on a space that the caller may only read is refused', async () => {
  await world.sql().updateTable('issue_cluster').set({ space_id: 'zoo' }).where('page_id', 'is', null).execute()
  const { body } = await world.send('listAgentTasks')
  expect(body.items.length).toBeGreaterThan(0)
  expect((await change(body.items[0].id, 'canceled')).status).toBe(403)
  await world.sql().updateTable('issue_cluster').set({ space_id: 'manual' }).where('page_id', 'is', null).execute()
})
