import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import type { OpenAPISpecVisibility } from 'gitbook-api'
import { openCli } from './support/cli.ts'
import { allPages, statusOf } from './support/clients.ts'
import { drivenOrganization } from './support/driven-organization.ts'
import { serveFile } from './support/file-server.ts'
import { petstore, processed } from './support/petstore.ts'

const text = (title: string) => JSON.stringify(petstore(title))
const ids = [
  'listOpenAPISpecs',
  'createOpenAPISpec',
  'getOpenAPISpecBySlug',
  'createOrUpdateOpenAPISpecBySlug',
  'updateOpenAPISpecBySlug',
  'deleteOpenAPISpecBySlug',
  'listOpenAPISpecVersions',
  'getLatestOpenAPISpecVersion',
  'getLatestOpenAPISpecVersionContent',
  'getOpenAPISpecVersionById',
  'getOpenAPISpecVersionContentById',
]
async function start() {
  const source = await serveFile(Buffer.from(text('From an address')), 'openapi.json')
  const env = { OUTBOUND_ALLOW: source.allow }
  const at = await drivenOrganization({ tags: [], ids, env }, { Carol: 'create', Rex: 'read', Gil: null })
  const cli = await openCli({ 'openapi.json': text('From a file'), 'broken.yaml': 'openapi: 3.1.0\n' })
  return { ...at, source, cli }
}
let at: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  at = await start()
})
afterAll(async () => {
  await at.close()
  await at.source.close()
  await at.cli.close()
})
afterEach(() => expect(at.driven.problems()).toEqual([]))

const orgs = () => at.clients.Carol.orgs
const put = (slug: string, source: { url: string } | { text: string }) =>
  processed(
    at.world,
    async () => (await orgs().createOrUpdateOpenApiSpecBySlug(at.organizationId, slug, { source })).data,
  )
const get = async (slug: string) => (await orgs().getOpenApiSpecBySlug(at.organizationId, slug)).data
const title = async (slug: string) => {
  const { data } = await orgs().getLatestOpenApiSpecVersionContent(at.organizationId, slug)
  return Object.values(data.filesystem).find((file) => file.isEntrypoint).specification.info.title
}
/** Reads an address of the installation as somebody without a token. */
const open = (url: string) => fetch(url.replace('http://quire.test', at.world.gateways[0] ?? ''))

test('a specification is made of a text and given another one; both of its versions can be read', async () => {
  const { organizationId } = at
  const made = await processed(at.world, async () => {
    const body = { slug: 'pets', source: { text: text('One') } }
    const { data } = await orgs().createOpenApiSpec(organizationId, body)
    expect(data).toMatchObject({ processingState: 'pending', permissions: { view: true, edit: true } })
    return data
  })
  await put('pets', { text: text('Two') })
  const spec = await get('pets')
  expect(spec).toMatchObject({ id: made.id, slug: 'pets', visibility: 'private', processingState: 'complete' })
  const versions = await allPages((page) => orgs().listOpenApiSpecVersions(organizationId, 'pets', page))
  const [latest, first] = versions
  expect([latest?.id, versions.length]).toEqual([spec.lastVersion, 2])
  expect((await orgs().getLatestOpenApiSpecVersion(organizationId, 'pets')).data).toEqual(latest)
  const { data: content } = await orgs().getOpenApiSpecVersionContentById(organizationId, 'pets', first?.id ?? '')
  const { data: version } = await orgs().getOpenApiSpecVersionById(organizationId, 'pets', first?.id ?? '')
  expect([content.url, await (await open(version.url)).json()]).toEqual([version.url, petstore('One')])
  expect(await title('pets')).toBe('Two')
})

test('a public specification is read by anyone, until it is private again', async () => {
  await put('open', { text: text('Open') })
  const show = async (visibility: string) =>
    (
      await orgs().updateOpenApiSpecBySlug(at.organizationId, 'open', {
        visibility: visibility as OpenAPISpecVisibility,
      })
    ).data
  const { urls } = await show('public')
  expect(await (await open(urls.published ?? '')).json()).toEqual(petstore('Open'))
  await show('private')
  expect((await open(urls.published ?? '')).status).toBe(404)
  expect(await statusOf(show('secret'))).toBe(400)
})

