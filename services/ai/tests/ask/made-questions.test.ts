import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { RunningService } from '@quire/kit'
import { onStatements } from '@quire/world/service-test'
import { sql } from 'kysely'
import { startAi } from '../../src/app.ts'
import { startWorld, type World } from '../world.ts'

let world: World
const names = Array.from({ length: 6 }, (_, number) => `engine-${number}`)
const engine = (name: string, part = 'pump') => ({
  a: { title: `The ${name}`, markdown: `The ${name} drives the ${part}, day and night.` },
})
beforeAll(async () => {
  world = await startWorld()
  const all = questionsStored([world.test.service], names.length)
  for (const name of names) await world.publish(name, engine(name))
  await all
})
afterAll(() => world.stop())

/**
 * Resolves once these processes have stored the questions of `spaces` spaces, with the number of times that they did.
 */
async function questionsStored(services: RunningService[], spaces: number): Promise<() => number> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const storing = new Set<object>()
  let times = 0
  for (const service of services)
    onStatements(service, (statement, connection) => {
      if (/insert into question_set \(space_id, made_of\)/.test(statement)) storing.add(connection)
      else if (/^commit/i.test(statement) && storing.delete(connection) && ++times === spaces) resolve()
    })
  await promise
  // Waits for the last transaction to end.
  await world
    .sql()
    .transaction()
    .execute((writersDone) => sql`lock table question_set in share mode`.execute(writersDone))
  return () => times
}

const recommended = async (): Promise<string[]> =>
  (await world.send('getRecommendedQuestionsInOrganization')).body.questions
const ofSpaces = (...numbers: number[]) => numbers.map((number) => `What is the ${names[number]}?`)
const allMade = (of = world.sql()) =>
  of.selectFrom('question').select(['space_id', 'question']).orderBy('space_id').orderBy('question').execute()

test('spaces without questions, as an upgrade leaves them, get theirs from two starting replicas, each once', async () => {
  const before = await allMade()
  expect(new Set(before.map(({ space_id }) => space_id)).size).toBe(names.length)
  // Until the lock is released, no replica sees that there are questions to make.
  const { held, replicas } = await world
    .sql()
    .transaction()
    .execute(async (holding) => {
      await sql`lock table question_set in access exclusive mode`.execute(holding)
      for (const table of ['question', 'question_set']) await sql`delete from ${sql.table(table)}`.execute(holding)
      const started = await Promise.all([startAi(world.test.env), startAi(world.test.env)])
      return { held: questionsStored([world.test.service, ...started], names.length), replicas: started }
    })
  const times = await held
  expect(await recommended()).toEqual(ofSpaces(0, 1, 2, 3, 4))
  expect(await allMade()).toEqual(before)
  await Promise.all(replicas.map((one) => one.close()))
  expect(times()).toBe(names.length)
})

test('a process that dies while it keeps questions leaves those of before; the next one makes the new ones, each once', async () => {
  const before = await allMade()
  // Held at its last statement, the process cannot finish before it is killed.
  await world
    .sql()
    .transaction()
    .execute(async (holding) => {
      await sql`lock table question_set in share mode`.execute(holding)
      const { promise: writing, resolve } = Promise.withResolvers<number>()
      const stop = onStatements(world.test.service, (statement, connection) => {
        if (!/insert into question_set \(space_id, made_of\)/.test(statement)) return
        stop()
        resolve(Number(Object(connection).processID))
      })
      await world.publish('engine-0', {
        ...engine('engine-0', 'crane'),
        b: { title: 'Levers', markdown: 'Levers move cranes.' },
      })
      await sql`select pg_terminate_backend(${await writing})`.execute(holding)
      expect(await allMade(holding)).toEqual(before)
    })
  const again = questionsStored([world.test.service], 1)
  // The first request may join the work that is just failing; a request waits for the work only briefly.
  await recommended()
  await recommended()
  await again
  expect(await recommended()).toContain('What is the engine-0?')
  const ofFirst = (await allMade()).filter(({ space_id }) => space_id === 'engine-0').map(({ question }) => question)
  expect(ofFirst.toSorted()).toEqual(['What are levers?', 'What is the engine-0?'])
})
