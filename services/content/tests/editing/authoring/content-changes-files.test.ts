import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { type Branch, newBranch, page } from '../../support/branch.ts'
import { startWorld, type World } from '../../world.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const megabyte = 1024 * 1024
const source = createServer((request, response) => {
  const bytes: Record<string, Buffer> = { '/dot.png': png, '/large': Buffer.alloc(10 * megabyte + 1) }
  const body = bytes[request.url ?? '']
  response.writeHead(body ? 200 : 404, { 'content-type': 'text/html' }).end(body)
})

let world: World
let spaceId: string
let branch: Branch
let host: string
beforeAll(async () => {
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve))
  const address = source.address()
  host = typeof address === 'object' && address ? `127.0.0.1:${address.port}` : ''
  world = await startWorld({ OUTBOUND_ALLOW: host })
  spaceId = (await world.makeSpace()).id
})
afterAll(async () => {
  await world.stop()
  source.close()
  source.closeAllConnections()
})
beforeEach(async () => {
  branch = await newBranch(world, spaceId)
})

const insert = (...files: object[]) => ({ operation: 'insert_files', files })
const text = (name: string, more: object = {}) => ({ name, base64: Buffer.from(name).toString('base64'), ...more })

test('files come by their bytes and by their address, are told in order, and are files of the space once merged', async () => {
  const { insertedFiles } = await branch.made(
    insert(text('a.txt'), { name: 'dot.png', url: `http://${host}/dot.png` }),
    page('Page', '![dot](.gitbook/assets/dot.png)'),
    insert(text('b.txt')),
  )
  expect(insertedFiles).toMatchObject([
    { name: 'a.txt', contentType: 'text/plain', size: 5 },
    { name: 'dot.png', contentType: 'image/png', size: png.length, dimensions: { width: 1, height: 1 } },
    { name: 'b.txt' },
  ])
  const [presented] = await branch.tree()
  expect((await branch.page(presented?.id ?? '')).markdown).toBe(`![dot](/files/${insertedFiles[1]?.id})`)
  await world.merge(spaceId, branch.params.changeRequestId)
  const { body } = await world.send('listFiles', { params: { spaceId } })
  expect(body.items.map(({ id }: { id: string }) => id).sort()).toEqual(insertedFiles.map(({ id }) => id).sort())
})

test('a large file is uploaded before, and comes by the key of its upload, from whoever has uploaded it', async () => {
  const large = Buffer.concat([png, Buffer.alloc(2 * megabyte)])
  const announced = { name: 'plan.png', size: large.length, type: 'image/png' }
  const { body } = await world.send('generateStorageUploadURL', { body: { file: announced, kind: 'content_file' } })
  const file = { name: 'plan.png', upload: body.key }
  const noKey = 'body.changes.0.files.0.upload: is no key of a file for pages that you uploaded here'
  expect(await branch.refusal(insert(file))).toEqual([400, noKey])
  const params = { uploadToken: String(body.url).split('/').at(-1) ?? '' }
  const nobody = { kind: 'none', scope: 'full' } as never
  const sent = await world.send('uploadFile', { as: nobody, params, body: new Uint8Array(large) })
  expect(sent.status).toBe(204)
  const { insertedFiles } = await branch.made(insert(file))
  expect(insertedFiles).toMatchObject([{ name: 'plan.png', contentType: 'image/png', size: large.length }])
  const changes = [insert(file)]
  const other = await world.send('updateChangeRequestContent', { as: 'cleo', params: branch.params, body: { changes } })
  expect([other.status, other.body.error.message]).toEqual([400, noKey])
  const [status, message] = await branch.refusal(insert({ ...file, base64: 'YQ==' }))
  expect([status, message]).toEqual([400, expect.stringContaining('give one of url, base64 and upload')])
})

test('what a file is, its bytes say; the sender is believed only where they say nothing', async () => {
  const base64 = png.toString('base64')
  const { insertedFiles } = await branch.made(
    insert(
      { name: 'a', base64, contentType: 'text/html' },
      text('b', { contentType: 'text/x-rust; charset=utf-8' }),
      text('c.txt', { contentType: 'image/png' }),
      { name: 'd', base64: 'AAEC/w==', contentType: 'application/x-tape' },
    ),
  )
  const types = insertedFiles.map((file) => (file as unknown as { contentType: string }).contentType)
  expect(types).toEqual(['image/png', 'text/x-rust', 'text/plain', 'application/x-tape'])
})

test.each([
  [
    'more bytes than come with a request',
    { name: 'a', base64: Buffer.alloc(megabyte + 1).toString('base64') },
    'base64',
  ],
  ['more than is fetched', { name: 'a', url: 'http://HOST/large' }, 'url'],
  ['an address where nothing is', { name: 'a', url: 'http://HOST/nothing' }, 'url'],
  ['an address inside', { name: 'a', url: 'http://169.254.169.254/' }, 'url'],
  ['another scheme', { name: 'a', url: 'file:///etc/passwd' }, 'url'],
  ['neither bytes nor address', { name: 'a' }, 'base64'],
  ['bytes that are none', { name: 'a', base64: '!' }, 'base64'],
  ['a type that is none', text('a', { contentType: 'x\r\nSet-Cookie: a' }), 'contentType'],
  ['no name', { name: '', base64: '' }, 'name'],
])('a file with %s is refused by its field, and nothing of its batch is there', async (_what, file, field) => {
  const before = await branch.revision()
  const given = 'url' in file ? { ...file, url: String(file.url).replace('HOST', host) } : file
  expect(await branch.refusal(page('Page'), insert(text('fine'), given))).toEqual([
    400,
    expect.stringContaining(`body.changes.1.files.1.${field}`),
  ])
  expect(await branch.revision()).toBe(before)
})

test('a megabyte comes with a request, and no more than twenty files at once', async () => {
  await branch.made(insert({ name: 'a', base64: Buffer.alloc(megabyte).toString('base64') }))
  const many = Array.from({ length: 21 }, (_, number) => text(`${number}`))
  expect(await branch.refusal(insert(...many))).toEqual([400, expect.stringContaining('body.changes.0.files')])
  expect((await branch.made(insert(...many.slice(1)))).insertedFiles).toHaveLength(20)
})
