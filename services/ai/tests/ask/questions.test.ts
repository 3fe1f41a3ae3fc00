import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startWorld, type World } from '../world.ts'

let world: World
const silence = 'The documentation does not answer this question.'
const engine = {
  a: { title: 'The engine', markdown: 'The engine drives the pump. See [cranks](/pages/c).' },
  b: {
    title: 'Installing the engine',
    markdown:
      'Bolt the engine to its bed.\n\n## Installing the engine on a boat\n\nOn a boat, the engine stands on rubber feet, which keep its noise away from the cabin.\n\n## Installing the engine on a truck\n\nOn a truck, the engine hangs in a steel frame, so that it can be taken out for repairs.',
  },
  c: { title: 'Cranks', markdown: 'Cranks start the engine by hand. See [the engine](/pages/a).' },
}
beforeAll(async () => {
  world = await startWorld()
  await world.publish('manual', engine)
  await world.publish(
    'secret',
    { s: { title: 'The reactor', markdown: 'The reactor replaces the engine in spring.' } },
    { defaultLevel: null },
  )
})
afterAll(() => world.stop())

const ask = async (query: string, previousQueries?: string[], as = 'rex') =>
  (await world.send('askInOrganization', { as, body: { query, ...(previousQueries && { previousQueries }) } })).body
    .answer
const recommended = async (as = 'rex') =>
  (await world.send('getRecommendedQuestionsInOrganization', { as })).body.questions as string[]

test('an answer quotes what answers, with a note that leads to its section, and names the section as its source', async () => {
  const { answer, sources } = await ask('How is the engine installed on a truck?')
  const note =
    '[^1]: [Installing the engine › Installing the engine on a truck](/spaces/manual/pages/b#installing-the-engine-on-a-truck)'
  expect(answer.markdown).toContain(
    'On a truck, the engine hangs in a steel frame, so that it can be taken out for repairs.[^1]',
  )
  expect(answer.markdown).toContain(note)
  expect(sources[0]).toMatchObject({ page: 'b', space: 'manual', sections: ['installing-the-engine-on-a-truck'] })
  expect(sources[0].reason).toContain('Installing the engine on a truck')
})

test('a question is understood by those before it', async () => {
  const { sources } = await ask('and on a truck?', ['How is the engine installed on a boat?'])
  expect(sources[0].sections).toContain('installing-the-engine-on-a-truck')
})

test('what is suggested next has an answer that the caller may read, and is not what was asked', async () => {
  const { followupQuestions } = await ask('What drives the pump?')
  expect(followupQuestions.length).toBeGreaterThan(0)
  expect(followupQuestions.length).toBeLessThanOrEqual(3)
  expect(followupQuestions).not.toContain('What is the engine?')
  expect(followupQuestions.join()).not.toContain('reactor')
  for (const question of followupQuestions) expect((await ask(question)).answer.markdown).not.toBe(silence)
  const declined = await ask('What does the teleporter cost?')
  expect(declined).toMatchObject({ answer: { markdown: silence }, followupQuestions: [], sources: [] })
})

test('recommended questions are of the spaces that the caller may read, pages first, and each has an answer', async () => {
  const questions = await recommended()
  expect(questions.slice(0, 3).toSorted()).toEqual([
    'How do I install the engine?',
    'What are cranks?',
    'What is the engine?',
  ])
  expect(questions.join()).not.toContain('reactor')
  expect(await recommended()).toEqual(questions)
  for (const question of questions) expect((await ask(question)).sources.length).toBeGreaterThan(0)
  expect(await recommended('ada')).toContain('What is the reactor?')
  expect(await recommended('gus')).toEqual([])
})

test('recommended questions follow the content: what a page is no longer called, nobody is recommended', async () => {
  await world.publish('manual', { ...engine, c: { ...engine.c, title: 'Levers', markdown: 'Levers stop the engine.' } })
  const questions = await recommended()
  expect(questions).toContain('What are levers?')
  expect(questions).not.toContain('What are cranks?')
  // Resets the index of the space, so that it is built again; nothing else changes.
  const lost = { revision: null, target: null, after_page: null, try_at: new Date(0) }
  await world.sql().updateTable('search_space').set(lost).where('space_id', '=', 'manual').execute()
  await world.publish('others', { o: { title: 'Oars', markdown: 'Oars move a boat.' } }, { defaultLevel: null })
  await world.queued('manual', (row) => row?.pending === false)
  expect(await recommended()).toEqual(questions)
  await world.publish('manual', {})
  expect(await recommended()).toEqual([])
})
