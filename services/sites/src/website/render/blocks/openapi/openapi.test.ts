import { expect, test } from '@jest/globals'
import { renderMarkdown } from '../blocks.fixture.ts'
import { specification } from '../every-kind.fixture.ts'
import { attributeOf, found, inside, wordsIn } from '../parsed.fixture.ts'
import { sampleText } from './schema-samples.ts'

const operation = (path = '/pets/{id}', method = 'put') =>
  `{% openapi-operation spec="pets" path="${path}" method="${method}" %}\n[OpenAPI pets](/openapi/pets)\n{% endopenapi-operation %}`

const render = async (openapi: unknown, markdown = operation()) =>
  (await renderMarkdown(markdown, { openapi: () => openapi })).html

const properties = (html: Parameters<typeof found>[0]) => found(html, 'div', 'api-property-head').map(wordsIn)
const codes = (html: Parameters<typeof found>[0]) => found(html, 'pre').map(wordsIn)

test('an operation shows its address, who may, what it takes and answers, and how to call it', async () => {
  const html = await render(specification)
  expect(found(html, 'h2').map(wordsIn)).toEqual(['Replace a petdeprecated'])
  expect(found(html, 'p', 'api-place').map(wordsIn)).toEqual(['PUThttps://eu.pets.example/v2/pets/{id}'])
  expect(found(html, 'p', 'api-part-title').map(wordsIn)).toEqual([
    'Authorization',
    'Path parameters',
    'Query parameters',
    'Headers',
    'Body',
    'Responses',
    'Headers',
    'Request',
    'Response',
  ])
  expect(properties(html).slice(0, 7)).toEqual([
    'bearerhttp · bearer',
    'idstringrequired',
    'drybooleanrequired',
    'X-Tracestring',
    'idstring · uuidread only',
    'namestringrequired',
    'parentobject',
  ])
  expect(found(html, 'span', 'api-status').map(wordsIn)).toEqual(['200', '404'])
  const [code, curl, fetch, python, answer] = codes(html)
  expect(code).toBe('put()')
  expect(curl).toMatch(
    /^curl 'https:\/\/eu.pets.example\/v2\/pets\/p1\?dry=true' .*--request PUT .*Bearer <token>.*"name": "example"/,
  )
  expect(fetch).toMatch(/fetch\('https:\/\/eu.pets.example\/v2\/pets\/p1\?dry=true', \{ method: 'PUT'/)
  expect(python).toMatch(/requests\.put\(/)
  expect(JSON.parse(answer ?? '')).toMatchObject({
    name: 'example',
    tags: [{ label: 'example' }],
    owner: { mail: 'example' },
  })
})

test('version 2.0 says the same in its own way', async () => {
  const swagger = {
    ...{ swagger: '2.0', host: 'pets.example', basePath: '/v1', schemes: ['http'], consumes: ['application/json'] },
    definitions: { Pet: { type: 'object', properties: { name: { type: 'string', 'x-nullable': true } } } },
    securityDefinitions: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    security: [{ key: [] }],
    paths: {
      '/pets': {
        post: {
          parameters: [
            { name: 'limit', in: 'query', type: 'integer', maximum: 10 },
            { name: 'body', in: 'body', required: true, schema: { $ref: '#/definitions/Pet' } },
          ],
          responses: { 200: { description: 'Pets', schema: { type: 'array', items: { $ref: '#/definitions/Pet' } } } },
        },
      },
      '/photo': {
        post: { parameters: [{ name: 'file', in: 'formData', type: 'file', required: true }], responses: {} },
      },
    },
  }
  const html = await render(swagger, operation('/pets', 'post'))
  expect(found(html, 'p', 'api-place').map(wordsIn)).toEqual(['POSThttp://pets.example/v1/pets'])
  expect(properties(html)).toEqual(['keyapiKey · header · X-Key', 'limitinteger', 'namestring', 'namestring'])
  expect(found(html, 'p', 'api-content').map(wordsIn)).toEqual([
    'application/json objectrequired',
    'application/json object[]',
  ])
  expect(codes(html)[0]).toContain("--header 'X-Key: <key>'")
  const photo = await render(swagger, operation('/photo', 'post'))
  expect(found(photo, 'p', 'api-content').map(wordsIn)).toEqual(['multipart/form-data objectrequired'])
})

test('a schema that holds itself ends, and so does one that lists itself over and over', async () => {
  const list = Array.from({ length: 30 }, () => ({ $ref: '#/components/schemas/Pet' }))
  const nested = { allOf: list, oneOf: list, properties: Object.fromEntries(list.map((one, at) => [`p${at}`, one])) }
  const html = await render({ ...specification, components: { schemas: { Pet: nested } } })
  expect(html.length).toBeLessThan(3_000_000)
  expect(wordsIn(found(html, 'section', 'api')[0] as never)).toContain('Repeats the structure around it.')
})

test('an example stays small whatever its schema asks for', () => {
  const huge = {
    type: 'array',
    minItems: 1e9,
    items: { type: 'string', minLength: 1e9, pattern: '(a+)+$', maxLength: 2e9 },
  }
  const text = sampleText({ type: 'application/json', schema: huge }, {}, 'response')
  expect(text?.length).toBeLessThan(1000)
})

test('what a shell would run is quoted in examples', async () => {
  const paths = {
    "/$(id)'`id`": {
      get: {
        parameters: [{ name: "a'; id #", in: 'header', required: true, schema: { example: "'; id; '" } }],
        responses: {},
      },
    },
  }
  const html = await render(
    { ...specification, servers: [{ url: '-K /etc/passwd' }], security: [], paths },
    operation("/$(id)'`id`", 'get'),
  )
  const [curl = ''] = codes(html)
  // Without what is quoted nothing is left of the command but its own words.
  expect(curl.replace(/'[^']*'|\\'/g, '')).toMatch(/^curl\s+\\\s+--header\s*$/)
  expect(curl).toContain('https://example.com/')
})

test('what the specification does not describe is named, with the link that the text gives', async () => {
  const html = await render(
    specification,
    operation('/nothing', 'get').replace('[OpenAPI pets](/openapi/pets)', '[here](https://e.x/spec)'),
  )
  const [link] = found(html, 'a')
  expect([wordsIn(link as never), attributeOf(link as never, 'href')]).toEqual(['GET /nothing', 'https://e.x/spec'])
})

test('schemas stand under their names, folded where there are several', async () => {
  const html = await render(
    specification,
    '{% openapi-schemas spec="pets" schemas="Pet,Kind,Unknown" title="Models" %}\n[OpenAPI pets](/openapi/pets)\n{% endopenapi-schemas %}',
  )
  const all = found(html, 'details', 'api-schema-inner')
  expect(all.map((one) => wordsIn(found(inside(one), 'summary')[0] as never))).toEqual(['Pet object', 'Kind string'])
  expect(all.map((one) => attributeOf(one, 'open'))).toEqual([undefined, undefined])
})
