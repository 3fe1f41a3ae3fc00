import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { renamed, zip } from '../../src/imports/archives.fixture.ts'
import { startWorld, type World } from '../world.ts'

const good = {
  'SUMMARY.md': '* [Home](README.md)\n* [Use](use.md)\n',
  'README.md': '# Home\n\nIt is so.',
  'use.md': '# Use',
}
const grouped = {
  'SUMMARY.md':
    '# Summary\n\n* [Home](README.md)\n\n## Use\n\n* [One](one.md)\n* [Source](https://example.com/)\n\n## Use\n\n* [Two](two.md)\n',
  'README.md': '# Home',
  'one.md': '# One',
  'two.md': '# Two',
}
const archives: Record<string, () => Promise<Buffer> | Buffer> = {
  '/good.zip': () => zip({ ...good, 'hidden.md': '# Left out', 'dot.txt': 'text' }),
  '/again.zip': () => zip({ ...good, 'README.md': '# Home\n\nIt is otherwise.', 'hidden.md': '# Left out' }),
  '/grouped.zip': () => zip(grouped),
  '/broken.zip': async () => (await zip(good)).subarray(0, 200),
  '/front-matter.zip': () => zip({ 'use.md': '---\nhidden: [\n---\n# Use' }),
  '/half.zip': () => zip({ ...good, 'use.md': '---\nhidden: [\n---\n# Use' }),
  '/outside.zip': async () => renamed(await zip({ ...good, 'aa/evil.md': '# Evil' }), 'aa/evil.md', '../evil.md'),
  '/nothing.zip': () => zip({ 'picture.txt': 'no page' }),
}

const source = createServer(async (request, response) => {
  const archive = archives[request.url ?? '']
  response.writeHead(archive ? 200 : 404).end(await archive?.())
})
let world: World
let host: string
beforeAll(async () => {
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve))
  const address = source.address()
  host = typeof address === 'object' && address ? `127.0.0.1:${address.port}` : ''
  world = await startWorld({ OUTBOUND_ALLOW: host, IMPORTS_AT_ONCE: '4' })
})
afterAll(async () => {
  await world.stop()
  source.close()
  source.closeAllConnections()
})

const importFiles = (spaceId: string, path: string, as = 'ada') =>
  world.send('importContent', { as, params: { spaceId }, body: { source: 'zip', url: `http://${host}${path}` } })
const pages = async (spaceId: string) => (await world.send('listPages', { params: { spaceId } })).body.pages

test('an archive becomes the live content, its tree from SUMMARY.md, and is found by search', async () => {
  const { id } = await world.makeSpace()
  const { status, body } = await importFiles(id, '/good.zip')
  expect([status, body]).toEqual([
    201,
    { revision: (await world.space(id)).revision, importedResources: 4, totalResources: 4 },
  ])
  expect((await pages(id)).map((one: { title: string; hidden?: boolean }) => [one.title, one.hidden])).toEqual([
    ['Home', false],
    ['Use', false],
    ['Left out', true],
  ])
  const found = await world.send('searchSpaceContent', { params: { spaceId: id }, query: { query: 'home' } })
  expect(found.body.items[0]).toMatchObject({ title: 'Home' })
})

test('a page that cannot be read is counted and left out, and what it was before stays', async () => {
  const { id } = await world.makeSpace()
  expect((await importFiles(id, '/half.zip')).body).toMatchObject({ importedResources: 1, totalResources: 2 })
  expect((await pages(id)).map(({ title }: { title: string }) => title)).toEqual(['Home'])
  await importFiles(id, '/good.zip')
  const before = await pages(id)
  await importFiles(id, '/half.zip')
  expect(await pages(id)).toEqual(before)
})

test('what is imported again keeps its page ids and takes the new text', async () => {
  const { id } = await world.makeSpace()
  await importFiles(id, '/good.zip')
  const [before] = await pages(id)
  expect(before.git).toMatchObject({ path: 'README.md' })
  await importFiles(id, '/again.zip')
  const { body } = await world.send('getPageById', { params: { spaceId: id, pageId: before.id } })
  expect(body.markdown).toContain('It is otherwise.')
})

test('groups and links that are imported again are the same ones, not more of them', async () => {
  const { id } = await world.makeSpace()
  await importFiles(id, '/grouped.zip')
  const before = await pages(id)
  expect(before.map((one: { type: string }) => one.type)).toEqual(['document', 'group', 'group'])
  await importFiles(id, '/grouped.zip')
  const shape = (list: { id: string; pages?: [] }[]): unknown => list.map((one) => [one.id, shape(one.pages ?? [])])
  expect(shape(await pages(id))).toEqual(shape(before))
})

test.each(['/broken.zip', '/front-matter.zip', '/outside.zip', '/nothing.zip', '/gone.zip'])(
  'an import of %s that fails leaves the space as it was and says why',
  async (path) => {
    const { id } = await world.makeSpace()
    await importFiles(id, '/good.zip')
    const before = [await world.space(id), await pages(id)]
    const { status, body } = await importFiles(id, path)
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(/^body\.url: /)])
    expect([await world.space(id), await pages(id)]).toEqual(before)
  },
)

test('a locked space refuses an import with 409; who may not edit gets 403, a source that is no zip 400', async () => {
  const { id } = await world.makeSpace({ editMode: 'locked' })
  expect((await importFiles(id, '/good.zip')).status).toBe(409)
  expect(await pages(id)).toEqual([])
  expect((await importFiles(id, '/good.zip', 'cora')).status).toBe(403)
  expect((await importFiles(id, '/good.zip', 'olga')).status).toBe(404)
  const open = await world.makeSpace()
  for (const body of [
    { source: 'notion', url: `http://${host}/good.zip` },
    { source: 'zip', url: 'http://127.0.0.1:1/good.zip' },
    { source: 'zip', url: 'file:///etc/passwd' },
    { source: 'zip' },
  ])
    expect((await world.send('importContent', { params: { spaceId: open.id }, body })).status).toBe(400)
})

test('two imports at once: the later one is put to what the other made, and no page is there twice', async () => {
  const { id } = await world.makeSpace()
  const answers = await Promise.all([importFiles(id, '/good.zip'), importFiles(id, '/again.zip')])
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect((await pages(id)).map(({ title }: { title: string }) => title).sort()).toEqual(['Home', 'Left out', 'Use'])
})
