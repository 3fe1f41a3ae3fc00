import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { allOperations, pathParamNames } from '@quire/contracts'
import { someOf } from '@quire/properties'
import { createWorld, type World } from '@quire/world'
import {
  type Attempt,
  bodyOf,
  notRefused,
  queryOf,
  refusalIn,
  tokenFor,
  withEach,
} from './authorization/request-attempts.ts'
import { type Api, apiOf, operationOf } from './support/api-client.ts'
import { described, type Schema, variantsOf } from './support/described-schemas.ts'
import { type WritesNothing, watchRows } from './support/row-counts.ts'
import { inPath, type SeededOrganization, seed } from './support/seed.ts'
import { settled, systemOf } from './support/system-databases.ts'
import { wrongValues } from './support/wrong-values.ts'

let world: World
let api: Api
let seeded: SeededOrganization
let token: string
let writesNothing: WritesNothing
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

const withQuery = allOperations.filter(({ query }) => query).map(({ id }) => id)

test.each(withQuery)('%s refuses every wrong query parameter by its name', async (id) => {
  const sent = await bodyOf(id, seeded)
  const inQuery = described(id).parameters.filter((one) => one.in === 'query')
  const isList = inQuery.some(({ name }) => name === 'limit')
  const attempts = inQuery
    .flatMap(({ name, required, schema }) => [
      ...someOf(wrongParameters(name, schema), 2, `${id} ${name}`),
      ...(isList && name === 'page' ? wrongCursors : []),
      ...(required ? [{ what: 'missing', field: `query.${name}` }] : []),
    ])
    .map(({ query, ...attempt }) => ({ ...attempt, ...sent, query: query && { ...queryOf(id), ...query } }))
  attempts.push({ what: '__proto__', field: 'query.__proto__', ...sent, query: { ...queryOf(id), ['__proto__']: 'a' } })
  expect(await refused(id, attempts)).toEqual([])
})

const notNumbers = ['', ' ', 'ten', '1,5', 'NaN', 'Infinity', '１０']

/** The wrong values that can be written as text, because a query holds only texts. */
function wrongParameters(name: string, schema: Schema): Attempt[] {
  const field = `query.${name}`
  const [variant = {}] = variantsOf(schema)
  const part = variant.type === 'array' ? (variant.items ?? {}) : schema
  const isNumber = variant.type === 'integer' || variant.type === 'number'
  const values = [...wrongValues(part, { field, put: (value) => value })].flatMap(({ value }) => {
    // A lone surrogate cannot be written in an address, and a text larger than a request is no parameter.
    if (typeof value === 'string') return value.isWellFormed() && value.length < 10_000 && !isNumber ? [value] : []
    return typeof value === 'number' && isNumber ? [String(value)] : []
  })
  const wrong = isNumber ? [...values, ...notNumbers] : values
  return [
    ...wrong.map((value) => ({ what: value.slice(0, 60), field, query: { [name]: value } })),
    ...(variant.type === 'array' ? [] : [{ what: 'twice', field, query: { [name]: ['a', 'b'] } }]),
  ]
}

const wrongCursors = ['x', 'a.b', 'W10.AAAA', '%00', 'é'].map((page) => ({
  what: `the cursor ${page}`,
  field: 'query.page',
  query: { page },
}))

test('a cursor that was changed, or is another list’s, is refused by its name', async () => {
  const params = { params: { organizationId: seeded.organizationId } }
  await api.made('createSpace', token, { ...params, body: {} })
  // The rows of the seed in other services must not count as writes of refused requests.
  await settled(systemOf(world))
  const query = { limit: '1' }
  const { next } = await api.made('listSpacesInOrganizationById', token, { ...params, query })
  const cursor = String(next.page)
  // The last letters have bits that count for nothing.
  const forged = `${cursor.slice(0, -8)}${cursor.at(-8) === 'A' ? 'B' : 'A'}${cursor.slice(-7)}`
  const changed = [`A${cursor.slice(1)}`, forged, cursor.slice(0, -1), cursor.split('.')[0] ?? '']
  const attempts = changed.map((page) => ({ what: page, field: 'query.page', query: { page } }))
  expect(await refused('listSpacesInOrganizationById', attempts)).toEqual([])
  for (const id of ['listCollectionsInOrganizationById', 'listMembersInOrganizationById', 'listSites'])
    expect(await refused(id, [{ what: 'another list’s', field: 'query.page', query: { page: cursor } }])).toEqual([])
})

// Without an advertiser's key, every site is refused alike.
const withPath = allOperations
  .filter(({ id, path }) => path.includes('{') && id !== 'adsUpdateSite')
  .map(({ id }) => id)
/** Texts that make an address malformed, at any position. */
const malformed = ['..%2Forgs', 'a%00b', '%', '%ED%A0%80', '%C0%AE%C0%AE']
/** Texts that no id can be, or that are no id here; too long ones are not even looked up. */
const strange = ["' or 1=1 -- 𝄞ＡＢＣ", '%', 'null', '__proto__', '*', '0', 'x'.repeat(3000)].map(encodeURIComponent)

test.each(withPath)('%s finds nothing by ids that nobody has, and writes nothing', async (id) => {
  const { method, path, replies } = operationOf(id)
  const sent = { ...(await bodyOf(id, seeded)), query: queryOf(id), params: inPath(id, seeded) }
  const names = pathParamNames(path)
  // A PUT creates a thing with a new name, and so does the first publication of an integration.
  const creates = (method === 'PUT' && 201 in replies) || id === 'publishIntegration'
  const isNew = (name: string) => creates && path.endsWith(`{${name}}`)
  const isTarget = (name: string) => method === 'DELETE' && path.endsWith(`{${name}}`)

  /** Returns the attempt if it was not refused with these texts as parameters of the path. */
  async function found(texts: Record<string, string>) {
    const address = path.replaceAll(/\{(\w+)\}/g, (whole, name) => texts[name] ?? whole)
    const { status, message } = refusalIn(
      await api.send({ ...operationOf(id), path: address as typeof path }, tokenFor(id, token, seeded), sent),
    )
    const isNamed = /^path:/.test(message) || Object.keys(texts).some((name) => message.startsWith(`${name}:`))
    const isGone = status === 204 && Object.keys(texts).some(isTarget)
    return status === 404 || isGone || (status === 400 && isNamed) ? [] : [{ address, status, message }]
  }

  const places = [
    ...someOf(malformed, malformed.length, id).map((text) => Object.fromEntries(names.map((name) => [name, text]))),
    ...names
      .filter((name) => !isNew(name))
      .flatMap((name) => someOf(strange, 3, `${id} ${name}`).map((text) => ({ [name]: text }))),
  ]
  const answers = await writesNothing(() => withEach(places, found))
  expect(answers.flat()).toEqual([])
})
