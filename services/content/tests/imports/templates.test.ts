import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { petstore, processed } from '../openapi/specification-source.ts'
import { newBranch } from '../support/branch.ts'
import { indexed } from '../support/wait-for-index.ts'
import { startWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const ids = ['product-docs', 'api-reference', 'changelog', 'handbook']
const url = (address: string) => ({ kind: 'url', url: address })
const apply = (spaceId: string, id: string, contentRefs: object = {}, more: object = {}, as = 'edda') =>
  world.send('applyTemplateToSpace', { as, params: { spaceId }, body: { id, params: { contentRefs }, ...more } })
const newSpace = async (body: object = {}) => (await world.makeSpace(body)).id

interface PresentedPage {
  id: string
  type: string
  title: string
  path: string
  git?: object
  pages: PresentedPage[]
}
const tree = async (spaceId: string): Promise<PresentedPage[]> =>
  (await world.send('listPages', { params: { spaceId } })).body.pages
const documents = (pages: PresentedPage[]): PresentedPage[] =>
  pages.flatMap((page) => [...(page.type === 'document' ? [page] : []), ...documents(page.pages)])
const read = async (spaceId: string, pageId: string, format = 'markdown') =>
  (await world.send('getPageById', { params: { spaceId, pageId }, query: { format } })).body
const textOf = async (spaceId: string, path: string) => {
  const page = documents(await tree(spaceId)).find((one) => one.path === path)
  return (await read(spaceId, page?.id ?? '')).markdown as string
}

test('every template is listed with the references that fill it in', async () => {
  const { body } = await world.send('listTemplates', { as: 'gus' })
  expect(body.items.map(({ id }: { id: string }) => id)).toEqual(ids)
  const [first] = body.items
  expect(first).toMatchObject({ object: 'template', title: expect.any(String), description: expect.any(String) })
  expect(first.contentRefs).toContainEqual({ name: 'logo', description: expect.any(String), kinds: ['file', 'url'] })
})

test.each(ids)('%s makes pages that every reader understands, with and without its references', async (id) => {
  const { body } = await world.send('listTemplates')
  const template = body.items.find((one: { id: string }) => one.id === id)
  const all = Object.fromEntries(
    template.contentRefs.map(({ name }: { name: string }) => [name, url('https://a.example/b')]),
  )
  for (const contentRefs of [{}, all]) {
    const spaceId = await newSpace()
    const { revision } = await world.space(spaceId)
    expect((await apply(spaceId, id, contentRefs)).status).toBe(201)
    const made = (await world.send('getCurrentRevision', { params: { spaceId } })).body
    expect(made.parents).toEqual([revision])
    const pages = documents(made.pages)
    expect(pages.length).toBeGreaterThan(4)
    let used = ''
    for (const page of pages) {
      expect(page).not.toHaveProperty('git')
      const { markdown } = await read(spaceId, page.id)
      used += markdown
      expect(markdown).not.toMatch(/\{\{|\]\([^)]*\.md|href="[^"]*\.md|url="[^"]*\.md/)
      const { document } = await read(spaceId, page.id, 'document')
      // Markdown that no block of the tree represents becomes `raw`.
      expect(JSON.stringify(document)).not.toContain('"raw"')
    }
    expect(used.includes('https://a.example/b')).toBe(contentRefs === all)
  }
})

test('files and pages of the space, and addresses, are put where the template names them', async () => {
  const spaceId = await newSpace()
  const branch = await newBranch(world, spaceId)
  const { insertedFiles, changes } = await branch.made(
    { operation: 'insert_files', files: [{ name: 'logo.svg', base64: '' }] },
    { operation: 'insert_page', title: 'Help', document: {} },
  )
  await world.merge(spaceId, branch.params.changeRequestId)
  const [file, page] = [insertedFiles[0]?.id, changes[0]?.page.id]
  const refs = { logo: { kind: 'file', file }, support: { kind: 'page', page, space: spaceId } }
  expect((await apply(spaceId, 'product-docs', refs)).status).toBe(201)
  const text = await textOf(spaceId, 'welcome')
  expect(text).toContain(`![Logo](/files/${file})`)
  expect(text).toContain(`[Tell us](/pages/${page})`)
})

test('a public specification is named by its lasting address, and a private one is refused', async () => {
  const spaceId = await newSpace()
  const params = { specSlug: 'pets' }
  const body = { source: { text: JSON.stringify(petstore()) } }
  const { id } = await processed(world, 'pets', () => world.send('createOrUpdateOpenAPISpecBySlug', { params, body }))
  const refs = { openapi: { kind: 'openapi', spec: id } }
  const refused = await apply(spaceId, 'api-reference', refs)
  expect([refused.status, refused.body.error.message]).toEqual([
    400,
    expect.stringContaining('contentRefs.openapi.spec'),
  ])
  const published = await world.send('updateOpenAPISpecBySlug', { params, body: { visibility: 'public' } })
  expect((await apply(spaceId, 'api-reference', refs)).status).toBe(201)
  const [overview] = documents(await tree(spaceId))
  expect((await read(spaceId, overview?.id ?? '')).markdown).toContain(
    `[OpenAPI document](${published.body.urls.published})`,
  )
})

