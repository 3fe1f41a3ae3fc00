import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startWithSource } from '../openapi/specification-source.ts'

let source: Awaited<ReturnType<typeof startWithSource>>
beforeAll(async () => {
  source = await startWithSource()
})
afterAll(() => source.stop())

const find = async (url: string) => {
  const { status, body } = await source.world.send('getEmbedByUrl', { as: 'gus', query: { url } })
  return [status, body]
}
let asked: string[] = []
/** Serves a page, and counts how often it is asked for. */
const serve = (path: string, html: string) =>
  source.serve(path, (_, response) => {
    asked.push(path)
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html)
  })

test('a known provider is a frame, made of identifiers in the address alone', async () => {
  const [status, body] = await find('https://www.figma.com/file/abcdefghij/Name?x="><script>')
  expect([status, body]).toEqual([
    200,
    {
      ...{ type: 'rich', title: 'Figma', site: 'Figma' },
      html: expect.stringMatching(
        /^<iframe src="https:\/\/embed\.figma\.com\/file\/abcdefghij\?embed-host=quire" title="Figma" sandbox="[a-z -]+" /,
      ),
    },
  ])
})

test('a page that has an oEmbed answer is the frame that the answer names, without anything else of its HTML', async () => {
  serve('/film', `<title>Wrong</title><link rel="alternate" type="application/json+oembed" href="/oembed?of=film">`)
  source.serve('/oembed?of=film', {
    ...{ type: 'video', title: 'A "film" & more', provider_name: 'Films' },
    html: '<script>alert(1)</script><iframe src="https://films.example/1?a=1&amp;b=2" onload="alert(1)"></iframe>',
  })
  const [status, body] = await find(`${source.base}/film`)
  expect([status, body]).toEqual([
    200,
    {
      ...{ type: 'rich', title: 'A "film" & more', site: 'Films' },
      html: '<iframe src="https://films.example/1?a=1&amp;b=2" title="A &quot;film&quot; &amp; more" sandbox="allow-scripts allow-popups allow-forms" referrerpolicy="no-referrer" loading="lazy" allowfullscreen></iframe>',
    },
  ])
})

test.each([
  ['no oEmbed answer', '/nothing'],
  ['one that is no JSON', '/text'],
  ['one at an address that is not public', 'http://127.0.0.1:1/oembed'],
  ['one with a frame over HTTP', '/http'],
  ['one with a frame that is a script', '/script'],
])('a page with %s is a link with its title, icon and site', async (_, answer) => {
  source.serve('/text', 'text')
  source.serve('/http', { html: '<iframe src="http://films.example/1"></iframe>' })
  source.serve('/script', { html: '<iframe src="javascript:alert(1)"></iframe>' })
  const path = `/page-of-${answer.replaceAll(/\W/g, '')}`
  serve(
    path,
    `<head><title>Own</title><meta property="og:title" content=" The  page "><meta property="og:site_name" content="Pages">
<link rel="shortcut icon" href="/icon.png"><link rel="alternate" type="application/json+oembed" href="${answer}"></head><title>Later</title>`,
  )
  expect(await find(source.base + path)).toEqual([
    200,
    { type: 'link', title: 'The page', site: 'Pages', icon: `${source.base}/icon.png` },
  ])
})

test('what is no page is a link with its name', async () => {
  source.serve('/files/a%20b.json', {})
  expect(await find(`${source.base}/files/a%20b.json`)).toEqual([
    200,
    { type: 'link', title: 'a b.json', site: '127.0.0.1' },
  ])
})

test('an address is read once, and one that could not be read again', async () => {
  asked = []
  serve('/once', '<title>Once</title>')
  for (let time = 0; time < 3; time++) expect(await find(`${source.base}/once`)).toMatchObject([200, { title: 'Once' }])
  expect(asked).toEqual(['/once'])
  expect(await find(`${source.base}/later`)).toMatchObject([400, {}])
  serve('/later', '<title>Later</title>')
  expect(await find(`${source.base}/later`)).toMatchObject([200, { title: 'Later' }])
})

test.each([
  ['an address that is not public', 'http://127.0.0.1:1/'],
  ['the address of cloud meta data', 'http://169.254.169.254/latest'],
  ['no address of the web', 'file:///etc/passwd'],
  ['a user name', 'http://ada@example.com/'],
])('%s is refused', async (_, url) => {
  expect(await find(url)).toEqual([400, { error: { code: 400, message: expect.stringMatching(/^query\.url: /) } }])
})

test('a page that is too large is refused', async () => {
  serve('/large', `<title>Large</title>${'x'.repeat(4_000_000)}`)
  expect(await find(`${source.base}/large`)).toMatchObject([400, {}])
})

test('who reads a space may ask in it, and nobody else', async () => {
  const { id: spaceId } = await source.world.makeSpace()
  const query = { url: 'https://www.figma.com/file/abcdefghij' }
  const send = (as: string) => source.world.send('getEmbedByUrlInSpace', { as, params: { spaceId }, query })
  expect([(await send('rex')).status, (await send('gus')).status, (await send('olga')).status]).toEqual([200, 404, 404])
})
