import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql as raw } from 'kysely'
import { Content0003 } from '../../src/migrations/0003-structure.ts'
import { after, structureOf, theSpace } from '../workspace/tree/structure-actions.ts'
import { startWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

/** The migration's statements that give rows their position. */
function positioning(): string[] {
  const migration = Reflect.construct(Content0003, [])
  migration.up()
  return migration.getQueries().filter((query: unknown) => typeof query === 'string' && query.startsWith('update '))
}

test('what was there before there were positions lies in the order of its ids, with room in between', async () => {
  const at = structureOf(world)
  const { id } = await at.collection()
  const made: string[] = []
  for (let index = 0; index < 70; index += 1)
    made.push((index % 3 ? await at.space(id) : await at.collection({ parent: id })).id)
  await raw`update space set position = 'a0'`.execute(world.sql())
  await raw`update collection set position = 'a0'`.execute(world.sql())
  const statements = positioning()
  expect(statements).toHaveLength(2)
  for (const statement of statements) await raw.raw(statement).execute(world.sql())
  expect(await at.inOrder(id)).toEqual(made)
  const [, one = '', , , , last = ''] = made
  expect((await at.move('space', last, after(theSpace(one)))).status).toBe(200)
  expect((await at.inOrder(id)).slice(0, 4)).toEqual([made[0], one, last, made[2]])
  const { id: newest } = await at.space(id)
  expect((await at.inOrder(id)).at(-1)).toBe(newest)
})
