import { once } from 'node:events'
import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type Person, type World } from '@quire/world'
import jwt from 'jsonwebtoken'
import { type Api, apiOf } from './support/api-client.ts'
import { serveArchive } from './support/archives.ts'
import { settled, systemOf } from './support/system-databases.ts'
import type { Made } from './support/visitor-kinds.ts'

const parts = 4
const chapters = 260
const sub = 3

/** Pages in groups, of which the first has pages below some of its pages. */
function archive(): Record<string, string> {
  const files: Record<string, string> = { 'README.md': '# Home\n\nWelcome.\n' }
  let contents = '* [Home](README.md)\n'
  const add = (path: string, title: string, indent = '') => {
    files[path] = `# ${title}\n\nThe text of ${title}.\n`
    contents += `${indent}* [${title}](${path})\n`
  }
  for (let part = 0; part < parts; part += 1) {
    contents += `\n## Part ${part}\n\n`
    for (let at = 0; at < chapters; at += 1) {
      add(`part-${part}/c${at}.md`, `Chapter ${part}.${at}`)
      if (part === 0 && at % 50 === 0)
        for (let below = 0; below < sub; below += 1)
          add(`part-${part}/c${at}/s${below}.md`, `Section ${part}.${at}.${below}`, '  ')
    }
  }
  files['SUMMARY.md'] = contents
  return files
}

let source: Awaited<ReturnType<typeof serveArchive>>
let world: World
let api: Api
let ada: Person
let organizationId: string
let spaceId: string
let made: Made
/** The key that signs the visitors of the site `closed`. */
let privateKey: string

beforeAll(async () => {
  source = await serveArchive(archive())
  world = await createWorld({ env: { OUTBOUND_ALLOW: source.allow, CORS_ORIGINS: 'https://app.example.com' } })
  api = apiOf(world.gateways[0] ?? '')
  ada = await world.person('ada@example.com', 'Ada')
  organizationId = (await api.made('createOrganization', ada.token, { body: { title: 'Zoo' } })).id
  made = (operation, params, body) => api.made(operation, ada.token, { params: { organizationId, ...params }, body })
  spaceId = (await made('createSpace', {}, { title: 'Guide' })).id
  await made('importContent', { spaceId }, { source: 'zip', url: source.url })
  await edit([
    page('Staff', { slug: 'staff', condition: 'visitor.claims.staff' }),
    page('Unlisted', { slug: 'unlisted', hidden: true }),
  ])
  const staff = await idOf('Staff')
  await edit([
    page('Inside', { slug: 'inside', into: staff }),
    page('Under', { slug: 'under', into: await idOf('Unlisted') }),
  ])
  await publish('large', 'public')
  const siteId = await publish('closed', 'visitor-auth')
  privateKey = (await made('getSitePublishingAuthById', { siteId })).privateKey
  await settled(systemOf(world))
})
afterAll(async () => {
  await world?.close()
  await source?.close()
})

const page = (title: string, fields: object) => ({
  ...{ operation: 'insert_page', title, document: { markdown: `The text of ${title}.` }, ...fields },
})

const idOf = async (title: string): Promise<string> =>
  (await made('getCurrentRevision', { spaceId })).pages.find((one: { title: string }) => one.title === title).id

async function publish(basename: string, visibility: string): Promise<string> {
  const { id: siteId } = await made('createSite', {}, { title: 'Zoo', spaces: [spaceId] })
  await made('updateSiteById', { siteId }, { basename, visibility })
  await made('publishSite', { siteId })
  return siteId
}

async function edit(changes: object[]) {
  const { id: changeRequestId } = await made('createChangeRequest', { spaceId }, {})
  const params = { spaceId, changeRequestId }
  await api.made('updateChangeRequestContent', ada.token, { params, query: { compat: 'false' }, body: { changes } })
  await made('mergeChangeRequest', params)
}

/** Requests a path of a site; those of `large` have the name of no site. */
const visit = (path: string, headers: Record<string, string> = {}, site = 'large') =>
  fetch(`${world.gateways[0]}/sites/${site}${path}`, { redirect: 'manual', headers })
const textAt = async (...asked: Parameters<typeof visit>) => (await visit(...asked)).text()

