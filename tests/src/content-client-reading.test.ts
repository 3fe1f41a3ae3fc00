import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '@quire/world'
import { ContentReferenceStatus, ImportContentSource, type RevisionPage } from 'gitbook-api'
import { apiOf } from './support/api-client.ts'
import { serveArchive } from './support/archives.ts'
import { allPages, clientsOf, inTurn, statusOf } from './support/clients.ts'
import { type DrivenClient, drive } from './support/driven.ts'

const ids = [
  'getCurrentRevision',
  'listPages',
  'getPageById',
  'getPageByPath',
  'listFiles',
  'getFileById',
  'getReusableContentById',
  'getRevisionOfChangeRequestById',
  'listPagesInChangeRequest',
  'getPageInChangeRequestById',
  'getPageInChangeRequestByPath',
  'listFilesInChangeRequestById',
  'getFileInChangeRequestById',
  'getReusableContentInChangeRequestById',
  'getChangeRequestChanges',
  'getRevisionById',
  'listPagesInRevisionById',
  'getPageInRevisionById',
  'getPageInRevisionByPath',
  'getPageDocumentInRevisionById',
  'listFilesInRevisionById',
  'getFileInRevisionById',
  'getReusableContentInRevisionById',
  'getReusableContentDocumentInRevisionById',
  'getRevisionSemanticChanges',
  'getDocumentById',
  'listSpaceLinks',
  'listPageLinksInSpace',
  'listSpacePageBacklinks',
  'listSpaceFileBacklinks',
  'listChangeRequestLinks',
  'listPageLinksInChangeRequest',
  'listChangeRequestPageBacklinks',
  'listChangeRequestFileBacklinks',
  'getSpacePDF',
  'getChangeRequestPDF',
]
const archive = {
  'SUMMARY.md': '* [Home](README.md)\n  * [Größe](sub/größe.md)\n\n## More\n\n* [Elsewhere](https://example.com/)\n',
  'README.md':
    '---\ndescription: Where it begins\nicon: house\ncover: .gitbook/assets/dot.txt\ncoverY: 3\nvars:\n  city: Oslo\n---\n\n# Home\n\n{% include ".gitbook/includes/note.md" %}\n',
  'sub/größe.md': '# Größe\n\nHow large. [Home](../README.md) ![dot](../.gitbook/assets/dot.txt)\n',
  '.gitbook/assets/dot.txt': 'dot',
  '.gitbook/assets/dash.txt': 'dash',
  '.gitbook/includes/note.md': 'Mind this. [Home](../../README.md)\n',
}
const flags = { metadata: false, computed: false }
const pageFlags = { ...flags, format: 'document' as const, evaluated: true }
const none = 'absent'

let source: Awaited<ReturnType<typeof serveArchive>>
let world: World
let driven: DrivenClient
let ada: ReturnType<DrivenClient['clientOf']>
let authoring: ReturnType<typeof clientsOf>['authoring']
let organizationId: string
let spaceId: string
let other: string
beforeAll(async () => {
  source = await serveArchive(archive)
  world = await createWorld({ gateways: 2, env: { OUTBOUND_ALLOW: source.allow } })
  driven = drive(world.gateways, [], ids)
  const person = await world.person('ada@example.com', 'Ada')
  ada = driven.clientOf(person)
  authoring = clientsOf(person, inTurn(world.gateways)).authoring
  const organization = await apiOf(world.gateways[0] ?? '').made('createOrganization', person.token, {
    body: { title: 'Acme' },
  })
  organizationId = organization.id
  spaceId = (await ada.orgs.createSpace(organizationId, { title: 'Manual' })).data.id
  other = (await ada.orgs.createSpace(organizationId, { title: 'Other' })).data.id
  await ada.spaces.importContent(spaceId, { source: ImportContentSource.Zip, url: source.url })
})
afterAll(async () => {
  await world.close()
  await source.close()
})
afterEach(() => expect(driven.problems()).toEqual([]))

const spaces = () => ada.spaces
const titled = (pages: RevisionPage[], title: string) => {
  const page = pages.find((one) => one.title === title)
  if (!page || !('pages' in page)) throw new Error(`no page is called ${title}`)
  return page
}

