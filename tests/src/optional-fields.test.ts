import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { allOperations } from '@quire/contracts'
import { createWorld, type World } from '@quire/world'
import { rowOf } from './authorization/authorization-table.ts'
import { contentFields } from './field-cases/content-fields.ts'
import type { CaseStage, FieldCase } from './field-cases/field-case.ts'
import { organizationFields } from './field-cases/organization-fields.ts'
import { siteFields } from './field-cases/site-fields.ts'
import { type Answer, type Api, apiOf, operationOf } from './support/api-client.ts'
import { accepts, described, resolve, type Schema } from './support/described-schemas.ts'
import { freshThings } from './support/fresh.ts'
import { rightValues } from './support/right-values.ts'
import { inPath, seed } from './support/seed.ts'

/** Other fields accept any value that fits their schema, and the reply contains it under their name. */
const fieldCases: Record<string, FieldCase> = { ...organizationFields, ...contentFields, ...siteFields }

let world: World
let api: Api
let token: string
let stage: CaseStage
beforeAll(async () => {
  world = await createWorld()
  api = apiOf(world.gateways[0] ?? '', world.env)
  const admin = await world.person('ada@example.com', 'Ada Lovelace')
  token = admin.token
  const seeded = await seed(api, admin, 'Acme')
  const fresh = freshThings(world, api, admin, seeded)
  const made: CaseStage['made'] = (id, params, body) => {
    const isGet = operationOf(id).method === 'GET'
    const sent = isGet ? { query: { format: 'document' } } : { body }
    return api.made(id, token, { params: { ...inPath(id, seeded), ...params }, ...sent })
  }
  const createOrganization = async (settings?: object) =>
    String((await made('createOrganization', {}, { title: 'Anew', ...settings })).id)
  stage = { seeded, caller: 'admin', self: seeded.userId, fresh, createOrganization, made }
})
afterAll(() => world.close())

// Of SCIM, a provider sends more than is kept (services/identity/tests/scim).
const writing = allOperations
  .filter(({ body, form, reads, scim }) => body && !form && !reads && !scim)
  .map(({ id }) => id)
const bodyOf = (id: string): Schema => resolve(Object.values(described(id).requestBody?.content ?? {})[0]?.schema ?? {})

/** Returns the optional fields of a body. */
function optionalIn(id: string): [name: string, schema: Schema][] {
  const { properties = {}, required = [] } = bodyOf(id)
  return Object.entries(properties).filter(([name]) => !required.includes(name))
}

/** Sends the required input of an operation, and the given fields; `again` reads the result of a change, if that can be read. */
async function send(id: string, given: object, params?: Record<string, string>) {
  const row = await rowOf(id).given?.(stage)
  const { required = [] } = bodyOf(id)
  const needed = Object.entries(row?.body ?? {}).filter(([name]) => required.includes(name))
  const place = { ...inPath(id, stage.seeded), ...row?.params, ...params }
  const answer = await api.send(id, token, { ...row, params: place, body: { ...Object.fromEntries(needed), ...given } })
  const { method, path } = operationOf(id)
  const reading = path.endsWith('}') && allOperations.find((one) => one.method === 'GET' && one.path === path)
  const again = method !== 'POST' && reading ? await api.send(reading, token, { params: place }) : answer
  return { answer, again }
}

/** Describes the errors in the answers to one value, one line each. */
function wrongWith({ answer, again }: { answer: Answer; again: Answer }, one: FieldCase, name: string, value: unknown) {
  const { status, body } = answer
  if (one.notNull && value === null) return status === 400 ? [] : [`${status}, though ${one.notNull}`]
  if (one.refused) return status === one.refused[0] ? [] : [`${status}, though ${one.refused[1]}`]
  if (status >= 300) return [`${status}: ${JSON.stringify(body)}`]
  if (body === undefined) return []
  const { presented = (reply) => reply[name] } = one
  return [answer, again].flatMap((each) => {
    const isThere = isDeepStrictEqual(presented(each.body, value) ?? null, value)
    if (isThere === (one.unseen === undefined) || (one.unseen && value === null)) return []
    return isThere
      ? `it comes back, though ${one.unseen}`
      : `the reply says ${JSON.stringify(presented(each.body, value))}`
  })
}

test.each(writing.filter((id) => optionalIn(id).length > 0))(
  '%s keeps each field that it may go without',
  async (id) => {
    const { answer: before } = await send(id, {})
    const wrong: string[] = []
    for (const [name, schema] of optionalIn(id)) {
      const one = fieldCases[`${id} ${name}`] ?? {}
      const { presented = (reply) => reply?.[name] } = one
      const isNews = (value: unknown) =>
        before.status >= 300 || !isDeepStrictEqual(presented(before.body, value), value)
      const value = one.value ? await one.value(stage) : rightValues(schema).find(isNews)
      for (const sent of [value, ...(accepts(schema, null) ? [null] : [])].filter((each) => each !== undefined)) {
        const answers = await send(id, { ...one.also?.(stage), [name]: sent }, await one.params?.(stage))
        wrong.push(...wrongWith(answers, one, name, sent).map((what) => `${name} ${JSON.stringify(sent)}: ${what}`))
      }
      if (value === undefined && !accepts(schema, null)) wrong.push(`${name}: nothing fits but what it was`)
    }
    expect(wrong).toEqual([])
  },
)

test('what is special about a field is said of one that is there', () => {
  const known = writing.flatMap((id) => optionalIn(id).map(([name]) => `${id} ${name}`))
  expect(Object.keys(fieldCases).filter((key) => !known.includes(key))).toEqual([])
})
