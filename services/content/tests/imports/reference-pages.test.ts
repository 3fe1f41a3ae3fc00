import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { petstore, processed } from '../openapi/specification-source.ts'
import { type ArchiveSource, archiveSource } from '../support/archive-source.ts'
import { startWorld, type World } from '../world.ts'

let source: ArchiveSource
let world: World
beforeAll(async () => {
  source = await archiveSource()
  world = await startWorld({ OUTBOUND_ALLOW: source.host })
})
afterAll(async () => {
  await world.stop()
  source.stop()
})

const put = (specSlug: string, text: string) =>
  processed(world, specSlug, () =>
    world.send('createOrUpdateOpenAPISpecBySlug', { params: { specSlug }, body: { source: { text } } }),
  )

const entry = (spec: string, indent = '') =>
  ['* ```yaml', '  type: builtin:openapi', '  props:', '    models: true', '  dependencies:', '    spec:', '      ref:']
    .concat(['        kind: openapi', `        spec: ${spec}`, '  ```'])
    .map((line) => indent + line)
    .join('\n')

const zoo = {
  ...petstore('Zoo'),
  tags: [{ name: 'Animals', description: 'All of **them**.' }],
  paths: {
    '/zebras/{id}': {
      get: { summary: 'Get a "zebra"', tags: ['Animals'], responses: { 200: { description: 'Yes' } } },
      delete: { operationId: 'removeZebra', tags: ['Animals'], responses: { 200: { description: 'Yes' } } },
    },
    '/ants': { get: { tags: ['Animals'], responses: { 200: { description: 'Yes' } } } },
    '/keepers': { get: { summary: 'List keepers', tags: ['Staff'], responses: { 200: { description: 'Yes' } } } },
    '/status': { get: { summary: 'Status', responses: { 200: { description: 'Yes' } } } },
  },
  components: { schemas: { Zebra: { type: 'object' }, Ant: { type: 'object' } } },
}

interface Page {
  id: string
  title: string
  path: string
  pages?: Page[]
}
const outline = (pages: Page[]): unknown[] =>
  pages.map(({ title, pages: below = [] }) => (below.length > 0 ? [title, outline(below)] : title))
const pagesOf = async (spaceId: string): Promise<Page[]> =>
  (await world.send('listPages', { params: { spaceId } })).body.pages
const problemsOf = async (spaceId: string) => {
  const { id } = await world
    .sql()
    .selectFrom('import_run')
    .select('id')
    .where('space_id', '=', spaceId)
    .executeTakeFirstOrThrow()
  return (await world.send('getImportRun', { params: { importRunId: id } })).body.problems
}

test('an entry of the table of contents becomes the reference pages of its specification', async () => {
  await put('zoo', JSON.stringify(zoo))
  const { id } = await world.makeSpace()
  const files = {
    'SUMMARY.md': `* [Home](README.md)\n\n## Reference\n\n${entry('zoo')}\n* [After](after.md)\n`,
    'README.md': '# Home',
    'after.md': '# After',
  }
  await source.importFiles(world, id, files)
  const expected = [
    'Home',
    [
      'Reference',
      [
        ['Animals', ['Get a "zebra"', 'removeZebra', 'GET /ants']],
        ['Staff', ['List keepers']],
        ['Zoo', ['Status']],
        'Models',
        'After',
      ],
    ],
  ]
  const pages = await pagesOf(id)
  expect(outline(pages)).toEqual(expected)
  const markdown = async (pagePath: string) =>
    (await world.send('getPageByPath', { params: { spaceId: id, pagePath }, query: { format: 'markdown' } })).body
      .markdown
  expect(await markdown('reference/animals')).toContain('All of **them**.')
  expect(await markdown('reference/animals/get-a-zebra')).toContain(
    '{% openapi-operation spec="zoo" path="/zebras/{id}" method="get" %}',
  )
  expect(await markdown('reference/models')).toContain('schemas="Zebra,Ant"')
  // Another state of the specification gives other pages, and those that stay keep their ids.
  const { '/ants': _, ...paths } = zoo.paths
  await put('zoo', JSON.stringify({ ...zoo, paths }))
  await source.importFiles(world, id, files)
  const after = await pagesOf(id)
  expect(outline(after)).toEqual(JSON.parse(JSON.stringify(expected).replace(',"GET /ants"', '')))
  const idOfFirst = (list: Page[]) => list[1]?.pages?.[0]?.id
  expect(idOfFirst(after)).toBe(idOfFirst(pages))
})

test('an entry without its specification leaves nothing, and is reported with its line', async () => {
  const { id } = await world.makeSpace()
  await source.importFiles(world, id, {
    'SUMMARY.md': `* [Home](README.md)\n${entry('unknown', '  ')}\n* \`\`\`yaml\n  type: [\n  \`\`\`\n`,
    'README.md': '# Home',
  })
  expect(outline(await pagesOf(id))).toEqual(['Home'])
  expect(await problemsOf(id)).toEqual([
    'SUMMARY.md, line 2: the organization has no specification "unknown": add it and import again to get its pages',
    'SUMMARY.md, line 12: the entry names no specification',
  ])
})
