import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '@quire/world'
import { table } from './authorization.table.ts'
import { type Api, apiOf, operationOf } from './support/api.ts'
import { type Fresh, freshThings } from './support/fresh.ts'
import { publishedReplies } from './support/published.ts'
import { inPath, type Seeded, seed } from './support/seed.ts'

const published = publishedReplies('gitbook-api')
const later = publishedReplies('gitbook-api-authoring')

let world: World
let api: Api
let seeded: Seeded
let fresh: Fresh
let token: string
beforeAll(async () => {
  world = await createWorld()
  api = apiOf(world.gateways[0] ?? '')
  const admin = await world.person('ada@example.com', 'Ada Lovelace')
  token = admin.token
  seeded = await seed(api, admin, 'Acme')
  fresh = freshThings(world, api, admin, seeded)
})
afterAll(() => world.close())

/** Every operation that answers with a published shape, with its status. */
const replying = Object.entries(table).flatMap(([id, { ok }]) => {
  const description = published.knows(id, ok) ? published : later.knows(id, ok) ? later : undefined
  return description ? [[id, ok, description] as const] : []
})

test.each(replying)('the reply of %s is what its published clients expect', async (id, ok, description) => {
  const given = await table[id]?.given?.({ seeded, caller: 'admin', self: seeded.userId, fresh })
  const { status, body } = await api.send(id, token, { ...given, params: { ...inPath(id, seeded), ...given?.params } })
  expect(status).toBe(ok)
  expect(description.problems(id, ok, body)).toEqual([])
})

test.each(['getPageById', 'getPageByPath', 'getPageInChangeRequestById', 'listCommentsInSpace', 'getCommentInSpace'])(
  'the reply of %s is what its published clients expect, as a document too',
  async (id) => {
    const { status, body } = await api.send(id, token, { params: inPath(id, seeded), query: { format: 'document' } })
    expect([status, operationOf(id).method]).toEqual([200, 'GET'])
    expect(published.problems(id, 200, body)).toEqual([])
  },
)
