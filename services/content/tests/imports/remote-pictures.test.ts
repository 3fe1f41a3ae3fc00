import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { guardedClient, OutboundAllow } from '@quire/kit'
import { remoteLimits } from '../../src/imports/import-limits.ts'
import { type Answer, fixture, serve } from '../../src/imports/reading.fixture.ts'
import { fetchRemotePictures } from '../../src/imports/remote/fetch-remote-pictures.ts'
import { type ArchiveSource, archiveSource } from '../support/archive-source.ts'
import { startWorld, type World } from '../world.ts'

const png = fixture('mkdocs/guide/pump.png')
const svg =
  '<?xml version="1.0"?>\n<!-- drawn --><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

let world: World
let source: ArchiveSource
let pictures: Awaited<ReturnType<typeof serve>>
/** No exception is made for it. */
let inner: typeof pictures
beforeAll(async () => {
  source = await archiveSource()
  inner = await serve(() => ({ body: png }))
  const answers: Record<string, Answer> = {
    '/a.png': { body: png },
    '/a%20b.png?key=secret': { body: png },
    '/drawing': { body: svg },
    '/moved.png': { status: 302, headers: { Location: '/a.png' } },
    '/comments.png': { body: '<!---->'.repeat(34) },
    '/page.png': { body: '<!doctype html><p>No picture', headers: { 'Content-Type': 'image/png' } },
    '/inside.png': { status: 302, headers: { Location: `http://${inner.host}/a.png` } },
    '/huge.png': { body: Buffer.alloc(10 * 1024 ** 2 + 1) },
  }
  pictures = await serve((path) => answers[path])
  const allow = `${source.host},${pictures.host}`
  world = await startWorld({ OUTBOUND_ALLOW: allow, IMPORT_REMOTE_PICTURES: 'true' })
})
afterAll(async () => {
  await world.stop()
  source.stop()
  for (const one of [pictures, inner]) one[Symbol.dispose]()
})

const at = (path: string) => `http://${pictures.host}${path}`

/** Imports files into a space; returns its pages' texts by title, its files and the run's problems. */
async function imported(spaceId: string, files: Record<string, string>) {
  await source.importFiles(world, spaceId, files)
  const { items } = (await world.send('listImportRuns', { query: { space: spaceId } })).body
  const { problems, failures } = (await world.send('getImportRun', { params: { importRunId: items[0].id } })).body
  const stored = (await world.send('listFiles', { params: { spaceId } })).body.items
  const { pages } = (await world.send('listPages', { params: { spaceId } })).body
  const texts: Record<string, string> = {}
  for (const { id: pageId, title } of pages)
    texts[title] = (await world.send('getPageById', { params: { spaceId, pageId } })).body.markdown
  return { problems, failures, texts, files: stored as { id: string; name: string; contentType: string }[] }
}

test('pictures of other servers become files of the space, each fetched once, and pages show these', async () => {
  const { id } = await world.makeSpace()
  pictures.asked.length = 0
  const pages = {
    'README.md': `# One\n\n![A](${at('/a.png')}) <img src="${at('/a.png#left')}" alt="B"> [Large](${at('/a.png')})`,
    'two.md': `# Two\n\n![A][a] ![D](${at('/drawing')}) ![M](${at('/moved.png')}) [No picture](${at('/linked.png')})\n\n\`![](${at('/code.png')})\`\n\n[a]: //${pictures.host}/a.png`,
  }
  // An address without a scheme is asked for over TLS, which this server does not speak.
  const first = await imported(id, pages)
  expect(pictures.asked.toSorted()).toEqual(['/a.png', '/a.png', '/drawing', '/moved.png'])
  const idOf = (name: string) => first.files.find((one) => one.name === name)?.id
  expect(first.texts.One?.trim()).toBe(
    `![A](/files/${idOf('a.png')}) <img src="/files/${idOf('a.png')}#left" alt="B"> [Large](/files/${idOf('a.png')})`,
  )
  expect(first.texts.Two).toContain(`![D](/files/${idOf('drawing.svg')}) ![M](/files/${idOf('moved.png')})`)
  expect(first.texts.Two).toContain(`[No picture](${at('/linked.png')})\n\n\`![](${at('/code.png')})\``)
  expect(first.files.map(({ name, contentType }) => `${name} ${contentType}`).sort()).toEqual([
    'a.png image/png',
    'drawing.svg image/svg+xml',
    'moved.png image/png',
  ])
  expect(first.failures).toEqual([])
  expect(first.problems).toEqual([
    expect.stringMatching(`^two.md, line 3: the picture https://${pictures.host}/a.png stays a link: `),
  ])
  const second = await imported(id, pages)
  expect(second.files.map((one) => one.id).sort()).toEqual(first.files.map((one) => one.id).sort())
})

