import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { publicUrl, startWorld, type World } from '../world.ts'

let world: World
let spaceId: string
let ids: Record<string, string>
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A space with two pages, one under the other, and two files. */
beforeAll(async () => {
  world = await startWorld()
  spaceId = (await world.makeSpace({ title: 'Manual' })).id
  ids = await world.publish(spaceId, { Engines: '# About\n\nThey *turn*.', Cranks: 'Turn them.' })
  const { id } = await world.makeChangeRequest(spaceId)
  await world.write(spaceId, id, [
    { operation: 'update_page', page: ids.Cranks, into: ids.Engines, emoji: '1f600', description: 'How to turn' },
    {
      operation: 'insert_files',
      files: [
        { ref: 'dot', name: 'dot.png', base64: png.toString('base64') },
        { name: 'page.html', base64: Buffer.from('<script>alert(1)</script>').toString('base64') },
      ],
    },
  ])
  await world.merge(spaceId, id)
})
afterAll(() => world.stop())

const read = (id: string, params: object = {}, query: Record<string, string> = {}, as = 'rex') =>
  world.send(id, { as, params: { spaceId, ...params }, query })

test('the tree is nested, without texts; a page comes with its text and what lies under it', async () => {
  const { body } = await read('listPages')
  expect(body.pages).toEqual([
    expect.objectContaining({ id: ids.Engines, title: 'Engines', slug: 'engines', path: 'engines', type: 'document' }),
  ])
  expect(body.pages[0].markdown).toBeUndefined()
  expect(body.pages[0].pages).toEqual([
    expect.objectContaining({ id: ids.Cranks, path: 'engines/cranks', emoji: '1f600', description: 'How to turn' }),
  ])
  const page = await read('getPageById', { pageId: ids.Engines ?? '' })
  expect(page.body).toMatchObject({ markdown: '# About\n\nThey *turn*.', pages: [{ id: ids.Cranks }] })
})

test('a page is found by its path, slashes and all, and is 404 where nothing lies', async () => {
  const found = await read('getPageByPath', { pagePath: 'engines/cranks' })
  expect([found.status, found.body.id]).toEqual([200, ids.Cranks])
  for (const pagePath of ['engines/none', 'cranks', '../engines'])
    expect((await read('getPageByPath', { pagePath })).status).toBe(404)
  expect((await read('getPageById', { pageId: 'nowhere' })).status).toBe(404)
})

test('the meta links of a page are those of its front matter, in the live content and in a change request', async () => {
  const { id } = await world.makeSpace()
  const pages = await world.publish(id, { Home: 'Welcome.', Guide: 'Read.' })
  const links = (page: string | undefined, as = 'rex') =>
    world.send('listSpacePageMetaLinks', { as, params: { spaceId: id, pageId: page ?? '' } })
  expect([(await links(pages.Home)).status, (await links(pages.Home)).body]).toEqual([200, {}])
  const { id: changeRequestId } = await world.makeChangeRequest(id)
  const metaLinks = `canonical: /pages/${pages.Guide}\n  alternates:\n    - https://example.com/home\n    - javascript:alert(1)\n    - 3`
  const markdown = `---\nmetaLinks:\n  ${metaLinks}\n---\n\nWelcome.`
  await world.write(id, changeRequestId, [{ operation: 'update_page', page: pages.Home, document: { markdown } }])
  const found = {
    canonical: { kind: 'page', page: pages.Guide },
    alternates: [{ kind: 'url', url: 'https://example.com/home' }],
  }
  const params = { spaceId: id, changeRequestId, pageId: pages.Home ?? '' }
  expect((await world.send('listChangeRequestPageMetaLinks', { params })).body).toEqual(found)
  expect((await links(pages.Home)).body).toEqual({})
  await world.merge(id, changeRequestId)
  expect((await links(pages.Home)).body).toEqual(found)
  const { revision: revisionId } = await world.space(id)
  const inRevision = { spaceId: id, revisionId, pageId: pages.Home ?? '' }
  expect((await world.send('listRevisionPageMetaLinks', { params: inRevision })).body).toEqual(found)
  expect([(await links('nowhere')).status, (await links(pages.Home, 'olga')).status]).toEqual([404, 404])
})

