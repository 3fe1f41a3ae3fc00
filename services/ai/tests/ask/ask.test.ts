import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Answer, organization, site, siteSpace, spaceQuestionOperations } from '@quire/contracts'
import { acme, startWorld, type World } from '../world.ts'

let world: World
let revision: string
const silence = 'The documentation does not answer this question.'
beforeAll(async () => {
  world = await startWorld()
  revision = await world.publish('manual', {
    crank: { title: 'The crank', markdown: 'About it.\n\n## Turning\n\nTurn the crank clockwise, slowly.' },
    gears: { title: 'Gears', markdown: 'Gears have teeth.' },
    draft: { title: 'Draft', markdown: 'The flux capacitor needs lightning.', unlisted: true },
  })
  await world.publish(
    'plans',
    { plan: { title: 'Plans', markdown: 'The teleporter needs uranium.' } },
    { defaultLevel: null },
  )
})
afterAll(() => world.stop())

const ask = async (query: string, as = 'rex', format?: string) =>
  world.send('askInOrganization', { as, body: { query }, query: format ? { format } : {} })
const cited = async (query: string, as?: string) =>
  (await ask(query, as)).body.answer.sources.map((one: { page: string }) => one.page)

test('a question is answered from the section that speaks of it, and cites page, section and revision', async () => {
  const { status, body } = await ask('How do I turn the crank?')
  expect(status).toBe(200)
  expect(body.answer.answer.markdown).toContain('Turn the crank clockwise')
  expect(body.answer.sources[0]).toMatchObject({
    type: 'page',
    page: 'crank',
    space: 'manual',
    revision,
    sections: expect.arrayContaining(['turning']),
  })
})

test('the answer comes as a document where asked for, and another format is 400', async () => {
  const { body } = await ask('How do I turn the crank?', 'rex', 'document')
  expect(body.answer.answer.markdown).toBeUndefined()
  expect(body.answer.answer.document).toMatchObject({ object: 'document' })
  expect((await ask('How do I turn the crank?', 'rex', 'html')).status).toBe(400)
})

test('what the caller may not read is neither quoted nor cited nor suggested; what is hidden, for nobody', async () => {
  expect(await cited('What does the teleporter need?', 'ada')).toEqual(['plan'])
  const { body } = await ask('What does the teleporter need?')
  expect(body.answer).toMatchObject({ answer: { markdown: silence }, sources: [] })
  expect(JSON.stringify(body)).not.toMatch(/uranium|Plans/)
  expect(await cited('What does the flux capacitor need?', 'ada')).toEqual([])
  const { body: questions } = await world.send('getRecommendedQuestionsInOrganization')
  expect(questions.questions).toEqual(['What is the crank?', 'What are gears?'])
  expect((await world.send('getRecommendedQuestionsInOrganization', { as: 'gus' })).body.questions).toEqual([])
})

test('whoever is no member asks nothing: 404; a question that is missing, empty or too long is 400', async () => {
  expect((await ask('Anything?', 'olga')).status).toBe(404)
  for (const body of [
    {},
    { query: ' ' },
    { query: 'x'.repeat(2001) },
    { query: 'a', previousQueries: Array(11).fill('a') },
  ])
    expect((await world.send('askInOrganization', { body })).status).toBe(400)
  expect((await world.send('streamAskInOrganization')).status).toBe(400)
})

/** Returns the JSON of each event, and the end of the stream. */
function eventsOf(text: string) {
  const events = text.split('\n\n').filter((one) => one.startsWith('data: '))
  return {
    events: events.map((one) => JSON.parse(one.slice('data: '.length))),
    end: text.slice(text.indexOf('event: ')),
  }
}

test('a streamed answer grows event by event into the plain one, and says when it is done', async () => {
  const query = { query: 'How do I turn the crank?', format: 'markdown' }
  const { status, headers, body } = await world.send('streamAskInOrganization', { query })
  expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  const { events, end } = eventsOf(body)
  expect(events.length).toBeGreaterThan(1)
  for (const event of events) expect(Answer.safeParse(event.answer).success).toBe(true)
  expect(events.map(({ type }) => type)).toEqual(events.map(() => 'answer'))
  expect(events.at(-1).answer).toEqual((await ask(query.query, 'rex', 'markdown')).body.answer)
  expect(end).toBe('event: done\ndata: {}\n\n')
})

test('recommended questions stream one by one', async () => {
  const { body } = await world.send('streamRecommendedQuestionsInOrganization')
  expect(eventsOf(body).events).toEqual([{ question: 'What is the crank?' }, { question: 'What are gears?' }])
})

test('an organization that switched AI off answers 403 to every question, streamed or not', async () => {
  await world.publishState(organization, { id: acme, version: 2, ai: false })
  await world.test.settled()
  for (const id of ['getRecommendedQuestionsInOrganization', 'streamRecommendedQuestionsInOrganization'] as const)
    expect((await world.send(id)).status).toBe(403)
  expect((await ask('How do I turn the crank?')).status).toBe(403)
  expect((await world.send('streamAskInOrganization', { query: { query: 'How?' } })).status).toBe(403)
  await world.publishState(organization, { id: acme, version: 3, ai: true })
  await world.test.settled()
  expect((await ask('How do I turn the crank?')).status).toBe(200)
})

test('what a site keeps from agents stays out of answers and suggestions until the site lets them in', async () => {
  const askAfterChange = async (version: number, agentsContext: 'included' | 'excluded') => {
    await world.publishState(site, { id: 'docs', version, organizationId: acme, agentsContext })
    await world.publishState(siteSpace, { id: 'docs-1', siteId: 'docs', spaceId: 'manual', organizationId: acme })
    await world.test.settled()
    const { questions } = (await world.send('getRecommendedQuestionsInOrganization')).body
    return { cited: await cited('How do I turn the crank?'), questions: questions.length }
  }
  expect(await askAfterChange(1, 'excluded')).toEqual({ cited: [], questions: 0 })
  expect(await askAfterChange(2, 'included')).toEqual({ cited: ['crank'], questions: 2 })
})

test('sites asks for a member over the spaces that it names, and they are answered from those that they may read', async () => {
  const asked = (userId: string, spaces: string[], as: object = { kind: 'service', scope: 'full' }) => {
    const body = { question: 'What does the teleporter need?', spaces, holder: userId, asker: { userId } }
    const params = { organizationId: acme }
    return world.test.call(spaceQuestionOperations.askInSpaces, { as, params, body } as never)
  }
  const sources = async (userId: string, ...spaces: string[]) =>
    eventsOf((await asked(userId, spaces)).body)
      .events.at(-1)
      .answer.sources.map(({ page }: { page: string }) => page)
  expect(await sources('ada', 'manual', 'plans')).toEqual(['plan'])
  expect(await sources('ada', 'manual')).toEqual([])
  expect(await sources('rex', 'manual', 'plans')).toEqual([])
  expect((await asked('olga', ['manual'])).status).toBe(404)
  expect((await asked('ada', ['plans'], { kind: 'user', scope: 'full', userId: 'ada' })).status).toBe(401)
})