/** The navigation of a page, or the list of pages that it consists of. */
const navigationIn = (html: string) => /<nav aria-label="Pages">[\s\S]*?<\/nav>/.exec(html)?.[0] ?? ''
const listIn = (html: string) => /<ul class="page-list">[\s\S]*?<\/article>/.exec(html)?.[0] ?? ''
const hrefsIn = (html: string) =>
  [...html.matchAll(/<a [^>]*?href="\/sites\/\w+([^"]*)"/g)].map(([, href = '']) => href)
const isList = (href: string) => href.startsWith('/-/pages/')

/** Follows the links of a navigation to lists of pages; returns the addresses of all pages in it and in them. */
async function reachedFrom(
  html: string,
  ...of: [headers?: Record<string, string>, site?: string]
): Promise<Set<string>> {
  const hrefs = new Set(hrefsIn(navigationIn(html)))
  for (const href of hrefs) {
    if (!isList(href)) continue
    const answer = await visit(href, ...of)
    expect([href, answer.status]).toEqual([href, 200])
    for (const found of hrefsIn(listIn(await answer.text()))) hrefs.add(found)
  }
  return new Set([...hrefs].filter((href) => !isList(href)))
}

/** The addresses of all pages of a site. */
async function listed(...of: [headers?: Record<string, string>, site?: string]): Promise<Set<string>> {
  const found = (await textAt('/llms.txt', ...of)).matchAll(/\]\(http:\/\/quire.test\/sites\/\w+(.*?)\.md\)/g)
  return new Set([...found].map(([, path = '']) => (path === '/home' ? '' : path)))
}

test('a page of a large space is small, has its neighbours, and leads to every other page without a script', async () => {
  const html = await textAt('/part-1/c130')
  const text = /<div class="text">[\s\S]*?<\/article>/.exec(html)?.[0] ?? ''
  expect(Buffer.byteLength(html) - Buffer.byteLength(text)).toBeLessThan(60_000)
  const near = hrefsIn(navigationIn(html))
  for (const beside of [127, 128, 129, 130, 131, 132, 133]) expect(near).toContain(`/part-1/c${beside}`)
  expect(near).not.toContain('/part-2/c0')
  const all = await listed()
  expect(all.size).toBe(parts * chapters + sub * Math.ceil(chapters / 50) + 1)
  expect(await reachedFrom(html)).toEqual(all)
  expect(await reachedFrom(await textAt(''))).toEqual(all)
})

test('the pages below a page are in it, and the pages above it are open', async () => {
  const near = hrefsIn(navigationIn(await textAt('/part-0/c50')))
  expect(near).toEqual(expect.arrayContaining(['/part-0/c50/s0', '/part-0/c50/s2', '/part-0/c51']))
  expect(near).not.toContain('/part-0/c0/s0')
  const inside = hrefsIn(navigationIn(await textAt('/part-0/c50/s1')))
  expect(inside).toEqual(expect.arrayContaining(['/part-0/c50/s0', '/part-0/c50', '/part-0/c49']))
})

test('a long answer is compressed for whoever takes that, and caches keep one for each way', async () => {
  const read = async (accepted: string) => {
    const headers = {
      ...{ authorization: `Bearer ${ada.token}`, origin: 'https://app.example.com', 'accept-encoding': accepted },
    }
    const [answer] = await once(get(`${world.gateways[0]}/v1/spaces/${spaceId}/content/pages`, { headers }), 'response')
    expect(answer.headers.vary.toLowerCase().split(', ').toSorted()).toEqual(['accept-encoding', 'origin'])
    return { encoding: answer.headers['content-encoding'], bytes: await buffer(answer) }
  }
  const plain = await read('identity')
  expect(plain.encoding).toBeUndefined()
  expect(JSON.parse(String(plain.bytes)).pages.length).toBeGreaterThan(parts)
  for (const [accepted, encoding, decode] of [
    ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
    ['gzip, br;q=0.5', 'br', brotliDecompressSync],
    ['gzip, br;q=0, zstd;q=0', 'gzip', gunzipSync],
  ] as const) {
    const { encoding: used, bytes } = await read(accepted)
    expect([accepted, used, decode(bytes).equals(plain.bytes)]).toEqual([accepted, encoding, true])
    expect(bytes.length).toBeLessThan(plain.bytes.length / 4)
  }
})