test('what is wrong and what is not there is told apart, and readers change nothing', async () => {
  const { organizationId, clients } = at
  const source = { text: text('Other') }
  await put('other', source)
  for (const slug of ['other', 'No Slug'])
    expect(await statusOf(orgs().createOpenApiSpec(organizationId, { slug, source }))).toBe(400)
  expect(await statusOf(orgs().createOrUpdateOpenApiSpecBySlug(organizationId, 'No', { source }))).toBe(400)
  const rex = clients.Rex.orgs
  expect((await rex.getOpenApiSpecBySlug(organizationId, 'other')).data.permissions).toEqual({
    view: true,
    edit: false,
  })
  expect(await statusOf(rex.deleteOpenApiSpecBySlug(organizationId, 'other'))).toBe(403)
  expect(await statusOf(clients.Gil.orgs.getOpenApiSpecBySlug(organizationId, 'other'))).toBe(403)
  const slugs = (await allPages((page) => rex.listOpenApiSpecs(organizationId, page))).map(({ slug }) => slug)
  expect(slugs).toContain('other')
  expect((await orgs().deleteOpenApiSpecBySlug(organizationId, 'other')).status).toBe(205)
  expect((await orgs().deleteOpenApiSpecBySlug(organizationId, 'other')).status).toBe(204)
  const visibility = 'public' as OpenAPISpecVisibility
  for (const call of [
    () => orgs().getOpenApiSpecBySlug(organizationId, 'other'),
    () => orgs().updateOpenApiSpecBySlug(organizationId, 'other', { visibility }),
    () => orgs().listOpenApiSpecVersions(organizationId, 'other'),
    () => orgs().getLatestOpenApiSpecVersion(organizationId, 'other'),
    () => orgs().getLatestOpenApiSpecVersionContent(organizationId, 'other'),
    () => orgs().getOpenApiSpecVersionById(organizationId, 'other', 'absent'),
    () => orgs().getOpenApiSpecVersionContentById(organizationId, 'other', 'absent'),
  ])
    expect(await statusOf(call())).toBe(404)
})

describe('the published command-line tool', () => {
  const publish = async (what: string, slug: string, token?: string) => {
    const { token: good } = await at.person('Carol')
    const env = { GITBOOK_ENDPOINT: at.world.gateways[0] ?? '', GITBOOK_TOKEN: token ?? good }
    return at.cli.run(env, 'openapi', 'publish', what, '--spec', slug, '--organization', at.organizationId)
  }
  test('publishes a file and an address, and prints an address that a person can open', async () => {
    for (const [what, slug, says] of [
      ['openapi.json', 'by-file', 'From a file'],
      [at.source.url, 'by-address', 'From an address'],
    ] as const) {
      await processed(at.world, async () => {
        const { code, stdout, stderr } = await publish(what, slug)
        const [, name, address = ''] = stdout.match(/^OpenAPI specification "(.+)" published to (\S+)$/) ?? []
        const spec = await get(slug)
        expect([code, name, address, stderr]).toEqual([0, slug, spec.urls.app, ''])
        const page = await open(address)
        expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
        return spec
      })
      expect(await title(slug)).toBe(says)
    }
  })

  test('says why it could not publish', async () => {
    const said = async (what: string, slug: string, token?: string) => {
      const { code, stderr } = await publish(what, slug, token)
      return [code, stderr]
    }
    expect(await said('openapi.json', 'x', 'wrong')).toEqual([1, expect.stringMatching(/access token is not valid/)])
    expect(await said('openapi.json', 'No Slug')).toEqual([1, expect.stringMatching(/specSlug: must be/)])
    expect(await said('missing.json', 'x')).toEqual([1, expect.stringMatching(/not found/)])
  })

  test('publishes what turns out to be no specification, which then says so', async () => {
    await processed(at.world, async () => {
      expect((await publish('broken.yaml', 'broken')).code).toBe(0)
      return get('broken')
    })
    const { lastProcessErrorCode, lastVersion } = await get('broken')
    expect([lastProcessErrorCode, lastVersion]).toEqual(['PARSE_ERROR', undefined])
  })
})

test('nothing that is published of OpenAPI specifications was left untried', () => {
  expect(at.driven.untried()).toEqual([])
})
