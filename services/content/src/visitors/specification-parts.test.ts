import { expect, test } from '@jest/globals'
import { maxPartCharacters, partsOf } from './specification-parts.ts'

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

test('what does not fit is left out whole, and the rest of the page is described', () => {
  const long = 'x'.repeat(maxPartCharacters)
  const paths = { '/long': { description: long }, '/pets/{id}': specification.paths['/pets/{id}'] }
  const given = { ...specification, 'x-notes': long, info: { title: 'Pets' }, paths }
  const found = partsOf(given, [{ path: '/long' }, { path: '/pets/{id}' }])
  expect(found.paths).toEqual({ '/pets/{id}': paths['/pets/{id}'] })
  expect(found).toMatchObject({ info: { title: 'Pets' }, components: { schemas: { Owner: schemas.Owner } } })
  expect(JSON.stringify(found).length).toBeLessThan(2000)
})

test('a schema that very many parts refer to is measured once', () => {
  const counts = { reads: 0 }
  const big = new Proxy({ type: 'object' } as Record<string, unknown>, {
    get(target, key) {
      counts.reads += 1
      return Reflect.get(target, key)
    },
  })
  const references = Array.from({ length: 5000 }, () => ({ $ref: '#/components/schemas/Big' }))
  const operations = Object.fromEntries(references.map((one, at) => [`/${at}`, one]))
  const given = { openapi: '3.1.0', paths: operations, components: { schemas: { Big: big } } }
  partsOf(
    given,
    Object.keys(operations).map((path) => ({ path })),
  )
  expect(counts.reads).toBeLessThan(10)
})
