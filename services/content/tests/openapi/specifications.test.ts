import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { petstore, startWithSource } from './specification-source.ts'

let at: Awaited<ReturnType<typeof startWithSource>>
beforeAll(async () => {
  at = await startWithSource()
})
afterAll(() => at.stop())

const yaml = 'swagger: "2.0"\ninfo: &info {title: Old, version: "1"}\npaths: {}\nx-info:\n  <<: *info\n'

test.each([
  ['2.0 as YAML', yaml, 'yaml', { swagger: '2.0', 'x-info': { title: 'Old', version: '1' } }],
  ['3.0 as JSON', JSON.stringify({ ...petstore(), openapi: '3.0.3' }), 'json', { openapi: '3.0.3' }],
  ['3.1 as JSON', JSON.stringify(petstore()), 'json', petstore()],
])(
  'a specification of OpenAPI %s becomes a version with its content and its raw text',
  async (_, text, format, says) => {
    const spec = await at.put('versions', { text })
    expect(spec).toMatchObject({ processingState: 'complete', visibility: 'private', lastProcessedErrorCount: 0 })
    expect(spec.lastProcessErrorCode).toBeUndefined()
    expect(await at.said('versions')).toMatchObject(says)
    const params = { specSlug: 'versions', versionId: spec.lastVersion }
    const [raw, version, content] = await Promise.all(
      ['getLatestOpenAPISpecVersionContentRaw', 'getOpenAPISpecVersionById', 'getOpenAPISpecVersionContentById'].map(
        async (id) => (await at.world.send(id, { as: 'rex', params })).body,
      ),
    )
    expect(raw).toEqual({ text, format })
    expect((await at.open(version.url)).body).toEqual(content.filesystem['openapi.json'].specification)
    expect(content).toMatchObject({ url: version.url, urls: { public: null } })
  },
)

test('a large specification is read whole, also from a place in it on', async () => {
  const title = 'Grüße '.repeat(100_000)
  const text = JSON.stringify(petstore(title))
  const { lastVersion } = await at.put('large', { text })
  const params = { specSlug: 'large', versionId: lastVersion }
  const { url } = (await at.world.send('getOpenAPISpecVersionById', { as: 'rex', params })).body
  const { bytes } = await at.open(url)
  expect(bytes.toString() === text).toBe(true)
  const rest = await at.open(url, { Range: 'bytes=0-' })
  expect([rest.status, rest.bytes.equals(bytes)]).toEqual([206, true])
})

test('what is wrong is told also where a text has signs that cannot be kept', async () => {
  const text = JSON.stringify({ ...petstore(), paths: { '/\0': { get: 1 }, '/\ud800': { get: 1 } } })
  const spec = await at.put('signs', { text })
  expect(spec).toMatchObject({ processingState: 'complete', lastProcessErrorCode: 'PARSE_ERROR' })
  expect(spec.lastProcessedErrors[0].code).toBe('SCHEMA')
})

test('what says the same makes no version, what says something else makes one, and all are kept', async () => {
  const first = await at.put('history', { text: JSON.stringify(petstore('One')) })
  const again = await at.put('history', { text: JSON.stringify(petstore('One'), null, 2) })
  expect(again.lastVersion).toBe(first.lastVersion)
  const second = await at.put('history', { text: JSON.stringify(petstore('Two')) })
  const third = await at.put('history', { text: JSON.stringify(petstore('One')) })
  const ids = (await at.versions('history')).map(({ id }: { id: string }) => id)
  expect(ids).toEqual([third.lastVersion, second.lastVersion, first.lastVersion])
})

test('the newest hundred versions are kept, and of older ones nothing', async () => {
  const { id, lastVersion } = await at.put('many', { text: JSON.stringify(petstore('Oldest')) })
  const later = Array.from({ length: 99 }, (_, count) => ({
    ...{ id: `${lastVersion}-${String(count).padStart(2, '0')}`, spec_id: id, hash: 'x', created_at: new Date() },
  }))
  await at.world.sql().insertInto('openapi_version').values(later).execute()
  const stored = async () => {
    const { count } = (await at.world.send('listOpenAPISpecVersions', { params: { specSlug: 'many' } })).body
    const contents = await at.world
      .sql()
      .selectFrom('openapi_content')
      .where('spec_id', '=', id)
      .select('hash')
      .execute()
    return [count, contents.length]
  }
  expect(await stored()).toEqual([100, 1])
  await at.put('many', { text: JSON.stringify(petstore('Newest')) })
  expect(await stored()).toEqual([100, 1])
  const oldest = { specSlug: 'many', versionId: lastVersion }
  expect((await at.world.send('getOpenAPISpecVersionById', { params: oldest })).status).toBe(404)
})

