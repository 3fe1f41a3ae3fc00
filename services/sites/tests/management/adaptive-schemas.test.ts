import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startWorld, type World } from '../world.ts'

let world: World
let siteId: string
beforeAll(async () => {
  world = await startWorld()
  siteId = (await world.makeSite()).id
})
afterAll(() => world.test.stop())

const closed = { additionalProperties: false }
const of = (properties: object) => ({ type: 'object', properties, ...closed })
const put = (jsonSchema: unknown, as = 'cleo', id = siteId) =>
  world.send('updateSiteAdaptiveSchema', { as, params: { siteId: id }, body: { jsonSchema } })
const read = (as = 'rex', id = siteId) => world.send('getSiteAdaptiveSchema', { as, params: { siteId: id } })

test('a schema is kept as it was sent, descriptions filled in, until another takes its place', async () => {
  expect((await read()).status).toBe(404)
  const flag = { type: 'boolean', description: 'Zealous?' }
  const claims = {
    zeal: flag,
    plan: { type: 'string', description: '', enum: ['pro', 'free'] },
    seats: { type: 'number', description: '' },
    roles: { type: 'array', description: '', items: { type: 'string', description: '' } },
    a: of({ 'b c': { ...of({ d: flag }), description: '' } }),
    unsigned: of({ beta: { type: 'boolean' } }),
  }
  const { status, body } = await put({ $schema: 'http://json-schema.org/draft-07/schema#', ...of(claims) })
  expect([status, body.object]).toEqual([200, 'site-adaptive-schema'])
  expect(Object.keys(body.jsonSchema.properties).sort()).toEqual(Object.keys(claims).sort())
  expect(body.jsonSchema.properties.plan).toEqual(claims.plan)
  expect(body.jsonSchema.properties.a).toEqual({ ...claims.a, description: '' })
  expect(body.jsonSchema.properties.unsigned).toEqual({
    ...claims.unsigned,
    description: 'Unsigned claims of the site visitor.',
    properties: { beta: { type: 'boolean', description: '' } },
  })
  expect((await read()).body).toEqual(body)
  const next = await put(of({}))
  expect(next.body.jsonSchema).toEqual(of({}))
  expect(Date.parse(next.body.updatedAt)).toBeGreaterThanOrEqual(Date.parse(body.updatedAt))
  expect((await read()).body).toEqual(next.body)
})

const nested = (levels: number): object => (levels === 0 ? { type: 'boolean' } : of({ a: nested(levels - 1) }))
const choices = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `c${from + at}`)
const named = (count: number, claim: object = { type: 'boolean' }) =>
  Object.fromEntries(choices(count).map((name) => [name, claim]))

test.each([
  ['type', { properties: {}, ...closed }],
  ['additionalProperties', { type: 'object', properties: {} }],
  ['additionalProperties', { ...of({}), additionalProperties: true }],
  ['properties', { type: 'object', ...closed }],
  ['properties.plan.type', of({ plan: { type: 'integer' } })],
  ['properties.plan.type', of({ plan: {} })],
  ['properties.plan', of({ plan: true })],
  ['properties.plan.enum', of({ plan: { type: 'string', enum: [] } })],
  ['properties.plan.enum.1', of({ plan: { type: 'string', enum: ['a', 7] } })],
  ['properties.plan', of({ plan: { type: 'string', pattern: '^a' } })],
  ['properties.plan', of({ plan: { type: 'boolean', enum: ['a'] } })],
  ['properties.roles.items', of({ roles: { type: 'array' } })],
  ['properties.roles.items.type', of({ roles: { type: 'array', items: { type: 'object' } } })],
  ['properties.a.additionalProperties', of({ a: { type: 'object', properties: {} } })],
  ['properties.a.properties.b.type', of({ a: of({ b: { type: 'null' } }) })],
  ['properties.unsigned.type', of({ unsigned: { type: 'boolean' } })],
  ['properties.unsigned.properties.x.type', of({ unsigned: of({ x: { type: 'x' } }) })],
  ['properties.c100', of(named(101))],
  ['properties.c5', of(named(6, { type: 'string', enum: choices(100) }))],
  ['properties.a.properties.a.properties.a.properties.a.properties.a.properties.a', of({ a: nested(5) })],
  [`properties.${'x'.repeat(65)}`, of({ ['x'.repeat(65)]: { type: 'boolean' } })],
  ['properties.', of({ '': { type: 'boolean' } })],
])('a schema that is wrong is refused at body.jsonSchema.%s', async (place, jsonSchema) => {
  const { status, body } = await put(jsonSchema)
  expect([status, String(body.error.message).split(': ')[0]]).toEqual([400, `body.jsonSchema.${place}`])
})

test('a schema as large as may be is kept', async () => {
  const enums = named(5, { type: 'string', enum: choices(100) })
  expect((await put(of({ a: nested(4), ...enums, ...named(85) }))).status).toBe(200)
})

test('it is for members with a role, changed by those with create, and goes with its site', async () => {
  const { id } = await world.makeSite()
  expect((await put(of({}), 'rex', id)).status).toBe(403)
  for (const as of ['gus', 'olga']) expect((await put(of({}), as, id)).status).toBe(404)
  expect((await put(of({}), 'cleo', id)).status).toBe(200)
  for (const as of ['gus', 'olga']) expect((await read(as, id)).status).toBe(404)
  expect((await world.send('deleteSiteById', { params: { siteId: id } })).status).toBe(205)
  expect((await put(of({}), 'cleo', id)).status).toBe(404)
  expect((await read('cleo', id)).status).toBe(404)
})

test('template conditions are made of the schema, in its order', async () => {
  const { id } = await world.makeSite()
  const list = () => world.send('listSiteAdaptiveTemplateConditions', { as: 'rex', params: { siteId: id } })
  expect((await list()).body).toEqual({ items: [] })
  await put(of({ zeal: { type: 'boolean' }, unsigned: of({ beta: { type: 'boolean' } }) }), 'cleo', id)
  expect((await list()).body.items).toEqual([
    { description: 'zeal is true', condition: 'visitor.claims.zeal === true' },
    { description: 'zeal is not true', condition: 'visitor.claims.zeal !== true' },
    { description: 'unsigned.beta is true', condition: 'visitor.claims.unsigned.beta === true' },
    { description: 'unsigned.beta is not true', condition: 'visitor.claims.unsigned.beta !== true' },
  ])
})

test('a schema is set by those only who may open all spaces on the site', async () => {
  const { id } = await world.makeSite({ spaces: ['manual', 'shelf'] }, 'ada')
  expect([(await put(of({}), 'cleo', id)).status, (await put(of({}), 'ada', id)).status]).toEqual([403, 200])
})
