import { expect, test } from '@jest/globals'
import { Validator } from '@seriousme/openapi-schema-validator'
import { missingOperations, publishedOperations } from '../accepted/published-operations.ts'
import unpublished from '../accepted/unpublished.json' with { type: 'json' }
import { allOperations, openApiDocument, pathParamNames, serviceNames } from '../src/index.ts'

const { ours, later } = unpublished as Record<'ours' | 'later', string[]>

const published = publishedOperations('gitbook-api')
const publishedLater = publishedOperations('gitbook-api-authoring')

test.each(allOperations.map((one) => [one.id, one] as const))('%s is called as published', (id, operation) => {
  const known = published.get(id) ?? (later.includes(id) ? publishedLater.get(id) : undefined)
  if (ours.includes(id)) return expect(known).toBeUndefined()
  const { method, path, replies } = operation
  expect({ method, path }).toEqual({ method: known?.method, path: `/v1${known?.path}` })
  const successes = known?.statuses.filter((status) => status.startsWith('2'))
  expect(Object.keys(replies)).toEqual(successes)
})

const pathPattern = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`

test('every published operation is here', () => {
  expect(missingOperations()).toEqual([])
})

test('an operation of our own has a place of its own: at the place of a published one it would be misspelt', () => {
  const taken = new Set([...published.values(), ...publishedLater.values()].map(pathPattern))
  const own = allOperations.filter(({ id }) => ours.includes(id))
  expect(own.map(pathPattern).filter((pattern) => taken.has(pattern.replace('/v1', '')))).toEqual([])
})

test('no two operations share an id, or a method and path', () => {
  expect(new Set(allOperations.map(({ id }) => id)).size).toBe(allOperations.length)
  const patterns = allOperations.map(pathPattern)
  expect(new Set(patterns).size).toBe(allOperations.length)
})

test.each(allOperations.map((one) => [one.id, one] as const))('%s is declared consistently', (_, operation) => {
  const { method, path, access, body, replies, owner, calls = [] } = operation
  expect(serviceNames).toContain(owner)
  if (method === 'GET' || method === 'DELETE') expect(body).toBeUndefined()
  // The development mode is turned off even where it was off. SCIM has 204 for what was there, and 404.
  const isOff = operation.id === 'disableIntegrationDevelopmentMode'
  const deletion = isOff ? ['205'] : operation.scim ? ['204'] : ['204', '205']
  if (method === 'DELETE') expect(Object.keys(replies)).toEqual(deletion)
  const scoped = ['organization', 'space', 'collection', 'site'].includes(access.on)
  const needed = access.on === 'site' ? ['organizationId', 'siteId'] : scoped ? [`${access.on}Id`] : []
  for (const name of needed) expect(pathParamNames(path)).toContain(name)
  for (const id of calls) expect(allOperations.find((one) => one.id === id)?.owner).not.toBe(owner)
})

test('no two paths of the document differ in the names of their parameters alone, which OpenAPI forbids', () => {
  const patterns = Object.keys(openApiDocument('http://localhost:4000').paths ?? {}).map((path) =>
    path.replaceAll(/\{\w+\}/g, '{}'),
  )
  expect(new Set(patterns).size).toBe(patterns.length)
})

test('the document that falls out of the table is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  expect(await validator.validate({ ...openApiDocument('http://localhost:4000') })).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})