/** The reads that the live content, a change request and a revision have in common, in the client's words. */
function reads(of: 'live' | 'change request' | 'revision', id: string) {
  const client = spaces()
  if (of === 'live')
    return {
      revision: (query?: typeof flags) => client.getCurrentRevision(spaceId, query),
      pages: (query?: typeof flags) => client.listPages(spaceId, query),
      page: (page: string, query?: typeof pageFlags) => client.getPageById(spaceId, page, query),
      path: (path: string, query?: typeof pageFlags) => client.getPageByPath(spaceId, path, query),
      files: (query: { limit: number; page?: string }) => client.listFiles(spaceId, { ...flags, ...query }),
      file: (file: string, query?: typeof flags) => client.getFileById(spaceId, file, query),
      reusable: (content: string, query?: typeof flags) => client.getReusableContentById(spaceId, content, query),
    }
  if (of === 'change request')
    return {
      revision: (query?: typeof flags) => client.getRevisionOfChangeRequestById(spaceId, id, query),
      pages: (query?: typeof flags) => client.listPagesInChangeRequest(spaceId, id, query),
      page: (page: string, query?: typeof pageFlags) => client.getPageInChangeRequestById(spaceId, id, page, query),
      path: (path: string, query?: typeof pageFlags) => client.getPageInChangeRequestByPath(spaceId, id, path, query),
      files: (query: { limit: number; page?: string }) =>
        client.listFilesInChangeRequestById(spaceId, id, { ...flags, ...query }),
      file: (file: string, query?: typeof flags) => client.getFileInChangeRequestById(spaceId, id, file, query),
      reusable: (content: string, query?: typeof flags) =>
        client.getReusableContentInChangeRequestById(spaceId, id, content, query),
    }
  return {
    revision: (query?: typeof flags) => client.getRevisionById(spaceId, id, query),
    pages: (query?: typeof flags) => client.listPagesInRevisionById(spaceId, id, query),
    page: (page: string, query?: typeof pageFlags) => client.getPageInRevisionById(spaceId, id, page, query),
    path: (path: string, query?: typeof pageFlags) => client.getPageInRevisionByPath(spaceId, id, path, query),
    files: (query: { limit: number; page?: string }) =>
      client.listFilesInRevisionById(spaceId, id, { ...flags, ...query }),
    file: (file: string, query?: typeof flags) => client.getFileInRevisionById(spaceId, id, file, query),
    reusable: (content: string, query?: typeof flags) =>
      client.getReusableContentInRevisionById(spaceId, id, content, query),
  }
}

test.each(['live', 'change request', 'revision'] as const)(
  'the content of a %s is read whole and in its parts, in every form',
  async (of) => {
    const { data: live } = await spaces().getCurrentRevision(spaceId)
    const id = of === 'revision' ? live.id : (await spaces().createChangeRequest(spaceId, {})).data.id
    const read = reads(of, id)
    const { data: revision } = await read.revision()
    expect([revision.id, revision.files.length, revision.reusableContents.length]).toEqual([live.id, 2, 1])
    expect(JSON.stringify((await read.revision(flags)).data)).not.toContain('"git":')
    const { pages } = (await read.pages()).data
    expect(pages).toEqual(revision.pages)
    expect((await read.pages(flags)).data.pages).toHaveLength(2)

    const home = titled(pages, 'Home')
    const [size] = home.pages
    expect((await read.page(home.id)).data).toMatchObject({
      icon: 'house',
      variables: { city: 'Oslo' },
      cover: { yPos: 3 },
    })
    const { data: page } = await read.page(home.id, pageFlags)
    expect(page).toMatchObject({ document: { object: 'document' } })
    expect(await statusOf(read.page(none))).toBe(404)
    const path = 'home/größe'
    expect(size).toMatchObject({ path })
    for (const written of [path, encodeURIComponent(path), `${path}/`])
      expect((await read.path(written)).data.id).toBe(size?.id)
    expect((await read.path('more', pageFlags)).data).toMatchObject({ type: 'group', pages: [{ type: 'link' }] })
    for (const missing of ['more/elsewhere', encodeURIComponent(encodeURIComponent(path)), none])
      expect(await statusOf(read.path(missing))).toBe(404)

    const files = await allPages(read.files)
    expect(files.map(({ name }) => name).sort()).toEqual(['dash.txt', 'dot.txt'])
    const [file] = files
    expect((await read.file(file?.id ?? '')).data).toEqual(revision.files[0])
    expect((await read.file(file?.id ?? '', flags)).data).toEqual(file)
    expect(await statusOf(read.file(none))).toBe(404)

    const [content] = revision.reusableContents
    expect((await read.reusable(content?.id ?? '')).data).toEqual(content)
    expect((await read.reusable(content?.id ?? '', flags)).data).toMatchObject({ title: 'Note' })
    expect(await statusOf(read.reusable(none))).toBe(404)
  },
)

