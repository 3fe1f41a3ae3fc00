import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '@quire/world'
import { ImportContentSource } from 'gitbook-api'
import { apiOf } from './support/api-client.ts'
import { serveArchive } from './support/archives.ts'
import { clientsOf, inTurn } from './support/clients.ts'
import { settled, systemOf } from './support/system-databases.ts'

const tableOf = (columns: number, rows: number, cell: string) =>
  `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${`${`|${cell}`.repeat(columns)}|\n`.repeat(rows)}`

/** Texts that can be imported and not be read as a document. */
const overLimits = {
  columns: tableOf(2100, 1, 'b'),
  cells: `${tableOf(100, 0, '')}${'b\n'.repeat(300)}`,
  effort: '*a _b '.repeat(1500),
  json: `<!-- The secret. -->\n\n${tableOf(100, 130, ' word')}\n${tableOf(100, 140, ' word')}`,
}

const deep = (depth: number) => Array.from({ length: depth }, (_, at) => `d${at + 1}`).join('/')

const archive = {
  'README.md': '# Home\n\nThe zebra.\n',
  'wide.md': `# Wide\n\n${tableOf(250, 2, 'The giraffe.')}`,
  ...Object.fromEntries(
    Object.entries(overLimits).map(([name, text]) => [`${name}.md`, `# ${name}\n\nThe lynx & the owl.\n\n${text}\n`]),
  ),
  'diagrams.md':
    '# Diagrams\n\n```mermaid\n%% A plan\ngantt\n  title A\n```\n\n```mermaid\n---\ntitle: x\n---\nflowchart TD\n  a --> b\n```\n',
  'including.md': '# Including\n\nThe otter.\n\n{% include ".gitbook/includes/much.md" %}\n',
  '.gitbook/includes/much.md': `The badger.\n\n${overLimits.effort}\n`,
  [`${deep(60)}/page.md`]: '# Deep\n\nThe mole.\n',
  'start/update-from-v0.12.md': '# Update\n\nThe beaver.\n',
  'start/server-+-studio.md': '# Server\n\nThe badger.\n',
  'api.md':
    '# Pets\n\n{% openapi src="petstore.yaml" path="/pets" method="get" %}\n[petstore.yaml](petstore.yaml)\n{% endopenapi %}\n\n{% openapi src="broken.yaml" path="/pets" method="get" %}\n[broken.yaml](broken.yaml)\n{% endopenapi %}\n',
  'petstore.yaml':
    'openapi: 3.1.0\ninfo: { title: Pets, version: "1" }\npaths:\n  /pets:\n    get:\n      summary: Lists the ferrets\n      responses: { "200": { description: All } }\n  /other:\n    get:\n      summary: Secret\n      responses: { "200": { description: All } }\n',
  'broken.yaml': 'openapi: [',
  'start/hidden-1.0.md': '---\nif: visitor.claims.beta\n---\n\n# Hidden\n\nThe unicorn.\n',
}

let source: Awaited<ReturnType<typeof serveArchive>>
let world: World
let site: string
let run: { problems: string[]; failures: { path: string }[] }

beforeAll(async () => {
  source = await serveArchive(archive)
  world = await createWorld({ env: { OUTBOUND_ALLOW: source.allow } })
  const ada = await world.person('ada@example.com', 'Ada')
  const api = apiOf(world.gateways[0] ?? '')
  const { id: organizationId } = await api.made('createOrganization', ada.token, { body: { title: 'Zoo' } })
  const params = { organizationId }
  const { id: spaceId } = await api.made('createSpace', ada.token, { params, body: { title: 'Animals' } })
  const { api: client } = clientsOf(ada, inTurn(world.gateways))
  await client.spaces.importContent(spaceId, { source: ImportContentSource.Zip, url: source.url })
  const { items } = await api.made('listImportRuns', ada.token, { params })
  run = await api.made('getImportRun', ada.token, { params: { ...params, importRunId: items[0].id } })
  const { id: siteId } = await api.made('createSite', ada.token, { params, body: { title: 'Zoo', spaces: [spaceId] } })
  await api.made('publishSite', ada.token, { params: { ...params, siteId } })
  await settled(systemOf(world))
  site = `/sites/${siteId}`
})
afterAll(async () => {
  await world?.close()
  await source?.close()
})

async function visit(path: string) {
  const answer = await fetch(`${world.gateways[0]}${site}${path}`, { redirect: 'manual' })
  const location = answer.headers.get('location')?.replace(/^.*?(?=\/sites\/)/, '')
  return { status: answer.status, location, text: await answer.text() }
}

test('a text over a limit of documents is a page with its words, which the run names', async () => {
  expect(run.failures.map(({ path }) => path)).toEqual([])
  for (const name of Object.keys(overLimits)) {
    const { status, text } = await visit(`/${name}`)
    expect([name, status]).toEqual([name, 200])
    expect([name, text.includes('The lynx &amp; the owl.'), text.includes('The secret.')]).toEqual([name, true, false])
    expect(run.problems).toContainEqual(expect.stringMatching(new RegExp(`^${name}\\.md: .*as it is written$`)))
  }
  const including = await visit('/including')
  expect([including.status, including.text.includes('The otter.'), including.text.includes('The badger.')]).toEqual([
    200,
    true,
    true,
  ])
})

test('the run names diagrams that are not drawn', () => {
  const named = run.problems.filter((one) => one.startsWith('diagrams.md'))
  expect(named).toEqual(['diagrams.md, line 3: diagrams of the kind gantt are not drawn; their source is shown'])
})

test('a table of many columns is a table that can be scrolled', async () => {
  const { status, text } = await visit('/wide')
  expect([status, text.match(/<td/g)?.length, run.problems.filter((one) => one.startsWith('wide'))]).toEqual([
    200,
    500,
    [],
  ])
})

test('every address that the sitemap lists is a page', async () => {
  const within = (address = '') => address.replace(/^.*\/sites\/[^/]+/, '')
  const { text } = await visit('/sitemap.xml')
  const paths = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => within(address))
  expect(paths).toContain(`/${deep(60)}/page`)
  for (const path of paths) expect([path, (await visit(path)).status]).toEqual([path, 200])
})

test('operations of a specification in a file of the import are presented', async () => {
  // Content reads the specifications of files after the import.
  let api = await visit('/api')
  while (!api.text.includes('Lists the ferrets')) api = await visit('/api')
  expect([api.status, api.text.includes('is not described')]).toEqual([200, true])
  const markdown = (await visit('/api.md')).text
  expect([markdown.includes('`GET /pets`'), markdown.includes('broken.yaml'), markdown.includes('Secret')]).toEqual([
    true,
    true,
    false,
  ])
})

test('addresses that are spelled like the names of files lead to their pages, if the visitor sees these', async () => {
  const led = async (path: string) => {
    const { status, location } = await visit(path)
    return [status, location?.slice(site.length)]
  }
  expect(await led('/start/update-from-v0.12')).toEqual([307, '/start/update-from-v012'])
  expect(await led('/start/update-from-v0.12.md')).toEqual([307, '/start/update-from-v012.md'])
  expect(await led('/start/server-+-studio')).toEqual([307, '/start/server-studio'])
  expect(await led('/Start/Server-%2B-Studio')).toEqual([307, '/start/server-studio'])
  expect(await led('/start/hidden-1.0')).toEqual([404, undefined])
  expect(await led('/start/server-!')).toEqual([404, undefined])
})
