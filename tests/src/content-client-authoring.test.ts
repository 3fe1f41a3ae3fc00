import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '@quire/world'
import { ImportContentSource, type RevisionPage } from 'gitbook-api'
import type { ChangeRequestContentChange, ChangeRequestContentUpdate } from 'gitbook-api-authoring'
import { apiOf } from './support/api-client.ts'
import { clientsOf, inTurn, statusOf } from './support/clients.ts'
import { serveFile } from './support/file-server.ts'
import { publishedReplies } from './support/published-replies.ts'

const published = publishedReplies('gitbook-api-authoring')

type Clients = ReturnType<typeof clientsOf>
let source: Awaited<ReturnType<typeof serveFile>>
let world: World
let ada: Clients
let organizationId: string
let spaceId: string
beforeAll(async () => {
  source = await serveFile(
    await readFile(join(import.meta.dirname, '../fixtures/fluentd-docs.zip')),
    'fluentd-docs.zip',
  )
  world = await createWorld({ gateways: 2, env: { OUTBOUND_ALLOW: source.allow } })
  const person = await world.person('ada@example.com', 'Ada')
  ada = clientsOf(person, inTurn(world.gateways))
  const organization = await apiOf(world.gateways[0] ?? '').made('createOrganization', person.token, {
    body: { title: 'Fluentd' },
  })
  organizationId = String(organization.id)
  spaceId = (await ada.api.orgs.createSpace(organizationId, { title: 'Docs' })).data.id
  await ada.api.spaces.importContent(spaceId, { source: ImportContentSource.Zip, url: source.url })
}, 60_000)
afterAll(async () => {
  await world.close()
  await source.close()
})

type Page = Extract<RevisionPage, { type: 'document' }>
const flat = (pages: RevisionPage[]): Page[] =>
  pages.flatMap((page) => [...(page.type === 'document' ? [page] : []), ...('pages' in page ? flat(page.pages) : [])])
const livePages = async () => flat((await ada.api.spaces.listPages(spaceId)).data.pages)
const pageOf = async (gitPath: string) => {
  const page = (await livePages()).find(({ git }) => git?.path === gitPath)
  if (!page) throw new Error(`no page came from ${gitPath}`)
  return page
}
const newLine = async () => (await ada.api.spaces.createChangeRequest(spaceId, {})).data.id

/** Applies changes, and checks the reply against the published description. */
async function apply(changeRequestId: string, changes: ChangeRequestContentChange[]) {
  const { data } = await ada.authoring.spaces.updateChangeRequestContent(
    spaceId,
    changeRequestId,
    { changes },
    { compat: false },
  )
  expect(published.problems('updateChangeRequestContent', 200, data)).toEqual([])
  if (!('changes' in data)) throw new Error('the reply tells no changes')
  return data as ChangeRequestContentUpdate
}

const read = async (changeRequestId: string, pageId: string) =>
  (await ada.api.spaces.getPageInChangeRequestById(spaceId, changeRequestId, pageId)).data as Page & {
    markdown: string
  }
const created = ({ changes }: ChangeRequestContentUpdate) =>
  changes.flatMap((one) => (one.object === 'created_page' ? [one.page.id] : []))

test('every page of an import, written back as it was read, leaves no difference', async () => {
  const line = await newLine()
  const pages = await livePages()
  expect(pages.length).toBeGreaterThan(190)
  for (let from = 0; from < pages.length; from += 50) {
    const changes = await Promise.all(
      pages.slice(from, from + 50).map(async ({ id }) => {
        const { markdown } = await read(line, id)
        return { operation: 'update_page' as const, page: id, document: { markdown } }
      }),
    )
    await apply(line, changes)
  }
  const { data } = await ada.api.spaces.getChangeRequestChanges(spaceId, line)
  expect(data.changes).toEqual([])
})

