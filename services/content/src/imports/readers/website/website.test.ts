import { tmpdir } from 'node:os'
import { expect, jest, test } from '@jest/globals'
import { DocumentError } from '@quire/document/errors'
import { guardedClient, OutboundAllow } from '@quire/kit'
import { parser } from '../../../../tests/imports/plan.fixture.ts'
import { type SiteLimits, siteLimits } from '../../import-limits.ts'
import { openScratch } from '../../import-scratch.ts'
import { type Answer, fixturesIn, importFrom, outlineOf, serve, siteOf, textAt } from '../../reading.fixture.ts'
import type { Reading } from '../file-reader.ts'
import { siteAt } from './site.ts'
import { readWebsite } from './website.ts'

const tree = ['Pump manual', '[Guide]', '  Install the pump', '  Operate the pump']

test.each([
  ['Sphinx', 'sphinx', '/', [...tree, '[Reference]', '  Reference']],
  ['MkDocs', 'mkdocs', '/', [...tree, 'Reference']],
  ['VitePress', 'vitepress', '/', ['Install the pump', 'Operate the pump', 'Reference', 'Pump manual']],
])(
  'a site of %s keeps its order, its texts, its links between pages and its pictures',
  async (_, folder, path, outline) => {
    using server = await serve(siteOf(fixturesIn(folder)))
    const plan = await importFrom(server, path, 'website')
    expect(outlineOf(plan)).toEqual(outline)
    const page = plan.pages.find(({ title }) => title === 'Install the pump')
    const text = textAt(plan, page?.gitPath ?? '') ?? ''
    expect(text).toMatch(/^\{% hint style="warning" %\}[\s\S]*Shut the valve first\.\n\n\{% endhint %\}/)
    expect(text).toMatch(/\[the table of pipes\]\(pages:reference(\.html|\/index\.html)#pipes\)/)
    expect(text).toMatch(/!\[The pump from its left side\]\(files:[\w/-]+\.png/)
    expect(text).toContain('```python\nfrom pump import Controller\n\nassert Controller().pressure < 4  # bar\n```')
    expect(page?.sourceURL).toMatch(new RegExp(`^http://${server.host}/guide/install`))
  },
)

const page = (title: string, ...links: string[]) =>
  `<title>${title}</title><main><h1>${title}</h1><p>Words. ${links.map((href) => `<a href="${href}">${href}</a>`).join(' ')}`

test('pages outside of the folder, of other hosts and those that robots.txt closes are not asked for', async () => {
  using other = await serve(siteOf({ 'index.html': page('Other') }))
  using server = await serve((path): Answer | undefined => {
    if (path === '/docs/away') return { status: 302, headers: { Location: `http://${other.host}/` } }
    if (path === '/docs/out') return { status: 302, headers: { Location: '/blog' } }
    return siteOf({
      'robots.txt':
        'User-agent: *\nDisallow: /docs/private/\n\nUser-agent: Quire\nDisallow: /docs/secret\nCrawl-delay: 0\n',
      'docs/index.html': page(
        'Home',
        'a',
        'secret',
        'away',
        'out',
        '/blog',
        `http://${other.host}/`,
        'a.pdf',
        'mailto:x@y',
      ),
      'docs/a': page('A', './', '?print=1', '#part', 'a?x=2', 'private/b'),
      'docs/private/b': page('B'),
      blog: page('Blog'),
    })(path)
  })
  const plan = await importFrom(server, '/docs/', 'website', { allow: `${server.host},${other.host}` })
  expect(outlineOf(plan)).toEqual(['Home', 'A', '[Private]', '  B'])
  expect(server.asked.filter((path) => path.startsWith('/docs/')).sort()).toEqual([
    '/docs/',
    '/docs/a',
    '/docs/away',
    '/docs/out',
    '/docs/private/b',
  ])
  expect(other.asked).toEqual([])
  expect(plan.failures).toEqual([{ path: 'away', problem: 'could not be fetched: it redirects to another place' }])
  expect(textAt(plan, 'a')).toContain('[./](pages:index.html) [?print=1](pages:a) [#part](#part) [a?x=2](pages:a)')
  // The other links lead where they led before.
  expect(textAt(plan, 'index.html')).toContain(`[/blog](http://${server.host}/blog)`)
})

test('a page that cannot be read is a failure, and a server that asks to be left alone is asked again', async () => {
  let busy = 2
  using server = await serve((path): Answer | undefined => {
    if (path === '/busy' && busy > 0) {
      busy -= 1
      return { status: 503, headers: { 'Retry-After': '0' } }
    }
    if (path === '/late') return { status: 429, headers: { 'Retry-After': '86400' } }
    if (path === '/deep') return { body: '<div>'.repeat(1000) }
    return siteOf({ 'index.html': page('Home', 'busy', 'late', 'gone', 'deep'), busy: page('Busy') })(path)
  })
  const plan = await importFrom(server, '/', 'website')
  expect(outlineOf(plan)).toEqual(['Home', 'Busy'])
  expect(plan).toMatchObject({ importedResources: 2, totalResources: 5 })
  expect(plan.failures.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
    { path: 'deep', problem: 'The page is nested too deeply' },
    { path: 'gone', problem: 'could not be fetched: the server answered 404' },
    { path: 'late', problem: 'could not be fetched: the server answered 429' },
  ])
})

test('one page with several addresses comes in once, and links to each of them lead to it', async () => {
  const copy = page('One').replace('<main>', '<link rel=canonical href="/one"><main>')
  using server = await serve((path): Answer | undefined => {
    if (path === '/old') return { status: 301, headers: { Location: '/one' } }
    const files = {
      'index.html': page('Home', 'one', 'copy', 'old', 'index.html', 'two'),
      one: copy,
      copy,
      two: page('Two'),
    }
    return siteOf({ ...files, two: page('Two').replace('<main>', '<link rel=canonical href="/"><main>') })(path)
  })
  const plan = await importFrom(server, '/', 'website')
  expect(outlineOf(plan)).toEqual(['Home', 'One', 'Two'])
  expect(textAt(plan, 'index.html')).toContain(
    '[one](pages:one) [copy](pages:one) [old](pages:one) [index.html](pages:index.html) [two](pages:two)',
  )
})

test('pages that only a sitemap names come in, and a broken sitemap harms nothing', async () => {
  const files: Record<string, string> = {
    'robots.txt': 'Sitemap: http://HOST/maps.xml\n',
    'index.html': page('Home'),
    hidden: page('Hidden'),
    'maps.xml':
      '<sitemapindex><sitemap><loc>http://HOST/one.xml</loc></sitemap><sitemap><loc>http://10.0.0.1/x.xml</loc></sitemap></sitemapindex>',
    'one.xml':
      '<!DOCTYPE a [<!ENTITY b "c">]><urlset><url><loc>http://HOST/hidden</loc></url><url><loc>&b;</loc></url><url>',
  }
  using server = await serve((path): Answer | undefined => {
    const body = siteOf(files)(path)?.body
    return body === undefined ? undefined : { body: String(body).replaceAll('HOST', server.host) }
  })
  expect(outlineOf(await importFrom(server, '/', 'website'))).toEqual(['Home', 'Hidden'])
})

test('a sitemap that is nested without end harms nothing', async () => {
  const files = { 'index.html': page('Home'), 'sitemap.xml': '<a>'.repeat(500_000) }
  using server = await serve(siteOf(files))
  expect(outlineOf(await importFrom(server, '/', 'website'))).toEqual(['Home'])
})

const refused = (message: RegExp) => ({ status: 400, message: expect.stringMatching(message) })

test.each<[string, Record<string, Answer>, RegExp]>([
  ['that is closed to crawlers', { '/robots.txt': { body: 'User-agent: *\nDisallow: /' } }, /closed to crawlers/],
  ['whose robots.txt cannot be read', { '/robots.txt': { status: 500 } }, /its robots.txt could not be fetched/],
  ['that is not there', {}, /index.html: could not be fetched: the server answered 404/],
  ['without words', { '/': { body: '<div id=app></div>' } }, /holds no text/],
  ['that leads elsewhere', { '/': { status: 302, headers: { Location: 'http://10.0.0.1/' } } }, /not public/],
])('a site %s is refused', async (_, answers, message) => {
  using server = await serve((path) => answers[path])
  await expect(importFrom(server, '/', 'website')).rejects.toMatchObject(refused(message))
})

test('a site whose robots.txt takes too long is refused', async () => {
  using server = await serve(siteOf({ 'robots.txt': 'User-agent: *', 'index.html': page('Home') }))
  const slow: Reading['parser'] = {
    ...parser,
    run: (name, ...args) =>
      name === 'askRobots' ? Promise.reject(new DocumentError('too-complex', 'slow')) : parser.run(name, ...args),
  }
  await expect(importFrom(server, '/', 'website', { parser: slow })).rejects.toMatchObject(
    refused(/its robots.txt takes too long/),
  )
})

/** A client that makes no connections. */
async function readingOf(get: (url: string) => Promise<{ url: string; body: string; contentType?: string }>) {
  const scratch = await openScratch(tmpdir(), 'body.url', 1_000_000)
  const web: Reading['web'] = {
    get: async (url) => {
      const { body, ...answer } = await get(url)
      return { contentType: 'text/html', etag: '', isKnown: false, body: Buffer.from(body), ...answer }
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
  return { web, scratch, parser, signal: new AbortController().signal, field: 'body.url' }
}

test('a path that is cut is cut between characters', () => {
  const site = siteAt('http://site.test/')
  for (const start of ['', 'a']) {
    const path = site.pathOf(`http://site.test/${start}${encodeURIComponent('😀'.repeat(300))}`)
    expect([path.length, path.isWellFormed()]).toEqual([500, true])
  }
})

test('pictures have the time of their site', async () => {
  const answers = async (url: string) => {
    if (url.endsWith('/robots.txt') || url.endsWith('.xml')) return { url, body: '' }
    return { url, body: '<main><h1>Home</h1><p>Words<img src=a.png>' }
  }
  const reading = await readingOf(answers)
  await using _ = reading.scratch
  const clock = jest.spyOn(performance, 'now')
  const progress = () => void clock.mockReturnValue(1e15)
  try {
    const { files, failures } = await readWebsite('http://site.test/', { ...reading, progress })
    expect(files).toHaveLength(1)
    expect(failures).toEqual([{ path: 'http://site.test/a.png', problem: 'was not reached within 10 minutes' }])
  } finally {
    clock.mockRestore()
  }
})

test('a site that moved to https is read there, as robots.txt there allows', async () => {
  const files: Record<string, string> = {
    '/': page('Home', 'a', 'secret'),
    '/a': page('A', './'),
    '/secret': page('Secret'),
    '/robots.txt': 'User-agent: *\nDisallow: /secret',
  }
  const reading = await readingOf(async (asked) => {
    const url = asked.replace(/^http:/, 'https:')
    return { url, body: files[new URL(url).pathname] ?? '' }
  })
  await using _ = reading.scratch
  const found = await readWebsite('http://site.test/', reading)
  expect(found.files.map(({ url }) => url)).toEqual(['https://site.test/', 'https://site.test/a'])
  expect(found.failures).toEqual([])
})

test('a site without end is read up to its bounds, and what is left out is said', async () => {
  using server = await serve((path) => {
    const links = Array.from({ length: 3 }, (_, at) => `${path.replace(/\/$/, '')}/${at}`)
    return path === '/robots.txt' ? undefined : { body: page(`Page ${path}`, ...links) }
  })
  const reported: number[] = []
  const progress: Reading['progress'] = ({ importedResources }) => reported.push(importedResources)
  await using web = guardedClient({ allow: OutboundAllow.parse(server.host) })
  await using scratch = await openScratch(tmpdir(), 'body.url', 1_000_000)
  const { signal } = new AbortController()
  const read = (limits: Partial<SiteLimits>) => {
    const reading = { web, scratch, parser, signal, field: 'body.url', progress }
    return readWebsite(`http://${server.host}/`, reading, { ...siteLimits, ...limits })
  }
  const few = await read({ pages: 20 })
  expect(few.files).toHaveLength(20)
  expect(few.failures).toEqual([
    { path: `http://${server.host}/`, problem: expect.stringMatching(/links to pages were not followed/) },
  ])
  expect(reported).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
  expect((await read({ depth: 1 })).files).toHaveLength(4)
  const late = await read({ timeoutMs: -1 })
  expect([late.files, late.failures]).toEqual([
    [],
    [{ path: 'index.html', problem: expect.stringMatching(/not reached/) }],
  ])
})