test('the entries of a list are what its page lists, and are sent again only if they changed', async () => {
  const list = hrefsIn(navigationIn(await textAt('/part-1/c130'))).filter(isList)
  expect(list.length).toBeGreaterThan(parts)
  for (const href of list) {
    const address = href.replace('/-/pages/', '/-/branches/')
    const entries = await visit(address)
    expect([entries.status, entries.headers.get('cache-control')]).toEqual([200, 'public, no-cache'])
    const pages = hrefsIn(await entries.text()).filter((one) => !isList(one))
    expect(pages).toEqual(hrefsIn(listIn(await textAt(href))).filter((one) => !isList(one)))
    const etag = entries.headers.get('etag') ?? ''
    expect((await visit(address, { 'if-none-match': etag })).status).toBe(304)
  }
})

test('the lists of a visitor have what the visitor sees, and those of nobody else do', async () => {
  const variant = /\/-\/pages\/([^/"]+)/.exec(await textAt('', {}, 'large'))?.[1]
  const [staff, hidden] = [await idOf('Staff'), await idOf('Unlisted')]
  for (const kind of ['pages', 'branches']) {
    const status = async (path: string) => (await visit(`/-/${kind}/${path}`)).status
    expect([await status(`${variant}/~`), await status(`${variant}`), await status(`${variant}/~/-2`)]).toEqual([
      200, 200, 200,
    ])
    for (const path of [
      ...[`${variant}/${staff}`, `${variant}/${hidden}`, `${variant}/${await idOf('Home')}`, `${variant}/nothing`],
      ...['nothing', 'nothing/~', `${variant}/~/5`, `${variant}/~/-`, `${variant}/~/0-0`, `${variant}/~/9999999-`],
      ...[`${variant}/~/-0`, `${variant}/~/0-/more`, `${variant}/~/99999999999999999999-`, '', '~'],
    ])
      expect([kind, path, await status(path)]).toEqual([kind, path, 404])
    expect(await textAt(`/-/${kind}/${variant}/~`)).not.toMatch(/Staff|Unlisted|Inside|Under/)
  }
})

test('a list of a closed site is there for its visitors only, with the pages for which they meet the condition', async () => {
  const cookieOf = (claims: object) => ({
    cookie: `quire-visitor=${jwt.sign(claims, privateKey, { algorithm: 'HS256', expiresIn: '1h' })}`,
  })
  const [staff, others] = [cookieOf({ staff: true }), cookieOf({ staff: false })]
  const list = async (headers: Record<string, string>) => {
    const variant = /\/-\/pages\/([^/"]+)/.exec(await textAt('', headers, 'closed'))?.[1]
    return [`/-/branches/${variant}/~`, `/-/branches/${variant}/${await idOf('Staff')}`] as const
  }
  const [top, inside] = await list(staff)
  const found = []
  for (const path of [top, inside])
    for (const headers of [staff, others, {}]) {
      const answer = await visit(path, headers, 'closed')
      found.push([
        answer.status,
        answer.headers.get('cache-control')?.split(',')[0],
        /Staff|Inside/.exec(await answer.text())?.[0],
      ])
    }
  expect(found).toEqual([
    [200, 'private', 'Staff'],
    [200, 'private', undefined],
    [404, 'no-store', undefined],
    [200, 'private', 'Inside'],
    [404, expect.anything(), undefined],
    [404, 'no-store', undefined],
  ])
  expect(await reachedFrom(await textAt('', staff, 'closed'), staff, 'closed')).toEqual(await listed(staff, 'closed'))
})

test('a new title renders those pages again that show it', async () => {
  const rendered = async () => {
    const { values } = await world.services.content.foundation.metrics.requests.get()
    return values
      .filter(({ metricName, labels }) => metricName?.endsWith('_count') && labels.operation === 'getPublishedPage')
      .reduce((sum, { value }) => sum + value, 0)
  }
  const paths = ['/part-1/c10', '/part-1/c12', '/part-1/c250', '/part-2/c12', '']
  const visitAll = async () => {
    const before = await rendered()
    const texts = []
    for (const path of paths) texts.push(await textAt(path))
    return [(await rendered()) - before, texts.map((text) => text.includes('Renamed'))]
  }
  await visitAll()
  expect(await visitAll()).toEqual([0, [false, false, false, false, false]])
  const { pages } = await made('getCurrentRevision', { spaceId })
  const [{ id }] = pages
    .find(({ title }: { title: string }) => title === 'Part 1')
    .pages.filter(({ title }: { title: string }) => title === 'Chapter 1.11')
  await edit([{ operation: 'update_page', page: id, title: 'Renamed' }])
  await settled(systemOf(world))
  expect(await visitAll()).toEqual([2, [true, true, false, false, false]])
})