test('an address stays one, whatever signs it has', async () => {
  const spaceId = await newSpace()
  const written = 'https://a.example/x)[y](javascript:z)?q={% endhint %}&amp;<b>`*{{logo}}'
  expect((await apply(spaceId, 'product-docs', { support: url(written) })).status).toBe(201)
  const home = documents(await tree(spaceId)).find(({ path }) => path === 'welcome')
  const { document } = await read(spaceId, home?.id ?? '', 'document')
  const found = JSON.stringify(document).match(/https:\/\/a\.example[^"]*/g) ?? []
  expect(found).toEqual([
    expect.stringMatching(/^https:\/\/a\.example\/x%29%5By%5D%28javascript:z%29\?q=[^\s()<>{}`*]+logo%7D%7D$/),
  ])
  expect(JSON.stringify(document)).not.toContain('"url":"javascript:')
})

test('a space that has pages keeps them as they are: those of the template come behind them', async () => {
  const spaceId = await newSpace()
  const { Welcome = '' } = await world.publish(spaceId, { Welcome: 'Mine.', Settings: 'Mine too.' })
  expect((await apply(spaceId, 'product-docs')).status).toBe(201)
  expect((await apply(spaceId, 'product-docs')).status).toBe(201)
  const paths = (await tree(spaceId)).map(({ path }) => path)
  expect(paths.slice(0, 3)).toEqual(['welcome', 'settings', 'welcome-1'])
  expect(new Set(paths).size).toBe(2 + 2 * 4)
  expect((await read(spaceId, Welcome)).markdown).toBe('Mine.')
})

test('a change request takes a template, and the live content has it once it is merged', async () => {
  const spaceId = await newSpace({ editMode: 'locked' })
  const { params } = await newBranch(world, spaceId)
  const { changeRequestId } = params
  expect((await apply(spaceId, 'handbook')).status).toBe(409)
  expect((await apply(spaceId, 'handbook', {}, { changeRequestId })).status).toBe(201)
  expect(await tree(spaceId)).toEqual([])
  await world.merge(spaceId, changeRequestId)
  expect((await tree(spaceId))[0]?.title).toBe('Our handbook')
  expect((await apply(spaceId, 'handbook', {}, { changeRequestId })).status).toBe(409)
  const other = await newSpace()
  expect((await apply(other, 'handbook', {}, { changeRequestId })).status).toBe(404)
})

test('a space begins with a template, found by search, or is not made at all', async () => {
  const template = { id: 'changelog', params: { contentRefs: { support: url('https://a.example/') } } }
  const { id: spaceId } = await world.makeSpace({ title: 'News', template })
  expect((await tree(spaceId)).map(({ title }) => title)).toEqual(['What is new', 'Releases', 'Write a release note'])
  await indexed(world)
  const found = await world.send('searchSpaceContent', { params: { spaceId }, query: { query: 'dark mode' } })
  expect(found.body.items.length).toBeGreaterThan(0)
  const spaces = async () => (await world.send('listSpacesInOrganizationById')).body.count
  const before = await spaces()
  for (const [field, wrong] of [
    ['body.template.id', { id: 'nothing' }],
    [
      'body.template.params.contentRefs.logo.file',
      { id: 'changelog', params: { contentRefs: { logo: { kind: 'file', file: 'a' } } } },
    ],
  ] as const) {
    const { status, body } = await world.send('createSpace', { body: { template: wrong } })
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(field)])
  }
  expect(await spaces()).toBe(before)
})

test.each([
  ['another template', 'toString', {}, 'body.id: is no template: choose product-docs'],
  ['a reference it does not have', 'product-docs', { openapi: url('https://a.example/') }, 'contentRefs.openapi'],
  ['a reference of no own name', 'product-docs', { constructor: url('https://a.example/') }, 'contentRefs.constructor'],
  ['a reference of another kind', 'product-docs', { logo: { kind: 'page', page: 'a' } }, 'contentRefs.logo.kind'],
  ['a kind that is none here', 'product-docs', { support: { kind: 'user', user: 'ada' } }, 'contentRefs.support.kind'],
  ['a file that is not there', 'product-docs', { logo: { kind: 'file', file: 'nowhere' } }, 'contentRefs.logo.file'],
  [
    'a page that is not there',
    'product-docs',
    { support: { kind: 'page', page: 'nowhere' } },
    'contentRefs.support.page',
  ],
  ['an address that runs', 'product-docs', { support: url('javascript:alert(1)') }, 'contentRefs.support.url'],
])('%s is refused by its field, and nothing is added', async (_what, id, contentRefs, message) => {
  const spaceId = await newSpace()
  const { status, body } = await apply(spaceId, id, contentRefs)
  expect([status, body.error.message]).toEqual([400, expect.stringContaining(message)])
  expect(await tree(spaceId)).toEqual([])
})

test('what another space has is no reference, also for who sees both', async () => {
  const [spaceId, other] = [await newSpace(), await newSpace()]
  const { Help } = await world.publish(other, { Help: '' })
  const refused = async (ref: object) => (await apply(spaceId, 'handbook', { support: ref }, {}, 'ada')).status
  expect(await refused({ kind: 'page', page: Help })).toBe(400)
  expect(await refused({ kind: 'page', page: Help, space: other })).toBe(400)
})

test('who may not edit adds nothing', async () => {
  const spaceId = await newSpace()
  const body = { id: 'handbook' }
  const callers = ['rev', 'cora', 'rex', 'gus', 'olga']
  expect(await world.statuses('applyTemplateToSpace', callers, { params: { spaceId }, body })).toEqual([
    201, 403, 403, 404, 404,
  ])
})
