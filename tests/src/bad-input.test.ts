import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { bodyLimitOf } from '@quire/contracts'
import { someOf } from '@quire/properties'
import { createWorld, type World } from '@quire/world'
import { type Attempt, notRefused, queryOf, withBody } from './authorization/request-attempts.ts'
import { type Api, apiOf, operationOf } from './support/api-client.ts'
import { described, type Schema } from './support/described-schemas.ts'
import { type WritesNothing, watchRows } from './support/row-counts.ts'
import { type SeededOrganization, seed } from './support/seed.ts'
import { settled, systemOf } from './support/system-databases.ts'
import { wrongValues } from './support/wrong-values.ts'

let world: World
let api: Api
let writesNothing: WritesNothing
let seeded: SeededOrganization
let token: string
let refused: (id: string, attempts: Attempt[]) => ReturnType<typeof notRefused>
beforeAll(async () => {
  world = await createWorld()
  api = apiOf(world.gateways[0] ?? '', world.env)
  const admin = await world.person('ada@example.com', 'Ada Lovelace')
  token = admin.token
  seeded = await seed(api, admin, 'Acme', undefined, world)
  await settled(systemOf(world))
  writesNothing = await watchRows(world)
  refused = (id, attempts) => notRefused({ writesNothing, api, seeded, token }, id, attempts)
})
afterAll(() => world.close())

test.each([
  ['made', 'createSpace', {}],
  ['changed', 'updateSpaceById', { title: 'Another' }],
])('a row that is %s is noticed', async (_, id, body) => {
  const writing = writesNothing(() => api.made(id, token, { params: seeded, body }))
  await expect(writing).rejects.toThrow('content.space')
  // The rows of the seed in other services must not count as writes of refused requests.
  await settled(systemOf(world))
})

const defaultLimit = 1024 * 1024
const limitOf = (id: string) => bodyLimitOf(operationOf(id))
const schemaOf = (id: string): Schema => Object.values(described(id).requestBody?.content ?? {})[0]?.schema ?? {}
const asJson = withBody.filter((id) => !operationOf(id).form)
const asForm = withBody.filter((id) => operationOf(id).form)

/** Beyond the limit the content does not matter. */
const sized = (id: string, body: string, field: string) =>
  Buffer.byteLength(body) > limitOf(id) ? { body, status: 413 } : { body, field }

test.each(asJson)('%s refuses every wrong field by its name, and writes nothing', async (id) => {
  const root = { field: 'body', put: (value: unknown) => value }
  const wrong = [...wrongValues(schemaOf(id), root)]
  // A body of one flag has ten.
  expect(wrong.length).toBeGreaterThanOrEqual(10)
  const attempts = someOf(wrong, 4, id).map(({ field, what, value }) => ({
    what: `${field} ${what}`,
    query: queryOf(id),
    ...sized(id, JSON.stringify(value), field),
  }))
  expect(await refused(id, attempts)).toEqual([])
})

test.each([
  'ada',
  'ada@',
  '@example.com',
  'ada@example',
  'ada@exa mple.com',
  'ada@example.com, bob@example.com',
  'Ada <ada@example.com>',
  'ada@exämple.com',
  'ada@example.com\r\nBcc: bob@example.com',
  `${'a'.repeat(65)}@example.com`,
])('%j is no e-mail address', async (email) => {
  const attempts = [email, { email, role: 'read' }].map((one) => ({
    what: 'an invitation',
    field: 'body.emails.0',
    body: { emails: [one] },
  }))
  expect(await refused('inviteUsersToOrganization', attempts)).toEqual([])
})

const deep = `{"a":${'['.repeat(1000)}${']'.repeat(1000)}}`

test.each(asJson)('%s refuses a body that is none, and writes nothing', async (id) => {
  const large = { what: 'very large', body: JSON.stringify({ a: 'x'.repeat(limitOf(id)) }), status: 413 }
  const attempts: Attempt[] = [
    { what: 'broken', body: '{"a":', field: 'body' },
    { what: 'a list', body: '[]', field: 'body' },
    { what: 'another content type', body: '{}', headers: { 'Content-Type': 'text/plain' }, status: 415 },
    { what: '__proto__', body: '{"__proto__":{"role":"admin"}}', field: 'body.__proto__' },
    { what: 'a key with NUL', body: '{"a\\u0000":1}', field: 'body' },
    { what: 'no UTF-8', body: new Blob([new Uint8Array([0x22, 0xff, 0x22])]), field: 'body' },
    { what: 'nested 1000 deep', body: deep, field: 'body' },
    ...(limitOf(id) > defaultLimit ? [] : [large]),
  ]
  const all = someOf(attempts, 2, id).map((one) => ({ ...one, query: queryOf(id) }))
  expect(await refused(id, all)).toEqual([])
})

const formType = { 'Content-Type': 'application/x-www-form-urlencoded' }

test.each(asForm)('%s refuses every wrong field of its form by its name, and writes nothing', async (id) => {
  const { properties = {}, required = [] } = schemaOf(id)
  const right = Object.fromEntries(required.map((name) => [name, 'x']))
  const attempts = Object.entries(properties).flatMap(([name, { minLength, maxLength = 0 }]): Attempt[] => {
    const field = `body.${name}`
    const form = (what: string, value: string) => {
      const body = new URLSearchParams({ ...right, [name]: value }).toString()
      return { what: `${field} ${what}`, headers: formType, ...sized(id, body, field) }
    }
    const { [name]: _, ...rest } = right
    return [
      form('too long', 'x'.repeat(maxLength + 1)),
      form('very large', '𝄞'.repeat(maxLength + 1)),
      form('NUL', 'a\0b'),
      { what: `${field} twice`, headers: formType, body: `${new URLSearchParams(right)}&${name}=a&${name}=b`, field },
      ...(minLength ? [form('empty', '')] : []),
      ...(required.includes(name)
        ? [{ what: `${field} missing`, headers: formType, body: new URLSearchParams(rest).toString(), field }]
        : []),
    ]
  })
  expect(attempts.length).toBeGreaterThan(5)
  expect(await refused(id, attempts)).toEqual([])
})

test.each(asForm)('%s refuses a form that is none, and writes nothing', async (id) => {
  const attempts: Attempt[] = [
    { what: 'JSON', body: {}, status: 415 },
    { what: '__proto__', headers: formType, body: '__proto__=a', field: 'body.__proto__' },
    { what: 'very large', headers: formType, body: `a=${'x'.repeat(limitOf(id))}`, status: 413 },
  ]
  expect(await refused(id, attempts)).toEqual([])
})
