import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { hanging, petstore, processed, startWithSource } from './specification-source.ts'

let at: Awaited<ReturnType<typeof startWithSource>>
beforeAll(async () => {
  at = await startWithSource()
})
afterAll(() => at.stop())

const withSchema = (schema: object, title?: string) => ({
  ...petstore(title),
  components: { schemas: { Pet: schema } },
})
const lookAgain = async () => {
  await at.world
    .sql()
    .updateTable('openapi_spec')
    .set({ refresh_at: new Date(0) })
    .where('slug', '=', 'due')
    .execute()
  // A request that starts processing also wakes the job that checks sources again.
  const body = { source: { text: '{}' } }
  await at.world.send('createOrUpdateOpenAPISpecBySlug', { params: { specSlug: 'waking' }, body })
}

test('a specification brings the files that it refers to, from wherever they lie', async () => {
  at.serve('/api/main.yaml', withSchema({ $ref: 'parts/pet.yaml#/Pet' }))
  at.serve(
    '/api/parts/pet.yaml',
    'Pet: {type: object, properties: {owner: {$ref: ../owner.json}, me: {$ref: "#/Pet"}}}',
  )
  at.serve('/api/owner.json', { type: 'string' })
  const spec = await at.put('many-files', { url: `${at.base}/api/main.yaml` })
  expect(spec).toMatchObject({ sourceURL: `${at.base}/api/main.yaml`, lastProcessedErrorCount: 0 })
  const said = await at.said('many-files')
  const pet = said.components.schemas.Pet
  expect(pet).toMatchObject({ type: 'object', properties: { owner: { type: 'string' } } })
  // The reference `#/Pet` leads to the schema itself.
  const again = pet.properties.me.$ref.split('/').slice(1)
  expect(again.reduce((value: Record<string, unknown>, key: string) => value[key], said)).toMatchObject({
    type: 'object',
  })
})

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const lines = Array.from({ length: 12 }, (_, at) => `  a${at}: &a${at} [${Array(9).fill(at ? `*a${at - 1}` : 'x')}]`)
const bomb = `openapi: 3.1.0\nx-bomb:\n${lines.join('\n')}\n`

test.each([
  ['no YAML', 'openapi: [', 'SYNTAX', /line \d+, column \d+/],
  ['no object', '- 1', 'SYNTAX', /object/],
  ['of an unknown version', '{"openapi": "4.0.0"}', 'SCHEMA', /version/],
  ['a YAML bomb', bomb, 'TOO_COMPLEX', /larger/],
  ['nested deeply', `{"x": ${nested(100_000)}}`, 'TOO_COMPLEX', /deeper/],
  ['part of itself', 'openapi: 3.1.0\nx-a: &a\n  b: *a\n', 'TOO_COMPLEX', /itself/],
  ['polluting', '{"__proto__": {"openapi": "3.1.0"}}', 'SYNTAX', /__proto__/],
  ['referring to a path', JSON.stringify(withSchema({ $ref: '/etc/passwd' })), 'REFERENCE', /full addresses/],
  ['referring to a file', JSON.stringify(withSchema({ $ref: 'file:///etc/passwd' })), 'FETCH_ERROR', /http/],
  ['referring inside', JSON.stringify(withSchema({ $ref: 'http://[::1]:1/a' })), 'FETCH_ERROR', /not public/],
])('a text that is %s is refused with the reason', async (_, text, code, message) => {
  const spec = await at.put('hostile', { text })
  expect(spec.lastProcessErrorCode).toBe(code === 'FETCH_ERROR' ? code : 'PARSE_ERROR')
  expect(spec.lastProcessedErrors).toEqual([{ code, message: expect.stringMatching(message) }])
  expect(spec.lastVersion).toBeUndefined()
})

