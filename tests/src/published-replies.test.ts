import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { allOperations } from '@quire/contracts'
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
  return [published, later].some((description) => description.knows(id, ok)) ? [[key, ok] as const] : []
})

/** The problems of a reply, by each of the published descriptions that has its operation. */
const problemsOf = (id: string, status: number, body: unknown) =>
  [published, later].flatMap((description) =>
    description.knows(id, status) ? description.problems(id, status, body) : [],
  )

const send = (id: string, sent: RequestOptions = {}) =>
  api.send(id, cast.tokens.get('admin'), { ...sent, params: { ...inPath(id, cast.seeded), ...sent.params } })

test.each(replying)('the reply of %s is what its published clients expect', async (key, ok) => {
  const id = operationIn(key)
  const { status, body } = await send(id, await table[key]?.given?.(cast.stageFor('admin')))
  expect(status).toBe(ok)
  expect(problemsOf(id, ok, body)).toEqual([])
})

test('later clients know each status of an operation that they have, but for one', () => {
  const statuses = new Map(later.operations.map((one) => [one.id, one.statuses]))
  const unknown = allOperations.flatMap(({ id, replies }) =>
    Object.keys(replies).flatMap((status) =>
      statuses.get(id)?.includes(Number(status)) === false ? `${id} ${status}` : [],
    ),
  )
  // The versions disagree about it. Clients look at the first digit only.
  expect(unknown).toEqual(['cancelImportRun 201'])
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
  expect(problemsOf(id, 200, body)).toEqual([])
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
