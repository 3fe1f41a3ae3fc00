import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type ArchiveSource, archiveSource } from '../support/archive-source.ts'
import { largeSpace } from '../support/large-space.ts'
import { readsDuring } from '../support/sent-statements.ts'
import { publicUrl, startWorld, type World } from '../world.ts'

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

const archive = {
  'SUMMARY.md':
    '* [Home](README.md)\n  * [Ünïcode](sub/ünïcode.md)\n\n## Reference\n\n* [Elsewhere](https://example.com/a?b=c)\n* [Plain](plain.md)\n',
  'README.md':
    '---\ndescription: Where it begins\nicon: house\ncover: .gitbook/assets/dot.txt\ncoverY: 3\ntags:\n  - start\n  - tag: easy\n    primary: true\nlayout:\n  width: wide\n  cover:\n    mask: radial\n  actions:\n    visible: false\n  outline:\n    visible: false\nvars:\n  city: Oslo\n---\n\n# Home\n\nIt *is* so.\n',
  'sub/ünïcode.md': '# Ünïcode\n\nDeep.\n',
  'plain.md': '---\ntags:\n  - easy\n---\n\n# Plain\n\nPlain.\n',
  'left-out.md': '# Left out\n\nStill readable.\n',
  '.gitbook/assets/dot.txt': 'dot',
  '.gitbook/includes/note.md': 'Mind this.\n',
}

/** A space with everything that a revision can hold, and the ids to read it by. */
async function full() {
  const { id: spaceId } = await world.makeSpace()
  const revisionId = await source.importFiles(world, spaceId, archive)
  const read = (id: string, params: object = {}, query: Record<string, string> = {}, as = 'rex') =>
    world.send(id, { as, params: { spaceId, revisionId, ...params }, query })
  const { body: revision } = await read('getRevisionById')
  const [home, leftOut, reference] = ['Home', 'Left out', 'Reference'].map((title) =>
    revision.pages.find((one: { title: string }) => one.title === title),
  )
  const [link, plain] = reference.pages
  const [fileId, reusableContentId] = [revision.files[0].id, revision.reusableContents[0].id]
  return { spaceId, revisionId, read, revision, home, leftOut, reference, link, plain, fileId, reusableContentId }
}
type Full = Awaited<ReturnType<typeof full>>

/** Everything that can be read of one revision. */
const everyRead = ({ home, plain, fileId, reusableContentId }: Full) =>
  [
    ['getRevisionById', {}],
    ['listPagesInRevisionById', {}],
    ['getPageInRevisionById', { pageId: home.id }],
    ['getPageInRevisionByPath', { pagePath: plain.path }],
    ['getPageDocumentInRevisionById', { pageId: home.id }],
    ['listFilesInRevisionById', {}],
    ['getFileInRevisionById', { fileId }],
    ['getReusableContentInRevisionById', { reusableContentId }],
    ['getReusableContentDocumentInRevisionById', { reusableContentId }],
    ['getRevisionSemanticChanges', {}],
    ['getDocumentById', { documentId: home.documentId }],
  ] as const

/** An answer without its signatures, which change with time. */
const unsigned = (body: unknown) => JSON.stringify(body).replaceAll(/\/downloads\/[\w.-]+/g, '/downloads/…')