test('a revision is found in its space only, and so is what is in it', async () => {
  const { data: revision } = await spaces().getCurrentRevision(spaceId)
  const { data: strange } = await spaces().getCurrentRevision(other)
  const home = titled(revision.pages, 'Home')
  const of = reads('revision', strange.id)
  const missing = [
    of.revision,
    of.pages,
    () => of.page(home.id),
    () => of.path('home'),
    () => of.files({ limit: 1 }),
    () => of.file(revision.files[0]?.id ?? ''),
    () => of.reusable(revision.reusableContents[0]?.id ?? ''),
  ]
  for (const read of missing) expect(await statusOf(read())).toBe(404)
  expect(await statusOf(spaces().getRevisionById(other, revision.id))).toBe(404)
})

test('texts are read as documents: of a page, of a reusable content, and by their own id', async () => {
  const { data: revision } = await spaces().getCurrentRevision(spaceId)
  const home = titled(revision.pages, 'Home')
  const [content] = revision.reusableContents
  if (home.type !== 'document' || !content || !('document' in content)) throw new Error('the import brought no texts')
  const at = [spaceId, revision.id] as const
  const { data: page } = await spaces().getPageDocumentInRevisionById(...at, home.id, { evaluated: false })
  expect(page.object).toBe('document')
  const { data: note } = await spaces().getReusableContentDocumentInRevisionById(...at, content.id, {
    evaluated: 'deterministic-only',
  })
  expect(JSON.stringify(note)).toContain('Mind this.')
  const documentId = 'documentId' in home ? String(home.documentId) : ''
  expect((await spaces().getDocumentById(spaceId, documentId, { schema: 'current' })).data).toEqual(page)
  expect((await spaces().getDocumentById(spaceId, content.document ?? '')).data).toEqual(note)
  expect(await statusOf(spaces().getDocumentById(other, documentId))).toBe(404)
  expect(await statusOf(spaces().getPageDocumentInRevisionById(...at, none))).toBe(404)
  expect(await statusOf(spaces().getReusableContentDocumentInRevisionById(...at, none))).toBe(404)
})

test('links and backlinks are told of a space, its pages and files, and of a change request', async () => {
  const { data: live } = await spaces().getCurrentRevision(spaceId)
  const home = titled(live.pages, 'Home')
  const dot = live.files.find(({ name }) => name === 'dot.txt')?.id ?? ''
  const kinds = (items: { targetReference?: { kind: string }; status: string }[]) =>
    items.map(({ status, targetReference }) => `${status} ${targetReference?.kind}`).sort()
  const ofHome = ['ok file', 'ok reusable-content']
  const ofSpace = await allPages((query) => spaces().listSpaceLinks(spaceId, query))
  expect(kinds(ofSpace)).toEqual([ofHome[0], 'ok page', ofHome[1], 'ok url'])
  expect((await spaces().listSpaceLinks(spaceId, { status: ContentReferenceStatus.Broken })).data.items).toEqual([])
  const ofPage = await allPages((query) => spaces().listPageLinksInSpace(spaceId, home.id, query))
  expect(kinds(ofPage)).toEqual(ofHome)
  const inApp = { status: ContentReferenceStatus.InApp }
  expect((await spaces().listPageLinksInSpace(spaceId, home.id, inApp)).data).toMatchObject({ count: 0, items: [] })
  const toDot = await allPages((query) => spaces().listSpaceFileBacklinks(spaceId, dot, query))
  expect(toDot.map((one) => one.kind === 'page' && one.page.title).sort()).toEqual(['Größe', 'Home'])
  const toHome = await allPages((query) => spaces().listSpacePageBacklinks(spaceId, home.id, query))
  expect(toHome.map(({ kind }) => kind)).toEqual(['page', 'reusable-content'])

  const { data: changeRequest } = await spaces().createChangeRequest(spaceId, { subject: 'Links' })
  const at = [spaceId, changeRequest.id] as const
  const api = { slug: 'api', source: { text: '{"openapi":"3.1.0","info":{"title":"A","version":"1"},"paths":{}}' } }
  await ada.orgs.createOpenApiSpec(organizationId, api)
  const operation = '{% openapi-operation spec="api" path="/a" method="get" %}\n{% endopenapi-operation %}'
  const markdown = `[home](/pages/${home.id}#top) ![dot](/files/${dot}) [gone](gone.md)\n\n${operation}`
  await authoring.spaces.updateChangeRequestContent(...at, {
    changes: [{ operation: 'insert_page', title: 'Linking', document: { markdown } }],
  })
  const linking = titled((await spaces().listPagesInChangeRequest(...at)).data.pages, 'Linking')
  const ofChange = await allPages((query) => spaces().listChangeRequestLinks(...at, query))
  expect(kinds(ofChange)).toEqual([
    'broken url',
    'ok file',
    'ok openapi',
    'ok page',
    'ok page',
    'ok reusable-content',
    'ok url',
  ])
  const filter = { status: ContentReferenceStatus.Broken, brokenContext: 'change-request' } as const
  const { data: broken } = await spaces().listChangeRequestLinks(...at, filter)
  expect([broken.items.length, broken.stats.broken]).toEqual([1, { total: 1, changeRequest: 1 }])
  const ofNew = await allPages((query) => spaces().listPageLinksInChangeRequest(...at, linking.id, query))
  expect(kinds(ofNew)).toEqual(['broken url', 'ok file', 'ok openapi', 'ok page'])
  const toHomeThere = await allPages((query) => spaces().listChangeRequestPageBacklinks(...at, home.id, query))
  expect(toHomeThere[1]).toMatchObject({ page: { id: linking.id }, versionContext: { type: 'changeRequest' } })
  expect(toHomeThere).toHaveLength(3)
  expect(await allPages((query) => spaces().listChangeRequestFileBacklinks(...at, dot, query))).toHaveLength(3)

  expect(await statusOf(spaces().listSpaceLinks(none))).toBe(404)
  expect(await statusOf(spaces().listChangeRequestLinks(spaceId, none))).toBe(404)
  expect(await statusOf(spaces().listChangeRequestLinks(other, changeRequest.id))).toBe(404)
  expect(await statusOf(spaces().listPageLinksInSpace(other, home.id))).toBe(404)
})