test('what is written with the paths of the repository leads to its pages and files', async () => {
  const line = await newLine()
  const file = await pageOf('input/tail.md')
  const forward = await pageOf('output/forward.md')
  const { data: files } = await ada.api.spaces.listFiles(spaceId)
  const image = files.items.find((one) => /^[^(]+\.png$/.test(one.git?.path ?? ''))
  const text = [
    '[f](../output/forward.md#buffer)',
    `![i](<../${image?.git?.path}>)`,
    '[p](/pages/output/forward)',
    '[n](../output/nowhere.md)',
  ].join('\n\n')
  await apply(line, [{ operation: 'update_page', page: file.id, document: { markdown: text } }])
  const markdown = (await read(line, file.id)).markdown
  expect(markdown).toContain(`[f](/pages/${forward.id}#buffer)`)
  expect(markdown).toContain(`![i](</files/${image?.id}>)`)
  expect(markdown).toContain('[n](../output/nowhere.md)')
})

test('a batch brings pages that lead to each other; moved and merged, they still do', async () => {
  const line = await newLine()
  const home = await pageOf('README.md')
  const result = await apply(line, [
    {
      operation: 'insert_page',
      ref: 'tour',
      document: {
        markdown: '---\ndescription: All of it\nicon: map\nowner: docs\n---\n# The tour\n\n[next](./stop.md)\n',
      },
    },
    {
      operation: 'insert_page',
      title: 'A stop',
      ref: 'stop',
      into: home.id,
      document: { markdown: '[back](tour.md) [home](./README.md) ![dot](./dot.svg)' },
    },
    {
      operation: 'insert_files',
      files: [
        {
          ref: 'dot.svg',
          name: 'dot.svg',
          contentType: 'image/svg+xml',
          base64: btoa('<svg xmlns="http://www.w3.org/2000/svg"/>'),
        },
      ],
    },
    { operation: 'update_page', page: home.id, title: 'Start', noRobotsIndex: true },
  ])
  const [tour = '', stop = ''] = created(result)
  await apply(line, [{ operation: 'update_page', page: stop, into: tour, at: 0, slug: 'halt' }])
  const { data: merged } = await ada.api.spaces.mergeChangeRequest(spaceId, line)
  expect(merged.result).toBe('merge')
  const { data: live } = await ada.api.spaces.getPageByPath(spaceId, 'the-tour/halt')
  expect(live).toMatchObject({
    id: stop,
    markdown: `[back](/pages/${tour}) [home](/pages/${home.id}) ![dot](/files/${result.insertedFiles?.[0]?.id})`,
  })
  expect((await ada.api.spaces.getPageById(spaceId, tour)).data).toMatchObject({
    title: 'The tour',
    description: 'All of it',
    icon: 'map',
    markdown: `---\ndescription: All of it\nicon: map\nowner: docs\n---\n# The tour\n\n[next](/pages/${stop})\n`,
  })
})

test('a page is made what it was, whole and by blocks, and a batch that cannot be done is not done', async () => {
  const line = await newLine()
  const page = await pageOf('input/http.md')
  const { markdown } = await read(line, page.id)
  const { data } = await ada.api.spaces.getPageInChangeRequestById(spaceId, line, page.id, { format: 'document' })
  const nodes = (data as unknown as { document: { nodes: { key: string }[] } }).document.nodes
  const edit = { operation: 'update_page' as const, page: page.id, document: { markdown: `New.\n\n${markdown}` } }
  await apply(line, [edit, { operation: 'delete_page', page: (await pageOf('input/tcp.md')).id }])
  const changed = await ada.api.spaces.getPageInChangeRequestById(spaceId, line, page.id, { format: 'document' })
  const added = (changed.data as unknown as { document: { nodes: { key: string }[] } }).document.nodes.find(
    ({ key }) => !nodes.some((one) => one.key === key),
  )
  await apply(line, [{ operation: 'revert_page', page: page.id, block: [added?.key ?? ''] }])
  expect((await read(line, page.id)).markdown).toBe(markdown)
  await apply(line, [{ operation: 'revert_page', page: (await pageOf('input/tcp.md')).id }])
  expect((await ada.api.spaces.getChangeRequestChanges(spaceId, line)).data.changes).toEqual([])
  const refused = ada.authoring.spaces.updateChangeRequestContent(spaceId, line, {
    changes: [edit, { operation: 'delete_page', page: 'nowhere' }],
  })
  expect(await statusOf(refused)).toBe(400)
  expect((await read(line, page.id)).markdown).toBe(markdown)
})

test('without `compat=false` the change request itself is answered', async () => {
  const line = await newLine()
  const { data } = await ada.authoring.spaces.updateChangeRequestContent(spaceId, line, {
    changes: [{ operation: 'insert_page', document: { markdown: '' } }],
  })
  expect(data).toMatchObject({ object: 'change-request', id: line })
  expect(published.problems('updateChangeRequestContent', 200, data)).toEqual([])
})
