import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { petstore, startWithSource } from '../openapi/specification-source.ts'

let source: Awaited<ReturnType<typeof startWithSource>>
let spaceId: string
beforeAll(async () => {
  source = await startWithSource()
  const replies = { responses: { 200: { description: 'Done' } } }
  const paths = { '/zebras': { get: { summary: 'List zebras', tags: ['Animals'], ...replies } } }
  const tags = [{ name: 'Animals', description: 'All of *them*.' }]
  const text = JSON.stringify({
    ...petstore('Zoo'),
    tags,
    paths,
    components: { schemas: { Zebra: { type: 'object' } } },
  })
  await source.put('zoo', { text })
  spaceId = (await source.world.makeSpace()).id
})
afterAll(() => source.stop())

const openApi = (props: object, spec = 'zoo') => ({
  type: 'builtin:openapi',
  dependencies: { spec: { ref: { kind: 'openapi', spec } } },
  props,
})
const send = (id: string, of: object, seed = 'one', as = 'rex') =>
  source.world.send(id, { as, params: { spaceId }, body: { source: of, seed } })
const revision = (of: object, seed?: string, as?: string) => send('getComputedRevision', of, seed, as)
const document = (props: object, seed?: string) => send('getComputedDocument', openApi(props), seed)

test('the pages of a specification are computed, with ids that follow from the seed', async () => {
  const { status, body } = await revision(openApi({ models: true }))
  expect([status, body]).toMatchObject([
    200,
    {
      pages: [
        {
          ...{ title: 'Animals', type: 'document', path: 'animals', markdown: 'All of *them*.\n' },
          pages: [{ title: 'List zebras', path: 'animals/list-zebras', pages: [] }],
        },
        { title: 'Models', path: 'models' },
      ],
      ...{ files: [], reusableContents: [] },
    },
  ])
  const idsOf = ({ pages }: { pages: { id: string }[] }) => pages.map(({ id }) => id)
  expect(idsOf((await revision(openApi({ models: true }))).body)).toEqual(idsOf(body))
  expect(idsOf((await revision(openApi({ models: true }), 'other')).body)).not.toEqual(idsOf(body))
  expect((await revision(openApi({ models: false }))).body.pages).toHaveLength(1)
})

test('the text of a part of a specification is computed', async () => {
  const [page] = (await revision(openApi({ models: true }))).body.pages
  const info = await document({ doc: 'info', page: 'Animals' })
  expect([info.status, JSON.stringify(info.body)]).toEqual([200, expect.stringContaining('All of ')])
  const operations = await document({ doc: 'operations', page: page.id })
  expect(operations.body.nodes).toMatchObject([
    { type: 'openapi-operation', data: { path: '/zebras', method: 'get', ref: { spec: 'zoo' } } },
  ])
  expect((await document({ doc: 'operations', page: page.pages[0].id })).body).toMatchObject({
    nodes: [{ type: 'openapi-operation' }],
  })
  expect((await document({ doc: 'models' })).body.nodes).toMatchObject([{ type: 'openapi-schemas' }])
  expect((await document({ doc: 'info', page: 'Plants' })).status).toBe(404)
})

test('what is not there, or of an integration, is refused', async () => {
  expect((await revision(openApi({ models: true }, 'absent'))).status).toBe(404)
  expect((await revision({ type: 'integration:a:b', props: {} })).status).toBe(400)
  expect((await revision({ type: 'other', props: {} })).status).toBe(400)
  expect((await revision(openApi({ models: true }), 'one', 'olga')).status).toBe(404)
  const translation = { ref: { kind: 'translation', translation: 'absent' } }
  expect((await revision({ type: 'builtin:translation', props: {}, dependencies: { translation } })).status).toBe(404)
})

test('a text of a translated space is that of the space, for its readers', async () => {
  const { id: hidden } = await source.world.makeSpace()
  const pages = await source.world.publish(hidden, { One: 'words' })
  const params = { spaceId: hidden, pageId: pages.One ?? '' }
  const { documentId } = (await source.world.send('getPageById', { as: 'ada', params })).body
  const of = { type: 'builtin:translation', props: { space: hidden, document: documentId } }
  const { status, body } = await send('getComputedDocument', of)
  expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining('words')])
  await source.world.send('updateSpaceById', { as: 'ada', params: { spaceId: hidden }, body: { defaultLevel: null } })
  expect((await send('getComputedDocument', of)).status).toBe(404)
})
