import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { type Foundation, startService } from '../src/index.ts'
import { type Pair, startPair } from './support/pair.ts'
import { readerWith } from './support/reader-service.ts'

let pair: Pair
beforeAll(async () => {
  pair = await startPair()
})
afterAll(() => pair.stop())

/** Starts the reader with a failure; returns the foundation that its parts got. */
async function failing(fail: () => void, when: 'build' | 'started') {
  let given: Foundation | undefined
  const definition = readerWith(pair.hooks.reader)
  const start = startService(
    {
      ...definition,
      build(foundation) {
        given = foundation
        if (when === 'build') fail()
        return { ...definition.build(foundation), started: async () => fail() }
      },
    },
    pair.configs.reader,
  )
  await expect(start).rejects.toThrow('nobody thought of this')
  return given
}

test.each(['build', 'started'] as const)('a start that fails in %s leaves no connection open', async (when) => {
  const given = await failing(() => {
    throw new Error('nobody thought of this')
  }, when)
  expect(given?.bus.connection.isClosed()).toBe(true)
  const statement = given && sql`select 1`.execute(given.database.background)
  await expect(statement).rejects.toThrow()
})
