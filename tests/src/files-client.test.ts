import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '@quire/world'
import { StorageUploadKind } from 'gitbook-api'
import { apiOf } from './support/api-client.ts'
import { packed } from './support/archives.ts'
import { clientsOf, inTurn, statusOf } from './support/clients.ts'
import { publishedReplies } from './support/published-replies.ts'

type Clients = ReturnType<typeof clientsOf>
let world: World
let ada: Clients
let token: string
let organizationId: string
let spaceId: string
beforeAll(async () => {
  world = await createWorld({ gateways: 2 })
  const person = await world.person('ada@example.com', 'Ada')
  token = person.token
  ada = clientsOf(person, inTurn(world.gateways))
  const made = await apiOf(world.gateways[0] ?? '').made('createOrganization', person.token, {
    body: { title: 'Acme' },
  })
  organizationId = String(made.id)
  spaceId = (await ada.api.orgs.createSpace(organizationId, { title: 'Docs' })).data.id
}, 60_000)
afterAll(() => world.close())

/** The path of an address, at the first gateway. */
const here = (address: string) => `${world.gateways[0]}${new URL(address).pathname}`

test('both clients get an address, which takes the file, streamed, without a token', async () => {
  for (const [published, client] of [
    [publishedReplies('gitbook-api'), ada.api],
    [publishedReplies('gitbook-api-authoring'), ada.authoring],
  ] as const) {
    // Random, so that nothing on the way can make it smaller.
    const bytes = Buffer.concat([Buffer.from('PK\x03\x04\x14\0\0\0\0\0', 'latin1'), randomBytes(3_000_000)])
    const file = { name: 'docs.zip', type: 'application/zip', size: bytes.length }
    const { data } = await client.orgs.generateStorageUploadUrl(organizationId, {
      file,
      kind: StorageUploadKind.ImportFile,
    })
    expect(published.problems('generateStorageUploadURL', 201, data)).toEqual([])
    const put = (body: Blob | Uint8Array<ArrayBuffer> | ReadableStream) =>
      fetch(here(data.url), { method: 'PUT', body, duplex: 'half' } as RequestInit)
    expect((await put(new Blob([bytes, 'more']))).status).toBe(413)
    const streamed = new Response(new Uint8Array(bytes)).body
    expect(streamed && (await put(streamed)).status).toBe(204)
    expect((await put(new Uint8Array(bytes))).status).toBe(204)
  }
})

test('an archive of 30 MB is uploaded and imported, with its pictures as they were', async () => {
  const pictures = Object.fromEntries(
    Array.from({ length: 10 }, (_, at) => [`assets/${at}.bin`, randomBytes(3_000_000)] as const),
  )
  const bytes = await packed({ 'README.md': '# Large\n\n[A](assets/0.bin) [B](assets/9.bin)\n', ...pictures })
  const file = { name: 'docs.zip', type: 'application/zip', size: bytes.length }
  const { data: address } = await ada.api.orgs.generateStorageUploadUrl(organizationId, {
    file,
    kind: StorageUploadKind.ImportFile,
  })
  expect((await fetch(here(address.url), { method: 'PUT', body: new Uint8Array(bytes) })).status).toBe(204)
  const { id: space } = (await ada.api.orgs.createSpace(organizationId, { title: 'Large' })).data
  const source = { type: 'file' as const, files: [address.key] }
  const { data: run } = await ada.api.org.startImportRun(organizationId, { source, target: { space } })
  const params = { organizationId, importRunId: run.id }
  const looked = () => apiOf(world.gateways[1] ?? '').made('getImportRun', token, { params })
  while (['pending', 'in-progress'].includes(String((await looked()).status)));
  expect(await looked()).toMatchObject({ status: 'completed', importedResources: 11, totalResources: 11 })
  const { items } = (await ada.api.spaces.listFiles(space)).data
  expect(items.map(({ name, size }) => [name, size]).sort()).toEqual(
    Object.keys(pictures).map((path) => [path.slice('assets/'.length), 3_000_000]),
  )
  const [first] = items.filter(({ name }) => name === '9.bin')
  const stored = await fetch(here(first?.downloadURL ?? ''))
  expect(Buffer.from(await stored.arrayBuffer()).equals(pictures['assets/9.bin'] ?? Buffer.alloc(0))).toBe(true)
}, 60_000)

test('both clients apply templates: to a new space, to a space and to a change request', async () => {
  const support = { kind: 'url' as const, url: 'https://example.com/help' }
  const template = { id: 'handbook', params: { contentRefs: { support } } }
  const { id: made } = (await ada.api.orgs.createSpace(organizationId, { title: 'Made', template })).data
  const titles = async () => (await ada.api.spaces.listPages(made)).data.pages.map(({ title }) => title)
  expect(await titles()).toEqual(['Our handbook', 'People', 'Work'])
  expect((await ada.api.spaces.applyTemplateToSpace(made, { id: 'changelog' })).status).toBe(201)
  const { id: changeRequestId } = (await ada.api.spaces.createChangeRequest(made, {})).data
  await ada.authoring.spaces.applyTemplateToSpace(made, { id: 'api-reference', changeRequestId })
  expect((await titles()).length).toBe(6)
  await ada.api.spaces.mergeChangeRequest(made, changeRequestId)
  expect((await titles()).slice(6)).toEqual(['Overview', 'Basics', 'Operations'])
  expect(await statusOf(ada.api.spaces.applyTemplateToSpace(made, { id: 'nothing' }))).toBe(400)
})

test('the clients list and read files, and an address gives a part of one', async () => {
  const { id } = (await ada.api.spaces.createChangeRequest(spaceId, {})).data
  const base64 = Buffer.from('0123456789').toString('base64')
  await ada.authoring.spaces.updateChangeRequestContent(spaceId, id, {
    changes: [{ operation: 'insert_files', files: [{ name: 'digits.txt', base64, contentType: 'text/plain' }] }],
  })
  const [inRequest] = (await ada.api.spaces.listFilesInChangeRequestById(spaceId, id)).data.items
  await ada.api.spaces.mergeChangeRequest(spaceId, id)
  const [file] = (await ada.api.spaces.listFiles(spaceId)).data.items
  expect([file?.id, file?.name, file?.size]).toEqual([inRequest?.id, 'digits.txt', 10])
  const address = here(file?.downloadURL ?? '')
  const part = await fetch(address, { headers: { Range: 'bytes=-3', Cookie: 'a=b' } })
  expect([part.status, await part.text()]).toEqual([206, '789'])
  expect(part.headers.get('set-cookie')).toBeNull()
  const etag = part.headers.get('etag') ?? ''
  expect((await fetch(address, { headers: { Range: 'bytes=0-1', 'If-Range': etag } })).status).toBe(206)
  expect((await fetch(address, { headers: { Range: 'bytes=0-1', 'If-Range': '"x"' } })).status).toBe(200)
  expect((await fetch(address, { headers: { Range: 'bytes=10-' } })).status).toBe(416)
  expect(await statusOf(ada.api.spaces.getFileById(spaceId, 'nowhere'))).toBe(404)
})
