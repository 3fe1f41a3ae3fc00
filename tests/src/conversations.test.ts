import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { clusteredSubject, createWorld, type Person, type World } from '@quire/world'
import { AgentTaskStatus } from 'gitbook-api'
import { type Api, apiOf } from './support/api-client.ts'
import { clientsOf, inTurn } from './support/clients.ts'
import { ingested, unanswered } from './support/conversations.ts'

let world: World
let api: Api
let ada: Person
let organizationId: string
let spaceId: string
beforeAll(async () => {
  world = await createWorld()
  api = apiOf(world.gateways[0] ?? '')
  ada = await world.person('ada@example.com', 'Ada')
  organizationId = (await api.made('createOrganization', ada.token, { body: { title: 'Zoo' } })).id
  spaceId = (await made('createSpace', { title: 'Manual' })).id
  await write('Engines', 'Bolt the engine to its bed.')
})
afterAll(() => world.close())

const made = (id: string, body?: object, params: object = {}) =>
  api.made(id, ada.token, { params: { organizationId, spaceId, ...params }, ...(body && { body }) })

/** Publishes a page, in a change request if one is named. */
async function write(title: string, markdown: string, changeRequestId?: string) {
  const params = { changeRequestId: changeRequestId ?? String((await made('createChangeRequest', {})).id) }
  const changes = [{ operation: 'insert_page', title, document: { markdown } }]
  await made('updateChangeRequestContent', { changes }, params)
  await made('mergeChangeRequest', {}, params)
}

test('a gap is found, its task starts a change request, and the merged page completes the task', async () => {
  const {
    api: { orgs },
  } = clientsOf(ada, inTurn(world.gateways))
  await ingested(world, api, ada.token, organizationId, [unanswered])
  const { data: clusters } = await orgs.listConversationsIssuesClusters(organizationId)
  expect(clusters.items).toEqual([expect.objectContaining({ label: 'How do I calibrate the teleporter?' })])
  const [cluster] = clusters.items
  const { data: issues } = await orgs.listConversationsIssuesInCluster(organizationId, cluster?.id ?? '')
  expect(issues.items.map(({ issue }) => issue.cluster)).toEqual([cluster?.id])

  const { data: tasks } = await orgs.listAgentTasks(organizationId, { status: [AgentTaskStatus.Backlog] })
  const id = tasks.items[0]?.id ?? ''
  const { data: started } = await orgs.updateAgentTask(organizationId, id, { status: 'started' })
  const changeRequestId = started.changeRequest ?? ''
  expect(await made('getChangeRequestById', undefined, { changeRequestId })).toMatchObject({
    subject: 'Answer “How do I calibrate the teleporter?”',
    status: 'draft',
  })
  await orgs.updateAgentTask(organizationId, id, { status: 'backlog' })
  const { data: again } = await orgs.updateAgentTask(organizationId, id, { status: 'started' })
  expect(again).toMatchObject({ status: 'started', changeRequest: changeRequestId, space: spaceId })

  const { connection, subject } = world.services.ai.foundation.bus
  const said = connection.subscribe(subject(clusteredSubject))
  await connection.flush()
  const text = 'To calibrate the teleporter, hold both buttons of the teleporter for ten seconds.'
  await write('Calibrating the teleporter', text, changeRequestId)
  const status = async () => (await orgs.getAgentTask(organizationId, id)).data.status
  if ((await status()) === 'started') for await (const _ of said) if ((await status()) !== 'started') break
  expect(await status()).toBe('completed')
  const { data: state } = await orgs.getAgentSetupState(organizationId)
  expect(state.stats).toMatchObject({ completedTasks: 1, startedTasks: 0, conversations: 1, issues: 1 })
})