test('a revision shows all that the live content showed, by its own address', async () => {
  const { read, revision, revisionId, spaceId, home, reference, link, leftOut } = await full()
  const { body: live } = await read('getCurrentRevision')
  const own = (body: object) => JSON.parse(unsigned(body).replaceAll(/\/content\/|\/revisions\/[\w-]+\//g, '/…/'))
  expect(own(revision)).toEqual(own(live))
  expect(revision).toMatchObject({ object: 'revision', id: revisionId, type: 'edits', variables: {} })
  expect(revision.urls).toEqual({ app: `${publicUrl}/v1/spaces/${spaceId}/revisions/${revisionId}` })
  expect(home).toMatchObject({
    type: 'document',
    description: 'Where it begins',
    icon: 'house',
    cover: { ref: { kind: 'file', file: revision.files[0].id }, yPos: 3 },
    layout: {
      width: 'wide',
      outline: false,
      cover: true,
      coverSize: 'hero',
      coverMask: 'radial',
      title: true,
      actions: false,
      anchors: true,
      tags: true,
    },
    tags: [{ tag: { kind: 'tag', tag: 'start' } }, { tag: { kind: 'tag', tag: 'easy' }, primary: true }],
    variables: { city: 'Oslo' },
    git: { oid: expect.stringMatching(/^[0-9a-f]{40}$/), path: 'README.md' },
    urls: { app: `${publicUrl}/v1/spaces/${spaceId}/revisions/${revisionId}/page/${home.id}` },
  })
  expect([leftOut.tags, revision.tags]).toEqual([
    [],
    ['start', 'easy'].map((slug) => ({ slug, label: slug, color: 'default' })),
  ])
  expect(link).toMatchObject({
    type: 'link',
    target: { kind: 'url', url: 'https://example.com/a?b=c' },
    href: 'https://example.com/a?b=c',
  })
  expect(link).not.toHaveProperty('path')
  expect(reference).toMatchObject({ type: 'group', slug: 'reference', path: 'reference' })
  expect(leftOut).toMatchObject({ type: 'document', hidden: true })
  expect((await read('listPagesInRevisionById')).body.pages).toEqual(revision.pages)
})

test('a page of every type is read by its id, one that is hidden too; only what has content lies at a path', async () => {
  const { read, home, reference, link, leftOut } = await full()
  for (const page of [home, reference, link, leftOut]) {
    const { status, body } = await read('getPageInRevisionById', { pageId: page.id })
    expect([status, body.title]).toEqual([200, page.title])
  }
  expect((await read('getPageInRevisionById', { pageId: leftOut.id })).body.markdown).toContain('Still readable.')
  const at = (pagePath: string) => read('getPageInRevisionByPath', { pagePath })
  expect((await at(leftOut.path)).body.id).toBe(leftOut.id)
  expect((await at('reference')).body).toMatchObject({ id: reference.id, type: 'group' })
  expect((await at('reference/elsewhere')).status).toBe(404)
  expect((await at('')).status).toBe(404)
})

test('a path may hold any letters, is decoded once, and means the same with a slash at its end', async () => {
  const { read, home } = await full()
  const [deep] = home.pages
  expect(deep.path).toBe('home/ünïcode')
  const at = async (pagePath: string) => {
    const { status, body } = await read('getPageInRevisionByPath', { pagePath })
    return status === 200 ? body.id : status
  }
  expect(await at('home/ünïcode')).toBe(deep.id)
  expect(await at('home/ünïcode/')).toBe(deep.id)
  expect(await at(encodeURIComponent('home/ünïcode'))).toBe(404)
  expect(await at('home//ünïcode')).toBe(404)
  expect(await at('ünïcode')).toBe(404)
})

test('the text of a page is read as a document, by the page and by its id; what has none is 404', async () => {
  const { read, home, reference, link } = await full()
  const { body } = await read('getPageDocumentInRevisionById', { pageId: home.id }, { evaluated: 'deterministic-only' })
  expect(body).toMatchObject({ object: 'document', nodes: [{ type: 'paragraph' }] })
  expect((await read('getPageInRevisionById', { pageId: home.id }, { format: 'document' })).body.document).toEqual(body)
  expect((await read('getDocumentById', { documentId: home.documentId }, { schema: 'current' })).body).toEqual(body)
  for (const pageId of [reference.id, link.id])
    expect((await read('getPageDocumentInRevisionById', { pageId })).status).toBe(404)
})

test('a text is read by its id in the space that shows it, and by nothing else in any other', async () => {
  const { read, home, spaceId } = await full()
  const other = await full()
  expect(other.home.documentId).not.toBe(home.documentId)
  const at = async (documentId: string) => (await read('getDocumentById', { documentId })).status
  expect(await at(other.home.documentId)).toBe(404)
  const [document] = await world.sql().selectFrom('document').select('hash').limit(1).execute()
  expect(await at(document?.hash ?? '')).toBe(404)
  expect(await at(`${home.documentId.slice(0, -1)}${home.documentId.endsWith('A') ? 'B' : 'A'}`)).toBe(404)
  expect(await at('ü'.repeat(65))).toBe(404)
  // The id is refused even if both spaces share a store, as copies do.
  const { store } = await world
    .sql()
    .selectFrom('space')
    .select('store')
    .where('id', '=', spaceId)
    .executeTakeFirstOrThrow()
  await world.sql().updateTable('space').set({ store }).where('id', '=', other.spaceId).execute()
  const { status } = await other.read('getDocumentById', { documentId: home.documentId })
  expect(status).toBe(404)
})

test('git metadata is left out everywhere when it is not wanted, and nothing else is; nothing is computed', async () => {
  const all = await full()
  const withoutGit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withoutGit)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, one]) => (key === 'git' ? [] : [[key, withoutGit(one)]])),
    )
  }
  for (const [id, params] of everyRead(all).filter(([id]) => !/Document|Changes/.test(id))) {
    const { body } = await all.read(id, params)
    expect(unsigned(body)).toContain('"git":')
    const without = await all.read(id, params, { metadata: 'false' })
    expect(JSON.parse(unsigned(without.body))).toEqual(withoutGit(JSON.parse(unsigned(body))))
    expect(unsigned((await all.read(id, params, { computed: 'false' })).body)).toBe(unsigned(body))
  }
})

