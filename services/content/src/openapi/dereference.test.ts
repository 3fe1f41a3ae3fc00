import { expect, test } from '@jest/globals'
import { dereference } from './dereference.ts'
import { readSpecification } from './read-specification.ts'

const maxCharacters = 100_000
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const withSchemas = (schemas: Record<string, unknown>, paths = {}) => ({
  openapi: '3.1.0',
  paths,
  components: { schemas },
})
const schemasOf = (document: Record<string, unknown>) =>
  (dereference(document, maxCharacters) as ReturnType<typeof withSchemas>).components.schemas

test('what is referred to stands in place, through several references', () => {
  const pet = { type: 'object', properties: { name: { type: 'string' } } }
  expect(schemasOf(withSchemas({ Pet: pet, Pets: { type: 'array', items: ref('Pet') }, All: ref('Pets') }))).toEqual({
    Pet: pet,
    Pets: { type: 'array', items: pet },
    All: { type: 'array', items: pet },
  })
})

test('a reference that leads back to itself stays', () => {
  const tree = { properties: { children: { items: ref('Tree') } } }
  const document = withSchemas({ Tree: tree, A: ref('B'), B: ref('A'), Top: { properties: { tree: ref('Tree') } } })
  const { Tree, Top } = schemasOf(document)
  expect(Tree).toEqual(tree)
  expect(Top).toEqual({ properties: { tree } })
})

test('what stands beside a reference wins over what it leads to', () => {
  const { Pet } = schemasOf(
    withSchemas({ Base: { type: 'string', description: 'Any' }, Pet: { ...ref('Base'), description: 'Mine' } }),
  )
  expect(Pet).toEqual({ type: 'string', description: 'Mine' })
})

test('a path with a slash and a percent sign is found', () => {
  const paths = { '/a b': { get: { summary: 'A' } }, '/c': { $ref: '#/paths/~1a%20b' } }
  expect(dereference(withSchemas({}, paths), maxCharacters).paths).toMatchObject({ '/c': { get: { summary: 'A' } } })
})

test('data stays as it is, and a name is a name', () => {
  const data = { $ref: '#/components/schemas/Pet' }
  const schema = {
    properties: { default: ref('Pet'), example: ref('Pet') },
    default: data,
    example: data,
    enum: [data],
  }
  const { Holder } = schemasOf(withSchemas({ Pet: { type: 'string' }, Holder: schema }))
  const pet = { type: 'string' }
  expect(Holder).toEqual({ ...schema, properties: { default: pet, example: pet } })
})

test('what would be too large, or too deep, stays as it was', () => {
  const doubled = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`S${at}`, { allOf: [ref(`S${at + 1}`), ref(`S${at + 1}`)] }]),
  )
  const deep = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`S${at}`, { not: ref(`S${at + 1}`) }]))
  for (const schemas of [doubled, deep]) {
    const document = withSchemas(schemas)
    expect(dereference(document, maxCharacters)).toBe(document)
  }
})

test('what is short as a text and long as JSON is measured as JSON', async () => {
  const long = { description: '\u0001'.repeat(100_000) }
  const text = JSON.stringify({
    ...{ openapi: '3.1.0', info: { title: 'Long', version: '1' } },
    ...withSchemas({ Long: long, Holder: { allOf: [ref('Long')] } }),
  })
  const found = await readSpecification({ text, at: '/', files: [], maxCharacters: 1_000_000 })
  expect('json' in found && found.json.length).toBeLessThan(1_000_000)
})
