import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '@quire/world'
import { type Api, apiOf } from './support/api-client.ts'
import { fontBytes, uploadFont } from './support/font-uploads.ts'
import { publishedReplies } from './support/published-replies.ts'
import { settled, systemOf } from './support/system-databases.ts'

let world: World
let api: Api
let ada: string
let bob: string
let organizationId: string
let siteId: string
let spaceId: string
beforeAll(async () => {
  world = await createWorld()
  api = apiOf(world.gateways[0] ?? '')
  ada = (await world.person('ada@example.com', 'Ada')).token
  bob = (await world.person('bob@example.com', 'Bob')).token
  organizationId = (await api.made('createOrganization', ada, { body: { title: 'Acme' } })).id
  const body = { title: 'Manual' }
  spaceId = (await api.made('createSpace', ada, { params: { organizationId }, body })).id
  const { id: changeRequestId } = await api.made('createChangeRequest', ada, { params: { spaceId }, body: {} })
  const written = { params: { spaceId, changeRequestId }, query: { compat: 'false' } }
  const changes = [{ operation: 'insert_page', title: 'Start', document: { markdown: 'Text.' } }]
  await api.made('updateChangeRequestContent', ada, { ...written, body: { changes } })
  await api.made('mergeChangeRequest', ada, { params: { spaceId, changeRequestId }, body: {} })
  const site = { title: 'Docs', spaces: [spaceId] }
  siteId = (await api.made('createSite', ada, { params: { organizationId }, body: site })).id
  const params = { organizationId, siteId }
  await api.made('updateSiteById', ada, { params, body: { basename: 'docs', visibility: 'public' } })
  await api.made('publishSite', ada, { params, body: {} })
  await settled(systemOf(world))
}, 60_000)
afterAll(() => world?.close())

const upload = (token = ada, bytes = fontBytes()) => uploadFont(api, token, organizationId, bytes)
const face = (storageKey: string | null, weight = 400) => ({ weight, storageKey })
const create = (body: object, token = ada) => api.send('createCustomFont', token, { params: { organizationId }, body })
const update = (fontId: string, body: object) =>
  api.send('updateCustomFont', ada, { params: { organizationId, fontId }, body })
const customize = (styling: object) =>
  api.send('updateSiteCustomizationById', ada, { params: { organizationId, siteId }, body: { styling } })
const visit = (path: string) => fetch(`${world.gateways[0]}${path}`)
const page = async () => (await visit('/sites/docs/start')).text()
const path = (url: string) => new URL(url).pathname
const urlOf = (font: { fontFaces: { sources: { url: string }[] }[] }) => font.fontFaces[0]?.sources[0]?.url ?? ''

test('a custom font is on the pages of the sites that name it, until it changes or is deleted', async () => {
  const published = publishedReplies('gitbook-api')
  const { status, body: font } = await create({ fontFamily: 'Own Sans', fontFaces: [face(await upload())] })
  expect([status, published.problems('createCustomFont', 201, font)]).toEqual([201, []])
  const url = urlOf(font)
  expect(font).toEqual({
    ...{ id: expect.any(String), custom: true, fontFamily: 'Own Sans', permissions: { edit: true } },
    fontFaces: [{ weight: 400, sources: [{ url, format: 'woff2' }] }],
  })
  const list = (await api.send('listCustomFonts', ada, { params: { organizationId } })).body
  expect([list, published.problems('listCustomFonts', 200, list)]).toEqual([{ items: [font], count: 1 }, []])

  expect((await customize({ font })).body.styling.font).toEqual({ ...font, permissions: undefined })
  expect(await page()).toContain(
    `@font-face{font-family:'Own Sans';font-weight:400;font-display:swap;src:url('${path(url)}') format('woff2')}`,
  )
  const file = await visit(path(url))
  expect([file.headers.get('content-type'), Buffer.from(await file.arrayBuffer()).equals(fontBytes())]).toEqual([
    'font/woff2',
    true,
  ])

  const changes = {
    fontFamily: 'Own Serif',
    fontFaces: [face(await upload(ada, fontBytes('woff'))), face(await upload(), 700)],
  }
  const { body: changed } = await update(font.id, changes)
  expect(published.problems('updateCustomFont', 201, changed)).toEqual([])
  expect(changed.fontFaces.map((one: { weight: number }) => one.weight)).toEqual([400, 700])
  expect(urlOf(changed)).toMatch(/\.woff$/)
  const after = await page()
  expect([
    after.includes(path(urlOf(changed))),
    after.includes("--font:'Own Serif'"),
    after.includes(path(url)),
  ]).toEqual([true, true, false])
  // A client sends back the settings that it read before.
  expect((await customize({ font, monospaceFont: font })).body.styling).toMatchObject({
    font: { fontFamily: 'Own Serif' },
    monospaceFont: { fontFamily: 'Own Serif' },
  })

  const remove = () => api.send('deleteCustomFont', ada, { params: { organizationId, fontId: font.id } })
  expect([(await remove()).status, (await remove()).status]).toEqual([205, 204])
  expect(await page()).toContain("--font:'Inter Variable'")
  expect((await api.send('getCustomFont', ada, { params: { organizationId, fontId: font.id } })).status).toBe(404)
  expect((await customize({ font })).status).toBe(400)
})