test('a specification that cannot be read says why, and its last version stays', async () => {
  const good = await at.put('broken', { text: JSON.stringify(petstore()) })
  const text = 'openapi: 3.1.0\ninfo: {title: Pets}\npaths: {/a: {get: {parameters: [{$ref: "#/components/no"}]}}}\n'
  const bad = await at.put('broken', { text })
  expect(bad).toMatchObject({ lastVersion: good.lastVersion, lastProcessErrorCode: 'PARSE_ERROR' })
  expect(bad.lastProcessedErrors).toEqual([
    { code: 'SCHEMA', message: "#/info: must have required property 'version'" },
    { code: 'REFERENCE', message: '#/paths/~1a/get/parameters/0/$ref: nothing is at #/components/no' },
  ])
  expect(await at.said('broken')).toEqual(petstore())
  expect((await at.put('broken', { text: JSON.stringify(petstore()) })).lastProcessErrorCode).toBeUndefined()
})

test('a slug is unique in its organization, and small', async () => {
  const source = { text: JSON.stringify(petstore()) }
  const create = async (slug: string, more = {}) =>
    (await at.world.send('createOpenAPISpec', { body: { slug, source }, ...more })).status
  expect([await create('taken'), await create('taken'), await create('Taken')]).toEqual([201, 400, 400])
  expect(await create('taken', { as: 'olga', params: { organizationId: 'other' } })).toBe(201)
  const put = (specSlug: string) =>
    at.world.send('createOrUpdateOpenAPISpecBySlug', { params: { specSlug }, body: { source } })
  for (const slug of ['Taken', 'a--b', 'a'.repeat(101)])
    expect(await put(slug)).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringMatching(/^specSlug: /) } },
    })
})

test('anybody reads a public specification at its lasting address, and nobody once it is private again', async () => {
  await at.put('open', { text: JSON.stringify(petstore('Open')) })
  const show = (visibility: string) =>
    at.world.send('updateOpenAPISpecBySlug', { as: 'cleo', params: { specSlug: 'open' }, body: { visibility } })
  const { urls, lastVersion } = (await show('public')).body
  const found = await at.open(urls.published)
  expect(found).toMatchObject({ status: 200, body: petstore('Open') })
  expect(found.headers.get('content-disposition')).toMatch(/^attachment/)
  const [{ url }] = await at.versions('open')
  expect(url.endsWith(`/versions/${lastVersion}`)).toBe(true)
  expect((await at.open(url)).status).toBe(200)
  expect((await show('private')).body.urls.published).toBeUndefined()
  for (const address of [urls.published, url]) expect((await at.open(address)).status).toBe(404)
})

test('a deleted specification is gone with all that was kept of it, at its addresses too', async () => {
  const { id, urls } = await at.put('gone', { text: JSON.stringify(petstore('Gone')) })
  const [{ url }] = await at.versions('gone')
  const remove = async (as: string) =>
    (await at.world.send('deleteOpenAPISpecBySlug', { as, params: { specSlug: 'gone' } })).status
  expect([await remove('edda'), await remove('cleo'), await remove('cleo')]).toEqual([403, 205, 204])
  expect((await at.open(url)).status).toBe(404)
  expect((await at.world.send('getOpenAPISpecBySlug', { params: { specSlug: 'gone' } })).status).toBe(404)
  for (const table of ['openapi_text', 'openapi_content', 'openapi_version'] as const)
    expect(await at.world.sql().selectFrom(table).selectAll().where('spec_id', '=', id).execute()).toEqual([])
  expect(urls.published).toBeUndefined()
})

test('an address that nobody signed opens nothing', async () => {
  await at.put('signed', { text: JSON.stringify(petstore()) })
  const [{ url }] = await at.versions('signed')
  expect((await at.open(url.replace(/\.[^.]+$/, '.forged'))).status).toBe(404)
})
