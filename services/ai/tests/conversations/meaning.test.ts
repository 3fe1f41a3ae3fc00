import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { organization } from '@quire/contracts'
import { embeds, startEmbeddingWorld } from '../embedding/embedding.fixture.ts'
import { fails } from '../model/endpoint.fixture.ts'
import { acme } from '../world.ts'
import { type Conversations, conversation, startConversations } from './conversations.fixture.ts'

let opened: Awaited<ReturnType<typeof startEmbeddingWorld>>
let world: Conversations

/** A toy embedding by subjects, whose words may be any. */
const embedsSubjects = embeds((text) => [
  /bitcoin|crypto|purse/i.test(text) ? 3 : 0,
  /emergency|evacuat/i.test(text) ? 3 : 0,
  /truck|lorr/i.test(text) ? 3 : 0,
  1,
])

const a = { title: 'Engines', markdown: 'Bolt the engine to its bed.\n\n## Cranks\n\nTurn the crank twice.' }

beforeAll(async () => {
  world = await startConversations(async () => (opened = await startEmbeddingWorld()))
  opened.endpoint.answer(embedsSubjects)
  await opened.embed('manual', {
    a,
    b: { title: 'Oil', markdown: 'Oil the crank on Sundays.' },
  })
})
afterAll(() => world.stop())

/** Changes a page, and resolves once all issues were looked up in the changed index. */
async function lookedUpAgain() {
  const queue = () => world.sql().selectFrom('conversation_queue').select(['round', 'due_at']).executeTakeFirstOrThrow()
  const { round: before } = await queue()
  const isSo = async () => {
    const { round, due_at } = await queue()
    return round > before && due_at === null
  }
  oilings += 1
  const markdown = `Oil the crank ${oilings} times a day.`
  await world.clustered(() => world.publish('manual', { a, b: { title: 'Oil', markdown } }), isSo)
}
let oilings = 0

const gaps = async () => {
  const clusters = await world.clusters()
  return clusters.map(({ label, stats }) => [label, stats.issues]).sort()
}
const questionsSent = () => opened.sent().filter((text) => text.endsWith('?'))

const bitcoin = 'How do I pay with bitcoin?'
const crypto = 'Are crypto currencies accepted?'
const exit = 'Where do people leave in an emergency?'

test('questions that mean the same are one gap, whatever their words, and each is embedded once', async () => {
  opened.endpoint.answer(embedsSubjects)
  await world.ingest(conversation('1', bitcoin), conversation('2', crypto), conversation('3', exit))
  expect(await gaps()).toEqual([
    [bitcoin, 2],
    [exit, 1],
  ])
  expect(questionsSent().sort()).toEqual([crypto, bitcoin, exit].sort())
  await world.ingest(conversation('4', 'May my purse be empty?'))
  expect(await gaps()).toEqual([
    [bitcoin, 3],
    [exit, 1],
  ])
  expect(questionsSent()).toHaveLength(4)
  // A support system hands a conversation over again with each message.
  await world.ingest(conversation('4', 'May my purse be empty?', 'Yes.'))
  expect(questionsSent()).toHaveLength(4)
})

test('without the endpoint words decide, and gaps that they made apart find together when it is back', async () => {
  opened.endpoint.answer(fails(500))
  const [truck, lorry] = ['What weighs a truck?', 'How heavy are lorries?']
  await world.ingest(conversation('5', truck), conversation('6', lorry))
  expect(await gaps()).toEqual(
    expect.arrayContaining([
      [truck, 1],
      [lorry, 1],
    ]),
  )
  opened.endpoint.answer(embedsSubjects)
  await lookedUpAgain()
  expect(await gaps()).toEqual(expect.arrayContaining([[truck, 2]]))
  expect((await gaps()).map(([label]) => label)).not.toContain(lorry)
})

test('an organization that has switched AI features off has nothing clustered or sent until they are on again', async () => {
  const later = 'How is a lorry evacuated?'
  opened.endpoint.answer(embedsSubjects)
  await world.ingest(conversation('7', later))
  const [before, sent] = [await gaps(), questionsSent().length]
  const queue = () =>
    world.sql().selectFrom('conversation_queue').select(['round', 'due_at', 'claim']).executeTakeFirstOrThrow()
  const { round } = await queue()
  await world.publishState(organization, { id: acme, version: 9, ai: false })
  await world.test.settled()
  await world.sql().updateTable('conversation_issue').set({ vector: null, vector_model: null }).execute()
  await world.publish('manual', { a, b: { title: 'Evacuating', markdown: 'A lorry is evacuated by its doors.' } })
  await world.queued('manual', (row) => row?.pending === false)
  for (let now = await queue(); now.due_at === null || now.due_at <= new Date() || now.claim !== null; )
    now = await queue()
  expect((await queue()).round).toBe(round)
  expect([await gaps(), questionsSent()]).toEqual([before, questionsSent().slice(0, sent)])
  await world.clustered(() => world.publishState(organization, { id: acme, version: 10, ai: true }))
  expect((await queue()).round).toBe(round + 1)
  expect(questionsSent().length).toBeGreaterThan(sent)
  expect(questionsSent()).toContain(later)
})