test('the PDFs of a space are set in the fonts of its site, in a regular and a bold weight', async () => {
  const fontFaces = [face(await upload()), face(await upload(ada, fontBytes('woff')), 800), face(await upload(), 300)]
  const font = await api.made('createCustomFont', ada, {
    params: { organizationId },
    body: { fontFamily: 'Printed', fontFaces },
  })
  await customize({ font, monospaceFont: font })
  expect(await fontsOfPdf()).toEqual(['Printed-400', 'Printed-800'])
  await api.send('deleteCustomFont', ada, { params: { organizationId, fontId: font.id } })
  expect(await fontsOfPdf()).toEqual(['NotoSans-Bold', 'NotoSans-Regular'])
})

test('a PDF is set in a font that was uploaded to the site itself, and in those of Quire once the site has another', async () => {
  const file = { params: { organizationId, siteId }, body: new Blob([new Uint8Array(fontBytes())]) }
  const { url } = await api.made('putSiteFile', ada, file)
  const faces = [{ weight: 400, sources: [{ url, format: 'woff2' }] }]
  const font = { id: 'own', custom: true, fontFamily: 'Of Site', fontFaces: faces }
  expect((await customize({ font })).status).toBe(200)
  expect(await fontsOfPdf()).toEqual(['OfSite-400'])
  expect((await customize({ font: 'Lato' })).status).toBe(200)
  expect(await fontsOfPdf()).toEqual(['NotoSans-Bold', 'NotoSans-Regular'])
})

/** Returns the names of the fonts in the PDF of the space. */
async function fontsOfPdf() {
  const { url } = await api.made('getSpacePDF', ada, { params: { spaceId } })
  const pdf = Buffer.from(await (await visit(path(String(url)))).arrayBuffer()).toString('latin1')
  return [...pdf.matchAll(/FontName \/\w{6}\+([\w-]+)/g)].map(([, name]) => name).sort()
}

test('a font needs a regular face, of files that the caller uploaded', async () => {
  const key = await upload()
  expect((await create({ fontFamily: 'Bold', fontFaces: [face(key, 700)] })).status).toBe(412)
  expect((await create({ fontFamily: 'None', fontFaces: [] })).status).toBe(400)
  expect((await create({ fontFamily: 'Twice', fontFaces: [face(key), face(key)] })).status).toBe(400)
  expect((await create({ fontFamily: "'}*{", fontFaces: [face(key)] })).status).toBe(400)
  expect((await create({ fontFamily: 'Lost', fontFaces: [face('lost')] })).status).toBe(412)
  const other = (await api.made('createOrganization', bob, { body: { title: 'Other' } })).id
  const theirs = await uploadFont(api, bob, other)
  expect((await create({ fontFamily: 'Theirs', fontFaces: [face(theirs)] })).status).toBe(412)
  const { body: font } = await create({ fontFamily: 'Mine', fontFaces: [face(key)] })
  expect((await update(font.id, { fontFaces: [face(null)] })).status).toBe(412)
  expect((await update(font.id, { fontFaces: [face(null, 500)] })).status).toBe(201)
  expect((await update('absent', { fontFamily: 'Else' })).status).toBe(404)
})

test('a font of another organization is no font of a site', async () => {
  const other = (await api.made('createOrganization', bob, { body: { title: 'Third' } })).id
  const body = { fontFamily: 'Theirs', fontFaces: [face(await uploadFont(api, bob, other))] }
  const font = await api.made('createCustomFont', bob, { params: { organizationId: other }, body })
  expect((await customize({ font })).status).toBe(400)
  const named = { params: { organizationId, fontId: font.id } }
  expect((await api.send('getCustomFont', ada, named)).status).toBe(404)
  expect((await api.send('deleteCustomFont', ada, named)).status).toBe(204)
  expect((await api.send('getCustomFont', bob, { params: { organizationId: other, fontId: font.id } })).status).toBe(
    200,
  )
})

test('as many fonts as an organization may have are kept, and no more', async () => {
  const params = { organizationId: (await api.made('createOrganization', ada, { body: { title: 'Full' } })).id }
  const key = await uploadFont(api, ada, params.organizationId)
  const body = { fontFamily: 'Mine', fontFaces: [face(key)] }
  const statuses: number[] = []
  for (let count = 0; count < 21; count++)
    statuses.push((await api.send('createCustomFont', ada, { params, body })).status)
  expect([...new Set(statuses.slice(0, 20)), statuses[20]]).toEqual([201, 409])
}, 30_000)
