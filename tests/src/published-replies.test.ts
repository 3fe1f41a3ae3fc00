import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { World } from '@quire/world'
import { operationIn, table } from './authorization/authorization-table.ts'
import { type Cast, castWorld } from './authorization/cast.ts'
import { type Api, operationOf, type RequestOptions } from './support/api-client.ts'
import { publishedReplies } from './support/published-replies.ts'
import { inPath } from './support/seed.ts'

const published = publishedReplies('gitbook-api')
const later = publishedReplies('gitbook-api-authoring')

let world: World
let api: Api
let cast: Cast
let close: () => Promise<void>
beforeAll(async () => {
  ;({ world, api, cast, close } = await castWorld())
})
afterAll(() => close())

/** Every operation that answers with a published shape, with its status. */
const replying = Object.entries(table).flatMap(([key, { ok }]) => {
  const id = operationIn(key)
  const description = published.knows(id, ok) ? published : later.knows(id, ok) ? later : undefined
  return description ? [[key, ok, description] as const] : []
})

const send = (id: string, sent: RequestOptions = {}) =>
  api.send(id, cast.tokens.get('admin'), { ...sent, params: { ...inPath(id, cast.seeded), ...sent.params } })

test.each(replying)('the reply of %s is what its published clients expect', async (key, ok, description) => {
  const id = operationIn(key)
  const { status, body } = await send(id, await table[key]?.given?.(cast.stageFor('admin')))
  expect(status).toBe(ok)
  expect(description.problems(id, ok, body)).toEqual([])
})

test.each([
  'getPageById',
  'getPageByPath',
  'getPageInChangeRequestById',
  'listCommentsInSpace',
  'getCommentInSpace',
  'listCommentRepliesInSpace',
  'getCommentReplyInChangeRequest',
])('the reply of %s is what its published clients expect, as a document too', async (id) => {
  const { status, body } = await send(id, { query: { format: 'document' } })
  expect([status, operationOf(id).method]).toEqual([200, 'GET'])
  expect(published.problems(id, 200, body)).toEqual([])
})

/** Every address in a reply: the texts beneath a field called `location` or `app`. */
function addressesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) =>
    typeof one === 'string' && (name === 'location' || name === 'app') ? [one] : addressesIn(one),
  )
}

test.each(replying.map(([key]) => key).filter((key) => operationOf(operationIn(key)).method === 'GET'))(
  'every address in the reply of %s leads somewhere',
  async (key) => {
    const { body } = await send(operationIn(key), await table[key]?.given?.(cast.stageFor('admin')))
    const headers = { Authorization: `Bearer ${cast.tokens.get('admin')}` }
    const dead: string[] = []
    for (const address of new Set(addressesIn(body)))
      if (
        !(await fetch(address.replace('http://quire.test', world.gateways[0] ?? ''), { headers, redirect: 'manual' }))
          .ok
      )
        dead.push(address)
    expect(dead).toEqual([])
  },
)
