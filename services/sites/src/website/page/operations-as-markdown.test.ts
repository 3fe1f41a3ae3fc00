import { expect, test } from '@jest/globals'
import { toDocument } from '@quire/document'
import { mayPresentOperations, withOperations } from './operations-as-markdown.ts'

const pet = {
  type: 'object',
  description: 'A pet.',
  required: ['name'],
  properties: {
    name: { type: 'string', description: 'How it is\ncalled' },
    kind: { enum: ['cat', 'dog'], default: 'cat' },
    friends: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
  },
}
const specification = {
  openapi: '3.1.0',
  servers: [{ url: 'https://zoo.example.com/v1' }],
  components: { schemas: { Pet: pet }, securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  security: [{ token: [] }],
  paths: {
    '/pets/{id}': {
      put: {
        summary: 'Change a pet',
        description: 'Changes **everything**.',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'limit', in: 'query', description: 'How many', deprecated: true, schema: { type: 'integer' } },
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
        },
        responses: {
          200: {
            description: 'The pet',
            content: { 'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } } },
          },
          404: { description: 'Nothing' },
        },
      },
    },
  },
}

const tag = (path: string) =>
  `{% openapi-operation spec="zoo" path="${path}" method="put" %}\n[OpenAPI zoo](/openapi/zoo)\n{% endopenapi-operation %}`
const written = (text: string, specs: Record<string, object> = { zoo: specification }) =>
  withOperations(
    text,
    { document: toDocument(text, {}, 'full') as never, specs: specs as never },
    { title: 'Change a pet', locale: 'en' },
  )

test('an operation is its address, descriptions, parameters, body and responses, without the title of its page', async () => {
  const markdown = await written(`Before.\n\n${tag('/pets/{id}')}\n\nAfter.`)
  expect(markdown).toBe(`Before.

\`PUT https://zoo.example.com/v1/pets/{id}\`

Changes **everything**.

**Authorization:** \`token\`

**Path parameters**

- \`id\` (string, required)

**Query parameters**

- \`limit\` (integer, deprecated): How many

**Body** (required)

- \`application/json\`: object
  - \`name\` (string, required): How it is called
  - \`kind\` (enum) (Possible values: \`cat\`, \`dog\`; Default: \`cat\`)
  - \`friends\` (object[])

**Responses**

- \`200\`: The pet
  - \`application/json\`: object[]
    - \`name\` (string, required): How it is called
    - \`kind\` (enum) (Possible values: \`cat\`, \`dog\`; Default: \`cat\`)
    - \`friends\` (object[])
- \`404\`: Nothing

After.`)
})

test('schemas are lists of their properties', async () => {
  const markdown = await written(
    '{% openapi-schemas spec="zoo" schemas="Pet,Gone" %}\n[OpenAPI zoo](/openapi/zoo)\n{% endopenapi-schemas %}',
  )
  expect(markdown).toMatch(/^- `Pet` \(object\): A pet\.\n {2}- `name` \(string, required\): How it is called\n/)
})

test('tags in examples, and of operations that are not described, stay as they are', async () => {
  const example = `\`\`\`\n${tag('/pets/{id}')}\n\`\`\``
  expect(await written(example)).toBe(example)
  for (const text of [tag('/none'), tag('/pets/{id}').replaceAll('zoo', '__proto__'), '{% openapi src="x" %}'])
    expect(await written(text)).toBe(text)
  expect(await written(tag('/pets/{id}'), {})).toBe(tag('/pets/{id}'))
  expect([mayPresentOperations('plain'), mayPresentOperations(tag('/none'))]).toEqual([false, true])
})

test('the markdown of a specification is bounded, whatever it refers to', async () => {
  const properties = Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => [`p${at}`, { $ref: `#/components/schemas/S${(at * 7) % 300}` }]),
  )
  const schemas = Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => [`S${at}`, { type: 'object', description: 'x'.repeat(5000), properties }]),
  )
  const responses = {
    200: { description: 'y', content: { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } } },
  }
  const hostile = { openapi: '3.1.0', components: { schemas }, paths: { '/a': { put: { responses } } } }
  const markdown = await written(tag('/a'), { zoo: hostile })
  expect(markdown.length).toBeLessThan(50_000)
  expect(markdown).toMatch(/There is more than a page shows\.$/)
})