test('a drawing that was fetched is downloaded as one that was uploaded: without running its script', async () => {
  const { id: spaceId } = await world.makeSpace()
  const { files } = await imported(spaceId, { 'README.md': `![D](${at('/drawing')})` })
  const { body } = await world.send('getFileById', { params: { spaceId, fileId: files[0]?.id ?? '' } })
  const token = String(body.downloadURL).split('/').at(-1) ?? ''
  const nobody = { kind: 'none', scope: 'full' } as const
  const { status, headers } = await world.send('downloadFile', { as: nobody, params: { token } })
  expect([status, headers.get('content-disposition')]).toEqual([200, expect.stringMatching(/^attachment;/)])
  expect(headers.get('content-security-policy')).toContain('sandbox')
})

test('pictures that cannot be fetched stay links, and are reported with file and line, without the queries', async () => {
  const { id } = await world.makeSpace()
  inner.asked.length = 0
  const broken = [
    at('/gone.png?key=secret'),
    at('/page.png'),
    at('/comments.png'),
    at('/inside.png'),
    at('/huge.png'),
    `http://${inner.host}/a.png`,
    'http://169.254.169.254/latest.png',
    `http://user:word@${pictures.host}/a.png`,
  ]
  const text = broken.map((url) => `![P](${url})`).join('\n')
  const { texts, files, problems } = await imported(id, { 'README.md': `---\ndescription: D\n---\n\n# One\n\n${text}` })
  expect(texts.One).toContain(`\n${text}`)
  expect([files, inner.asked]).toEqual([[], []])
  const problem = (line: number, url: string, why: string) =>
    `README.md, line ${line}: the picture ${url} stays a link: ${why}`
  const inside = 'leads to an address that is not public, which this server does not fetch from'
  expect(problems).toEqual([
    problem(7, at('/gone.png'), 'could not be fetched: the server answered 404'),
    problem(8, at('/page.png'), 'it is no picture'),
    // Nor does reading it take twice as long for each comment.
    problem(9, at('/comments.png'), 'it is no picture'),
    problem(10, at('/inside.png'), inside),
    problem(11, at('/huge.png'), `could not be fetched: it is larger than ${10 * 1024 ** 2} bytes`),
    problem(12, `http://${inner.host}/a.png`, inside),
    problem(13, 'http://169.254.169.254/latest.png', inside),
    problem(14, `http://${pictures.host}/a.png`, 'must not contain a user name or password'),
  ])
})

/** Fetches pictures with other limits. */
async function fetched(urls: string[], limits: Partial<typeof remoteLimits>, host = pictures.host) {
  await using web = guardedClient({ allow: OutboundAllow.parse(host) })
  const scratch = {
    store: async (bytes: Uint8Array) => async () => Buffer.from(bytes),
    [Symbol.asyncDispose]: async () => {},
  }
  const found = urls.map((url, index) => ({ url, written: new Set([url]), usedAt: `${index}.md` }))
  const { signal } = new AbortController()
  return await fetchRemotePictures(found, { web, scratch, signal, field: 'body.url' }, { ...remoteLimits, ...limits })
}

test('number and bytes of the pictures of one import are bounded, and the rest is reported', async () => {
  const urls = [1, 2, 3].map((number) => at(`/a.png?${number}`))
  const some = await fetched([at('/a.png'), ...urls], { pictures: 1 })
  expect([some.files.length, some.problems.length]).toEqual([1, 3])
  expect(some.problems[0]).toMatch(/^1\.md: .* stays a link: 1 are fetched at most$/)
  const few = await fetched([at('/a.png')], { totalBytes: png.length - 1 })
  expect([few.files.length, few.problems.length]).toEqual([0, 1])
})

test('a host that hangs is not asked again after its first timeout', async () => {
  let asked = 0
  const hanging = await new Promise<Server>((resolve) => {
    const server = createServer((socket) => {
      socket
        .on('error', () => undefined)
        .once('data', () => {
          asked += 1
        })
    })
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
  const host = `127.0.0.1:${(hanging.address() as AddressInfo).port}`
  const urls = Array.from({ length: 20 }, (_, number) => `http://${host}/${number}.png`)
  const { files, problems } = await fetched(urls, { pictureTimeoutMs: 200 }, host)
  hanging.close()
  expect([files, problems.length]).toEqual([[], 20])
  expect(problems[19]).toMatch(/did not answer before$/)
  expect(asked).toBeLessThanOrEqual(4)
})
