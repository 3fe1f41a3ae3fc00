import { expect, test } from '@jest/globals'
import { partsOf } from './visible-specifications.ts'

const schemas = {
  Pet: { properties: { owner: { $ref: '#/components/schemas/Owner' }, next: { $ref: '#/components/schemas/Pet' } } },
  Owner: { type: 'string' },
  Other: { type: 'number' },
}
const ok = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } }
const specification = {
  openapi: '3.1.0',
  servers: [{ url: 'https://example.com' }],
  paths: { '/pets/{id}': { get: { responses: { 200: ok } } }, '/others': { get: {} } },
  components: { schemas, securitySchemes: { key: { type: 'apiKey' } } },
}

test('a page gets the paths and schemas that it shows, with all that these lead to, and nothing else', () => {
  const { paths, components, ...head } = partsOf(specification, [{ path: '/pets/{id}' }])
  expect(head).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://example.com' }] })
  expect(paths).toEqual({ '/pets/{id}': specification.paths['/pets/{id}'] })
  const { Other: _, ...reached } = schemas
  expect(components).toEqual({ schemas: reached, securitySchemes: { key: { type: 'apiKey' } } })
  expect(partsOf(specification, [{ schemas: ['Other', 'absent', '__proto__'] }]).components).toMatchObject({
    schemas: { Other: schemas.Other },
  })
})

test('what refers to nothing, or to what no object should have, is left as it is', () => {
  const hostile = { paths: { '/a': { $ref: '#/__proto__/x' }, '/b': { get: { $ref: '#/components/schemas/%' } } } }
  expect(partsOf(hostile, [{ path: '/a' }, { path: '/b' }]).paths).toEqual(hostile.paths)
})
