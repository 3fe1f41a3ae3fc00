import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { allOperations, openApiDocument } from '@quire/contracts'
import { createWorld, type World } from '@quire/world'
import { table } from './authorization.table.ts'
import { type Api, apiOf, type Sent } from './support/api.ts'
import { countRows } from './support/row-counts.ts'
import { inPath, type Seeded, seed } from './support/seed.ts'
import { type Schema, wrongValues } from './support/wrong-values.ts'

const document = JSON.parse(JSON.stringify(openApiDocument('http://quire.test')))
const schemas: Record<string, Schema> = document.components.schemas
const described = (id: string) => {
  const { method, path } = allOperations.find((one) => one.id === id) ?? {}
  return document.paths[path ?? ''][method?.toLowerCase() ?? '']
}

let world: World
let api: Api
let seeded: Seeded
let token: string
beforeAll(async () => {
  world = await createWorld()
  api = apiOf(world.gateways[0] ?? '')
  const admin = await world.person('ada@example.com', 'Ada Lovelace')
  token = admin.token
  seeded = await seed(api, admin, 'Acme')
})
afterAll(() => world.close())

/** What the operation needs besides what is made wrong. */
const queryOf = (id: string): Record<string, string> =>
  described(id).parameters.some(isRequiredQuery) ? { query: 'crank' } : {}
const isRequiredQuery = (one: { in: string; required?: boolean }) => one.in === 'query' && one.required

interface Attempt extends Sent {
  what: string
  /** What the message must begin with; undefined where nothing of the input is at fault but its form. */
  field?: string
  status?: number
}

/** Sends each attempt; answers those that were not refused as they should have been. */
async function notRefused(id: string, attempts: Attempt[]) {
  const before = await countRows(world)
  const answers = await Promise.all(
    attempts.map(async ({ what, field, status: expected = 400, ...sent }) => {
      const { status, body } = await api.send(id, token, { ...sent, params: { ...inPath(id, seeded), ...sent.params } })
      const message = String(body?.error?.message)
      const isNamed = field === undefined || message.startsWith(field)
      const isRefused = status === expected && body.error.code === expected && isNamed
      return isRefused ? [] : [{ what, field, status, message }]
    }),
  )
  expect(await countRows(world)).toEqual(before)
  return answers.flat()
}

const withBody = allOperations.filter(({ body }) => body).map(({ id }) => id)

test.each(withBody)('%s refuses every wrong field by its name, and writes nothing', async (id) => {
  const schema = described(id).requestBody.content['application/json'].schema
  const place = { field: 'body', put: (value: unknown) => value }
  const attempts = [...wrongValues(schemas, schema, place)].map(({ field, what, value }) => ({
    what,
    field,
    query: queryOf(id),
    body: JSON.stringify(value),
  }))
  expect(attempts.length).toBeGreaterThan(3)
  expect(await notRefused(id, attempts)).toEqual([])
})

const deep = `{"a":${'['.repeat(1000)}${']'.repeat(1000)}}`

test.each(withBody)('%s refuses a body that is none, and writes nothing', async (id) => {
  const { bodyLimit = 1024 * 1024 } = allOperations.find((one) => one.id === id) ?? {}
  const large =
    bodyLimit > 1024 * 1024
      ? []
      : [{ what: 'very large', body: JSON.stringify({ a: 'x'.repeat(bodyLimit) }), status: 413 }]
  const attempts: Attempt[] = [
    { what: 'broken', body: '{"a":', field: 'body' },
    { what: 'a list', body: '[]', field: 'body' },
    { what: 'another content type', body: '{}', headers: { 'Content-Type': 'text/plain' }, status: 415 },
    { what: '__proto__', body: '{"__proto__":{"role":"admin"}}', field: 'body.__proto__' },
    { what: 'a key with NUL', body: '{"a\\u0000":1}', field: 'body' },
    { what: 'nested 1000 deep', body: deep, field: 'body' },
    ...large,
  ]
  expect(
    await notRefused(
      id,
      attempts.map((one) => ({ ...one, query: queryOf(id) })),
    ),
  ).toEqual([])
})