test('a revision reads the same for ever, whatever is edited, merged, imported and deleted after it', async () => {
  const all = await full()
  const { spaceId, home, plain } = all
  const readAll = async () => {
    const answers: string[] = []
    for (const [id, params] of everyRead(all)) {
      const { status, body } = await all.read(id, params)
      answers.push(`${id} ${status} ${unsigned(body)}`)
    }
    return answers
  }
  const before = await readAll()
  expect(before.every((answer) => / 200 /.test(answer))).toBe(true)
  const first = await world.makeChangeRequest(spaceId)
  const second = await world.makeChangeRequest(spaceId)
  await world.write(spaceId, first.id, [
    {
      operation: 'update_page',
      page: plain.id,
      title: 'Other',
      slug: 'other',
      into: home.id,
      document: { markdown: 'Other' },
    },
    { operation: 'delete_page', page: home.pages[0].id },
  ])
  await world.write(spaceId, second.id, [
    { operation: 'update_page', page: plain.id, document: { markdown: 'Second' } },
  ])
  await world.merge(spaceId, first.id)
  expect((await world.merge(spaceId, second.id)).result).toBe('conflicts')
  await source.importFiles(world, spaceId, { 'README.md': '# Home\n\nNew.', '.gitbook/includes/note.md': 'New.' })
  const third = await world.makeChangeRequest(spaceId)
  await world.write(spaceId, third.id, [{ operation: 'delete_page', page: home.id }])
  await world.merge(spaceId, third.id)
  expect((await all.read('getPageById', { pageId: plain.id })).status).toBe(404)
  expect(await readAll()).toEqual(before)
})

