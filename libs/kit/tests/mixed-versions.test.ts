import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Migration } from '@mikro-orm/migrations'
import { migrate } from '../src/index.ts'
import { ownerWith } from './support/owner-service.ts'
import { ownerOperations, type Pair, startPair } from './support/pair.ts'

class Later0002 extends Migration {
  override up(): void {
    this.addSql('alter table thing add column kind text not null')
  }
}

const { createThing, listThings, look } = ownerOperations
let pair: Pair

beforeAll(async () => {
  pair = await startPair()
})
afterAll(() => pair.stop())

test('a statement that does not fit the schema of this version is an error of ours', async () => {
  await pair.running.owner.foundation.database.em.getConnection().execute('alter table thing rename to other')
  expect((await pair.owner.call(createThing, { body: { title: 'early' } })).status).toBe(500)
  await pair.running.owner.foundation.database.em.getConnection().execute('alter table other rename to thing')
})

test('a process beside a later version refuses with 503 what the later schema forbids, and does the rest', async () => {
  const { schema } = ownerWith({ barred: new Set() })
  await migrate(pair.configs.owner, { migrations: [...schema.migrations, Later0002] })
  const refused = await pair.owner.call(createThing, { body: { title: 'late' } })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect(refused.message).toMatch(/replaced by a later version/)
  expect((await pair.owner.call(listThings)).status).toBe(200)
})

test('an operation of a later version is 503 to those who call it, and unknown to strangers', async () => {
  const later = { ...look, id: 'lookTwice', path: '/internal/looks/twice' as const }
  expect((await pair.owner.call(later)).status).toBe(503)
  expect((await pair.owner.call(later, { principal: null })).status).toBe(404)
})
