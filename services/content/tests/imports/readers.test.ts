import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { zip } from '../../src/imports/archives.fixture.ts'
import { type Answer, fixture, fixturesIn, serve, siteOf, wordDocument } from '../../src/imports/reading.fixture.ts'
import { startWorld, type World } from '../world.ts'

const sphinx = siteOf(fixturesIn('sphinx'))
const files: Record<string, () => Promise<Buffer> | Buffer | string> = {
  '/pump.docx': () => fixture('pandoc.docx'),
  '/pump.html': () => fixture('pandoc.html'),
  '/wiki.zip': () => zip(fixturesIn('wiki')),
  '/notion.zip': () => zip(fixturesIn('notion-markdown')),
  '/notion-html.zip': () => zip(fixturesIn('notion-html')),
  '/confluence.zip': () => zip(fixturesIn('confluence-html')),
  '/mixed.zip': () =>
    zip({ 'README.md': '# Home', 'a.docx': wordDocument('tiny-picture'), 'b.html': '<div>'.repeat(9999) }),
  // Reading this page takes seconds, although it holds fewer elements than a page may.
  '/large.html': () => `<title>Large</title>${'<p>A <b>word</b> in <i>it</i></p>'.repeat(8_000)}`,
}
const made = new Map<string, Buffer | string>()

let server: Awaited<ReturnType<typeof serve>>
/** No exception is made for it. */
let inner: typeof server
let world: World
beforeAll(async () => {
  for (const [path, make] of Object.entries(files)) made.set(path, await make())
  inner = await serve(sphinx)
  server = await serve((path): Answer | undefined => {
    if (path === '/inside')
      return { status: 302, headers: { Location: `http://localhost:${inner.host.split(':')[1]}/` } }
    const body = made.get(path)
    return body === undefined ? sphinx(path) : { body }
  })
  world = await startWorld({ OUTBOUND_ALLOW: server.host })
})
afterAll(async () => {
  await world.stop()
  for (const one of [server, inner]) one[Symbol.dispose]()
})

async function importFiles(source: string, url: string, into?: string) {
  const spaceId = into ?? (await world.makeSpace()).id
  const { status, body } = await world.send('importContent', { params: { spaceId }, body: { source, url } })
  return { spaceId, status, body }
}

test.each([
  ['website', '/', 'install', { importedResources: 5, totalResources: 5 }],
  ['docx', '/pump.docx', 'pump', { importedResources: 2, totalResources: 2 }],
  ['html', '/pump.html', 'pump', { importedResources: 2, totalResources: 2 }],
  ['github-wiki', '/wiki.zip', 'install-the-pump', { importedResources: 5, totalResources: 6 }],
  ['notion', '/notion.zip', 'operate-maintain', { importedResources: 13, totalResources: 13 }],
  ['notion', '/notion-html.zip', 'operate', { importedResources: 6, totalResources: 6 }],
  ['confluence', '/confluence.zip', 'operate-the-pump', { importedResources: 6, totalResources: 6 }],
  ['zip', '/mixed.zip', 'a', { importedResources: 3, totalResources: 4 }],
])('a %s becomes pages of the space, with its pictures as files', async (source, path, slug, counts) => {
  const { status, body, spaceId } = await importFiles(source, `http://${server.host}${path}`)
  expect([status, body]).toEqual([201, { revision: expect.any(String), ...counts }])
  const { body: listed } = await world.send('listPages', { params: { spaceId } })
  const all = (pages: { slug: string; id: string; pages?: [] }[]): { slug: string; id: string }[] =>
    pages.flatMap((page) => [page, ...all(page.pages ?? [])])
  const page = all(listed.pages).find((one) => one.slug === slug)
  const { body: presented } = await world.send('getPageById', { params: { spaceId, pageId: page?.id ?? '' } })
  expect(presented.markdown).toMatch(/!\[[^\]]*\]\(\/files\/[0-9A-Z]{26}/)
})

test('google-docs is not read yet, which is said of body.source', async () => {
  const { status, body } = await importFiles('google-docs', `http://${server.host}/`)
  expect([status, body.error.message]).toEqual([400, 'body.source: google-docs is not read yet'])
})

test('no source reaches an address inside, however it is written or led to', async () => {
  const inside = [
    ...[
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      'localhost',
      '[::1]',
      '[::ffff:7f00:1]',
      '[64:ff9b::7f00:1]',
    ],
    ...['10.0.0.1', '169.254.169.254', '[fe80::1]', '[fd00::1]', '0.0.0.0', '100.64.0.1'],
  ].map((host) => `http://${host}:${inner.host.split(':')[1]}/`)
  const { id } = await world.makeSpace()
  for (const url of inside) {
    const { status, body } = await importFiles(url.includes('127.1') ? 'website' : 'markdown', url, id)
    expect([url, status, body.error?.message]).toEqual([url, 400, expect.stringMatching(/^body\.url: .*not public/)])
  }
  expect(inner.asked).toEqual([])
  const led = await importFiles('html', `http://${server.host}/inside`)
  expect([led.status, led.body.error.message]).toEqual([400, expect.stringMatching(/not public/)])
})

test('while a page that takes too long is read, others are answered, and then it is refused by name', async () => {
  Object.assign(world.test.env, { PARSING_TIMEOUT_MS: '1000' })
  await world.test.restart()
  const { id } = await world.makeSpace()
  let isDone = false
  const done = importFiles('html', `http://${server.host}/large.html`, id).finally(() => {
    isDone = true
  })
  for (let request = 0; request < 3; request += 1)
    expect((await world.send('getSpaceById', { params: { spaceId: id } })).status).toBe(200)
  expect(isDone).toBe(false)
  const { status, body } = await done
  expect([status, body.error.message]).toEqual([
    400,
    expect.stringMatching(/^body\.url: large\.html: .*longer than 1 s/),
  ])
})