test('what a change request writes is read in it, and by its revision, and not in the live content', async () => {
  const { spaceId, read, home } = await full()
  const { id: changeRequestId } = await world.makeChangeRequest(spaceId)
  await world.write(spaceId, changeRequestId, [
    { operation: 'insert_page', title: 'New', document: { markdown: 'New' }, into: home.id },
    { operation: 'insert_files', files: [{ name: 'new.txt', base64: Buffer.from('new').toString('base64') }] },
  ])
  const { body: page } = await read('getPageInChangeRequestByPath', { changeRequestId, pagePath: 'home/new' })
  expect(page).toMatchObject({
    markdown: 'New',
    urls: { app: `${publicUrl}/v1/spaces/${spaceId}/change-requests/${changeRequestId}/content/page/${page.id}` },
  })
  expect((await read('getPageByPath', { pagePath: 'home/new' })).status).toBe(404)
  const { revision, number } = (await read('getChangeRequestById', { changeRequestId })).body
  expect((await read('getPageInRevisionById', { revisionId: revision, pageId: page.id })).body.markdown).toBe('New')
  const byNumber = await read('getPageInChangeRequestByPath', { changeRequestId: String(number), pagePath: 'home/new' })
  expect(byNumber.body).toEqual(page)
})

test('a change request that changed nothing is the merge that the live content is', async () => {
  const { id: spaceId } = await world.makeSpace()
  await world.publish(spaceId, { Page: 'text' })
  const { id: changeRequestId } = await world.makeChangeRequest(spaceId)
  const params = { spaceId, changeRequestId }
  const { body: live } = await world.send('getCurrentRevision', { params })
  const { body } = await world.send('getRevisionOfChangeRequestById', { params })
  expect([body.type, body.id, body.mergedFrom]).toEqual(['merge', live.id, live.mergedFrom])
})

test('a revision of another space does not exist, nor what is not in the revision', async () => {
  const [one, other] = [await full(), await full()]
  for (const [id, params] of everyRead(one)) {
    if (id === 'getDocumentById') continue
    expect((await one.read(id, { ...params, revisionId: other.revisionId })).status).toBe(404)
    for (const name of Object.keys(params))
      expect((await one.read(id, { ...params, [name]: 'nowhere' })).status).toBe(404)
  }
  for (const [id, params] of everyRead(other).filter(([id]) => /Page|File|Reusable/.test(id) && !/^list|Path/.test(id)))
    expect((await one.read(id, params)).status).toBe(404)
})

test('whoever reads the space reads its revisions, and nobody else', async () => {
  const all = await full()
  for (const [id, params] of everyRead(all)) {
    const given = { params: { spaceId: all.spaceId, revisionId: all.revisionId, ...params } }
    expect([id, ...(await world.statuses(id, ['rex', 'gus', 'dora', 'olga'], given))]).toEqual([id, 200, 404, 404, 404])
  }
})

test('a page is read by two statements: who may, and which revision; its pages and text are known already', async () => {
  const spaceId = await largeSpace(world, 1000)
  const { revision: revisionId } = await world.space(spaceId)
  const { id: changeRequestId } = await world.makeChangeRequest(spaceId)
  const params = { spaceId, revisionId, changeRequestId, pageId: 'page150', pagePath: 'page-100/page-150' }
  const reads = [
    ['getPageById', 2],
    ['getPageByPath', 2],
    ['listPages', 2],
    ['getPageInRevisionById', 2],
    ['getPageInRevisionByPath', 2],
    // The change request, and its revision.
    ['getPageInChangeRequestById', 3],
    ['getPageInChangeRequestByPath', 3],
  ] as const
  for (const [id, max] of reads) {
    expect((await world.send(id, { params })).status).toBe(200)
    const sent = await readsDuring(world, () => world.send(id, { params }))
    expect([id, sent]).toEqual([id, sent.slice(0, max)])
  }
})

test('the tree of 10,000 pages is read a level at a time', async () => {
  const spaceId = await largeSpace(world, 10_000)
  await world.test.restart()
  const sent = await readsDuring(world, async () => {
    const { body } = await world.send('listPages', { params: { spaceId } })
    expect(body.pages).toHaveLength(100)
  })
  const nodes = sent.filter((statement) => statement.includes('"tree_node"'))
  // Two maps of three levels each, of which the index may have read some before.
  expect(nodes.length).toBeLessThanOrEqual(6)
  expect(sent).toHaveLength(nodes.length + 1)
}, 60_000)