test('a page is given as a document where asked for, and an unknown format is 400', async () => {
  const { body } = await read('getPageById', { pageId: ids.Engines ?? '' }, { format: 'document' })
  expect(body.markdown).toBeUndefined()
  expect(body.document).toMatchObject({ object: 'document', nodes: [{ type: 'heading-1' }, { type: 'paragraph' }] })
  // The second time the document is cached, also for concurrent requests.
  const again = await Promise.all(
    [1, 2, 3].map(() => read('getPageById', { pageId: ids.Engines ?? '' }, { format: 'document' })),
  )
  expect(again.map((answer) => answer.body)).toEqual([body, body, body])
  expect((await read('getPageById', { pageId: ids.Engines ?? '' }, { format: 'html' })).status).toBe(400)
})

test('the live revision holds its pages and files, and names the change request it is the merge of', async () => {
  const { body } = await read('getCurrentRevision')
  expect(body).toMatchObject({ object: 'revision', type: 'merge', id: (await world.space(spaceId)).revision })
  expect([body.pages.length, body.files.length, body.parents.length]).toEqual([1, 2, 2])
  expect(body.mergedFrom).toMatchObject({ object: 'change-request', status: 'merged', revisionMerged: body.id })
})

test('files are listed, page by page, and found by their id', async () => {
  const first = await read('listFiles', {}, { limit: '1' })
  const second = await read('listFiles', {}, { limit: '1', page: first.body.next.page })
  const files = [...first.body.items, ...second.body.items]
  expect(files.map((one) => [one.name, one.contentType, one.size])).toEqual([
    ['dot.png', 'image/png', png.length],
    ['page.html', 'text/html', 25],
  ])
  expect([second.body.next, second.body.count]).toEqual([undefined, 2])
  expect(files[0].dimensions).toEqual({ width: 1, height: 1 })
  expect((await read('getFileById', { fileId: files[0].id })).body).toEqual(files[0])
  expect((await read('getFileById', { fileId: 'nowhere' })).status).toBe(404)
})

test('a download needs no token, gives the bytes, and never lets them run here', async () => {
  const { body } = await read('listFiles')
  const [image, script] = body.items.map((one: { downloadURL: string }) => one.downloadURL)
  const download = (address: string) =>
    world.send('downloadFile', {
      as: { kind: 'none', scope: 'full' } as never,
      params: { token: address.slice(`${publicUrl}/v1/downloads/`.length) },
    })
  const presented = await download(image)
  expect([presented.status, presented.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(presented.headers.get('content-length')).toBe(String(png.length))
  const stored = await download(script)
  expect(stored.body).toBe('<script>alert(1)</script>')
  expect(stored.headers.get('content-disposition')).toMatch(/^attachment/)
  expect(stored.headers.get('content-security-policy')).toMatch(/sandbox/)
  expect((await download(`${image.slice(0, -4)}AAAA`)).status).toBe(404)
})

test('content is read by whoever may read the space, and by nobody else', async () => {
  for (const [id, params] of [
    ['listPages', {}],
    ['getPageById', { pageId: ids.Engines ?? '' }],
    ['listFiles', {}],
    ['getCurrentRevision', {}],
  ] as const)
    expect(await world.statuses(id, ['rex', 'gus', 'dora', 'olga'], { params: { spaceId, ...params } })).toEqual([
      200, 404, 404, 404,
    ])
})

test('a page or file of another space is not found under a space one may read', async () => {
  const { id: other } = await world.makeSpace()
  const { body } = await read('listFiles')
  for (const [id, params] of [
    ['getPageById', { pageId: ids.Engines ?? '' }],
    ['getFileById', { fileId: body.items[0].id }],
  ] as const)
    expect((await world.send(id, { params: { spaceId: other, ...params } })).status).toBe(404)
})
