import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { documentAt, spaceAtPath } from '../src/screens/sites/site-addresses.ts'
import { treeOf } from '../src/screens/sites/structure-tree.ts'
import { openPage } from './browser-page.ts'

const space = (id: string, path: string, isDefault = false) => ({
  ...{ object: 'site-space', id, path, default: isDefault, title: id, space: { id: `of-${id}`, title: id } },
})
const section = (path: string, isDefault: boolean, ...siteSpaces: object[]) => ({
  ...{ object: 'site-section', id: path, title: path, path, default: isDefault, siteSpaces },
})
type Structure = Parameters<typeof treeOf>[0]
const sections = treeOf({
  type: 'sections',
  structure: [
    section('guide', true, space('v2', 'v2', true), space('v1', 'v1')),
    {
      ...{ object: 'site-section-group', id: 'more', title: 'more' },
      children: [section('API', false, space('rest', 'rest', true), space('beta', 'rest/beta'))],
    },
  ],
} as unknown as Structure)
const flat = treeOf({ type: 'siteSpaces', structure: [space('one', 'one'), space('two', 'two', true)] } as never)

test.each([
  ['/start', 'v2', 'start'],
  ['/guide/start', 'v2', 'start'],
  ['/V1/a%20b/c', 'v1', 'a b/c'],
  ['/guide/v1', 'v1', ''],
  ['/api', 'rest', ''],
  ['/api/rest/users', 'rest', 'users'],
  ['/api/rest/beta/users', 'beta', 'users'],
  ['/rest/users', 'v2', 'rest/users'],
])('the path %s of a site with sections leads into the space %s', (path, id, page) => {
  expect(spaceAtPath(sections, path)).toMatchObject({ space: { id }, page })
})

test('a path of a site without sections leads into the space that it names, or the default one', () => {
  expect(spaceAtPath(flat, '/one/page')).toMatchObject({ space: { id: 'one' }, page: 'page' })
  expect(spaceAtPath(flat, '/page')).toMatchObject({ space: { id: 'two' }, page: 'page' })
  expect(spaceAtPath([], '/page')).toBeUndefined()
})

test('a document is at its path in the space, the first one at that of the space, and a group is at none', () => {
  const page = (type: string, path: string, pages: object[] = []) => ({ type, id: path, path, pages })
  const pages = [page('group', 'care', [page('document', 'care/oil')]), page('document', 'springs')] as never
  expect(['', 'springs', 'care/oil', 'care', 'oil'].map((path) => documentAt(pages, path)?.id)).toEqual([
    'care/oil',
    'springs',
    'care/oil',
    undefined,
    undefined,
  ])
})

/** The redirects of each request that the service got; it refuses those with this source. */
const service = { requests: [] as string[][], refuses: '/old/700' }
let close = () => {}
beforeAll(() => {
  close = openPage(async (_, { body = '' }) => {
    const sources = (JSON.parse(body).redirects as { source: string }[]).map(({ source }) => source)
    service.requests.push(sources)
    const results = sources.map((source) => ({
      ...{ source, draft: false },
      ...(source === service.refuses
        ? { status: 'error', error: 'Pages are named by their ids.' }
        : { status: 'created' }),
    }))
    return Response.json({ results })
  })
})
afterAll(() => close())

test('a list of any length is read and saved whole, in requests of 500 redirects, and says how far it is', async () => {
  const { readRedirects } = await import('../src/screens/sites/redirects-csv.ts')
  const { saveRedirects } = await import('../src/screens/sites/save-redirects.ts')
  const text = Array.from({ length: 1201 }, (_, at) => `/old/${at},https://acme.example/${at}`).join('\n')
  const { lines, faulty } = readRedirects(text, () => undefined)
  expect([lines.length, faulty.size]).toEqual([1201, 0])
  const sent: number[] = []
  const refused = await saveRedirects({ organizationId: 'o', siteId: 's' }, lines, (count) => void sent.push(count))
  expect(sent).toEqual([500, 1000, 1201])
  expect(service.requests.flat()).toEqual(lines.map(({ source }) => source))
  expect(refused.map(({ source }) => source)).toEqual(['/old/700'])
})

test('a request leads to the pages of 50 spaces at most', async () => {
  const { saveRedirects } = await import('../src/screens/sites/save-redirects.ts')
  const lines = Array.from({ length: 120 }, (_, at) => ({
    ...{ source: `/to/${at}`, permanent: false },
    destination: { kind: 'site-page' as const, siteSpaceId: `s${at % 60}`, pageId: 'p' },
  }))
  service.requests = []
  await saveRedirects({ organizationId: 'o', siteId: 's' }, lines, () => undefined)
  expect(service.requests.map(({ length }) => length)).toEqual([50, 50, 20])
  expect(service.requests.flat()).toEqual(lines.map(({ source }) => source))
})