const withQuery = allOperations.filter(({ query }) => query).map(({ id }) => id)

test.each(withQuery)('%s refuses every wrong query parameter by its name', async (id) => {
  const parameters: { in: string; name: string; required?: boolean; schema: Schema }[] = described(id).parameters
  const attempts = parameters
    .filter((one) => one.in === 'query')
    .flatMap(({ name, required, schema }) => [
      ...wrongParameters(name, schema).map((one) => ({ ...one, query: { ...queryOf(id), ...one.query } })),
      ...(required ? [{ what: 'missing', field: `query.${name}`, query: {} }] : []),
    ])
  expect(
    await notRefused(
      id,
      attempts.map((one) => ({ ...one, ...bodyOf(id) })),
    ),
  ).toEqual([])
})

/** A body that is accepted, so that only the query is at fault. */
const bodyOf = (id: string): Pick<Sent, 'body'> => {
  if (!withBody.includes(id)) return {}
  const sent = table[id]?.given?.({ seeded, caller: 'admin', self: '', fresh: async () => ({}) })
  if (!sent || sent instanceof Promise) throw new Error(`${id} has no body of its own`)
  return { body: sent.body }
}

function wrongParameters(name: string, schema: Schema): Attempt[] {
  const attempt = (what: string, value: string) => ({ what, field: `query.${name}`, query: { [name]: value } })
  const wrong = [attempt('NUL', 'a\0b')]
  const { enum: values } = schema.$ref ? (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema
  if (values) wrong.push(attempt('no value of the enum', 'no-such-value'))
  if (schema.minLength) wrong.push(attempt('empty', ''))
  if (schema.maxLength) wrong.push(attempt('too long', 'x'.repeat(schema.maxLength + 1)))
  if (name === 'limit') wrong.push(...['0', '-1', '1001', '1.5', 'ten', ''].map((value) => attempt(value, value)))
  if (name === 'page')
    wrong.push(...['x', 'a.b', 'W10.AAAA', '%00'].map((value) => attempt(`the cursor ${value}`, value)))
  return wrong
}

test('a cursor that was changed, or is another list’s, is refused by its name', async () => {
  const params = { params: { organizationId: seeded.organizationId } }
  await api.made('createSpace', token, { ...params, body: {} })
  const query = { limit: '1' }
  const { next } = await api.made('listSpacesInOrganizationById', token, { ...params, query })
  const cursor = String(next.page)
  for (const page of [
    `A${cursor.slice(1)}`,
    `${cursor.slice(0, -2)}AA`,
    `${cursor}.x`.slice(0, -3),
    cursor.split('.')[0] ?? '',
  ])
    expect(
      await notRefused('listSpacesInOrganizationById', [{ what: page, field: 'query.page', query: { page } }]),
    ).toEqual([])
  for (const id of ['listCollectionsInOrganizationById', 'listMembersInOrganizationById', 'listSites'])
    expect(await notRefused(id, [{ what: 'another list’s', field: 'query.page', query: { page: cursor } }])).toEqual([])
})

test.each(allOperations.filter(({ path, access }) => path.includes('{') && access.on !== 'public').map(({ id }) => id))(
  '%s refuses ids that no id can be',
  async (id) => {
    const names = [...(allOperations.find((one) => one.id === id)?.path ?? '').matchAll(/\{(\w+)\}/g)].map(
      (one) => one[1] ?? '',
    )
    for (const name of names) {
      for (const value of ['a\0b', 'x'.repeat(3000), "' or 1=1 --", '../orgs', '%']) {
        const sent = {
          params: { ...inPath(id, seeded), [name]: value },
          query: queryOf(id),
          body: withBody.includes(id) ? {} : undefined,
        }
        const { status } = await api.send(id, token, sent)
        expect([name, value.slice(0, 20), status >= 500 ? status : 'refused']).toEqual([
          name,
          value.slice(0, 20),
          'refused',
        ])
      }
    }
  },
)
