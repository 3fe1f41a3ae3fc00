import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '@quire/world'
import { type Cast, castOf } from './authorization/cast.ts'
import { operationIn, table } from './authorization.table.ts'
import { type Api, apiOf, operationOf, type Sent } from './support/api.ts'
import { publishedReplies } from './support/published.ts'
import { inPath } from './support/seed.ts'

const published = publishedReplies('gitbook-api')
const later = publishedReplies('gitbook-api-authoring')

let world: World
let api: Api
let cast: Cast
beforeAll(async () => {
  world = await createWorld()
  api = apiOf(world.gateways[0] ?? '')
  cast = await castOf(world, api)
})
afterAll(() => world.close())

/** Every operation that answers with a published shape, with its status. */
const replying = Object.entries(table).flatMap(([key, { ok }]) => {
  const id = operationIn(key)
  const description = published.knows(id, ok) ? published : later.knows(id, ok) ? later : undefined
  return description ? [[key, ok, description] as const] : []
})

const send = (id: string, sent: Sent = {}) =>
  api.send(id, cast.tokens.get('admin'), { ...sent, params: { ...inPath(id, cast.seeded), ...sent.params } })

test.each(replying)('the reply of %s is what its published clients expect', async (key, ok, description) => {
  const id = operationIn(key)
  const { status, body } = await send(id, await table[key]?.given?.(cast.stageFor('admin')))
  expect(status).toBe(ok)
  expect(description.problems(id, ok, body)).toEqual([])
})

test.each(['getPageById', 'getPageByPath', 'getPageInChangeRequestById', 'listCommentsInSpace', 'getCommentInSpace'])(
  'the reply of %s is what its published clients expect, as a document too',
  async (id) => {
    const { status, body } = await send(id, { query: { format: 'document' } })
    expect([status, operationOf(id).method]).toEqual([200, 'GET'])
    expect(published.problems(id, 200, body)).toEqual([])
  },
)