test.each([
  ['is not there', '/missing', /answered 404/],
  ['lies inside', 'http://169.254.169.254/latest', /not public/],
])('an address that %s is a failure to fetch', async (_, path, message) => {
  const spec = await at.put('away', { url: new URL(path, at.base).href })
  expect(spec).toMatchObject({ lastProcessErrorCode: 'FETCH_ERROR', processingState: 'complete' })
  expect(spec.lastProcessedErrors[0].message).toMatch(message)
})

test('an address is looked at again: what is unchanged makes no version, a failure keeps the last one', async () => {
  const validators: (string | undefined)[] = []
  let [title, etag] = ['One', '"1"']
  at.serve('/due.json', (request, response) => {
    validators.push(request.headers['if-none-match'])
    if (title === '') return void response.writeHead(500).end()
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end()
    response.setHeader('ETag', etag).end(JSON.stringify(petstore(title)))
  })
  const first = await at.put('due', { url: `${at.base}/due.json` })
  const again = () => processed(at.world, 'due', lookAgain)
  expect((await again()).lastVersion).toBe(first.lastVersion)
  ;[title, etag] = ['Two', '"2"']
  const second = await again()
  expect(second.lastVersion).not.toBe(first.lastVersion)
  expect(second.processingState).toBe('complete')
  title = ''
  const third = await again()
  expect(third).toMatchObject({ lastVersion: second.lastVersion, lastProcessErrorCode: 'FETCH_ERROR' })
  expect(validators).toEqual([undefined, '"1"', '"1"', '"2"'])
  // A source that is set again is fetched without a validator.
  title = 'Two'
  await at.put('due', { url: `${at.base}/due.json` })
  expect(validators.at(-1)).toBeUndefined()
})

test('an address is shown with its query to those who may give another, and to nobody else', async () => {
  at.serve('/signed.json?signature=secret', petstore('Signed'))
  const url = `${at.base}/signed.json?signature=secret`
  await at.put('signed', { url })
  const presentedTo = async (as: string) => {
    const params = { specSlug: 'signed' }
    const { body: spec } = await at.world.send('getOpenAPISpecBySlug', { as, params })
    const { body: content } = await at.world.send('getLatestOpenAPISpecVersionContent', { as, params })
    return [spec.sourceURL, content.urls.source]
  }
  expect(await presentedTo('cleo')).toEqual([url, url])
  expect(await presentedTo('rex')).toEqual([`${at.base}/signed.json`, `${at.base}/signed.json`])
  at.serve('/signed.json?signature=secret', (_, response) => void response.writeHead(403).end())
  const { lastProcessedErrors } = await at.put('signed', { url })
  expect(JSON.stringify(lastProcessedErrors)).not.toContain('secret')
})

test('what was given last counts, whatever is under way', async () => {
  const { asked, hang } = hanging()
  at.serve('/slow.json', hang)
  const give = (source: object) =>
    at.world.send('createOrUpdateOpenAPISpecBySlug', { params: { specSlug: 'overtaken' }, body: { source } })
  expect(await give({ url: `${at.base}/slow.json` })).toMatchObject({
    status: 201,
    body: { processingState: 'pending' },
  })
  await asked
  expect((await at.spec('overtaken')).processingState).toBe('progress')
  const spec = await processed(at.world, 'overtaken', () => give({ text: JSON.stringify(petstore('Last')) }))
  expect(spec).toMatchObject({ slug: 'overtaken', processingState: 'complete' })
  expect(spec.sourceURL).toBeUndefined()
  expect((await at.said('overtaken')).info.title).toBe('Last')
})

test('what is under way when the service stops is processed by the next one', async () => {
  const { asked, hang } = hanging()
  at.serve('/restarted.json', hang)
  const source = { url: `${at.base}/restarted.json` }
  await at.world.send('createOrUpdateOpenAPISpecBySlug', { params: { specSlug: 'restarted' }, body: { source } })
  await asked
  const later = hanging()
  at.serve('/restarted.json', later.hang)
  await at.world.test.restart()
  await later.asked
  expect((await at.spec('restarted')).processingState).toBe('progress')
})