test('what a change request, and what a revision, changed is told thing by thing', async () => {
  const { data: before } = await spaces().getCurrentRevision(spaceId)
  const home = titled(before.pages, 'Home')
  const more = titled(before.pages, 'More')
  const { data: changeRequest } = await spaces().createChangeRequest(spaceId, { subject: 'Much' })
  const [size] = home.pages
  await authoring.spaces.updateChangeRequestContent(spaceId, changeRequest.id, {
    changes: [
      { operation: 'insert_page', title: 'New', document: { markdown: 'New' } },
      {
        operation: 'update_page',
        page: home.id,
        title: 'Start',
        description: 'Where all begins',
        emoji: '1f600',
        layout: { width: 'wide' },
        document: { markdown: 'Begin' },
      } as never,
      { operation: 'update_page', page: size?.id ?? '', into: more.id } as never,
      { operation: 'insert_files', files: [{ name: 'new.txt', base64: 'bmV3' }] },
    ],
  })
  const { data: summary } = await spaces().getChangeRequestChanges(spaceId, changeRequest.id, { limit: 3 })
  expect(summary.changes?.map(({ type }) => type)).toEqual(['page_created', 'page_edited', 'page_moved'])
  expect(summary.more).toBe(1)
  expect(await statusOf(spaces().getChangeRequestChanges(other, changeRequest.id))).toBe(404)

  await spaces().mergeChangeRequest(spaceId, changeRequest.id)
  const { data: after } = await spaces().getCurrentRevision(spaceId)
  const { data: merged } = await spaces().getRevisionSemanticChanges(spaceId, after.id, { ...flags, limit: 4 })
  expect(merged.mergedFrom).toMatchObject({ id: changeRequest.id, status: 'merged' })
  expect(merged.changes?.map(({ type }) => type)).toEqual(['page_created', 'page_edited', 'page_moved', 'file_created'])
  const { data: first } = await spaces().getRevisionSemanticChanges(spaceId, before.id, { limit: 20 })
  expect(first.changes?.at(-1)).toMatchObject({ type: 'reusable_content_created', reusableContent: { title: 'Note' } })
  expect(await statusOf(spaces().getRevisionSemanticChanges(other, before.id))).toBe(404)
})

test('PDFs of the live content and of a page of a change request open through the gateway without a token', async () => {
  const { data: changeRequest } = await spaces().createChangeRequest(spaceId, {})
  const [page] = (await spaces().listPages(spaceId)).data.pages
  const alone = { page: String(page?.id), only: true }
  const addresses = [
    (await spaces().getSpacePdf(spaceId, { only: false, page: alone.page })).data.url,
    (await spaces().getChangeRequestPdf(spaceId, changeRequest.id, alone)).data.url,
  ]
  for (const url of addresses) {
    const answer = await fetch(`${world.gateways[0]}${new URL(url).pathname}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-')
  }
  expect(await statusOf(spaces().getSpacePdf(spaceId, { page: 'nowhere' }))).toBe(404)
})

test('nothing that is published of these reads was left untried', () => {
  expect(driven.untried()).toEqual([])
})
