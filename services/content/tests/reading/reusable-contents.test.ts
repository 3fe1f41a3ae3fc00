import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type ArchiveSource, archiveSource } from '../support/archive-source.ts'
import { startWorld, type World } from '../world.ts'

let source: ArchiveSource
let world: World
let spaceId: string
beforeAll(async () => {
  source = await archiveSource()
  world = await startWorld({ OUTBOUND_ALLOW: source.host })
  spaceId = (await world.makeSpace()).id
  await source.importFiles(world, spaceId, archive)
})
afterAll(async () => {
  await world.stop()
  source.stop()
})

const archive = {
  'README.md': '# Home\n\n{% include ".gitbook/includes/how-to-ask.md" %}\n',
  'guide/use.md': '# Use\n\n{% include "../.gitbook/includes/how-to-ask.md" %}\n\n[Home](../README.md)\n',
  '.gitbook/includes/how-to-ask.md': '---\ntitle: How to ask\n---\n\n## Ask\n\nAsk [here](../../guide/use.md).\n',
  '.gitbook/includes/small-print.md': 'No warranty.\n',
}

const read = (id: string, params: object = {}, query: Record<string, string> = {}) =>
  world.send(id, { as: 'rex', params: { spaceId, ...params }, query })
const contents = async (of = spaceId): Promise<{ id: string; title: string; document: string }[]> =>
  (await read('getCurrentRevision', { spaceId: of })).body.reusableContents
const titled = async (title: string, of = spaceId) => (await contents(of)).find((one) => one.title === title)
const pageIds = async () => {
  const { pages } = (await read('listPages')).body
  return pages.map(({ id }: { id: string }) => id)
}

test('what pages of an archive include becomes a reusable content, named by its front matter or its file', async () => {
  expect(await contents()).toEqual([
    {
      id: expect.any(String),
      title: 'How to ask',
      document: expect.any(String),
      git: { oid: expect.stringMatching(/^[0-9a-f]{40}$/), path: '.gitbook/includes/how-to-ask.md' },
    },
    {
      id: expect.any(String),
      title: 'Small print',
      document: expect.any(String),
      git: { oid: expect.stringMatching(/^[0-9a-f]{40}$/), path: '.gitbook/includes/small-print.md' },
    },
  ])
  const presented = await titled('How to ask')
  const params = { reusableContentId: presented?.id }
  expect((await read('getReusableContentById', params)).body).toEqual(presented)
  const { git: _, ...rest } = presented as object & { git?: object }
  expect((await read('getReusableContentById', params, { metadata: 'false' })).body).toEqual(rest)
})

test('every page that includes it names it by its id, wherever the page lies, and its own links are stable too', async () => {
  const id = (await titled('How to ask'))?.id
  const [home, guide] = await pageIds()
  const { body: tree } = await read('listPages')
  const use = tree.pages[1].pages[0].id
  expect((await read('getPageById', { pageId: home })).body.markdown).toContain(
    `{% include "/reusable-contents/${id}" %}`,
  )
  expect((await read('getPageById', { pageId: use })).body.markdown).toContain(
    `{% include "/reusable-contents/${id}" %}`,
  )
  expect([guide, tree.pages[1].type]).toEqual([tree.pages[1].id, 'group'])
  const { body } = await read('getReusableContentDocumentInRevisionById', {
    revisionId: (await world.space(spaceId)).revision,
    reusableContentId: id,
  })
  expect(body.object).toBe('document')
  expect(JSON.stringify(body)).toContain(`"page":"${use}"`)
})

test('imported again it keeps its id and takes the new text; a copy in another space has an id of its own', async () => {
  const { id: other } = await world.makeSpace()
  await source.importFiles(world, other, archive)
  const before = await titled('Small print', other)
  await source.importFiles(world, other, { ...archive, '.gitbook/includes/small-print.md': 'Some warranty.\n' })
  const after = await titled('Small print', other)
  expect(after?.id).toBe(before?.id)
  expect(after?.document).not.toBe(before?.document)
  expect((await titled('Small print'))?.id).not.toBe(after?.id)
  for (const spaceOfIt of [other, spaceId]) {
    const { status } = await read('getReusableContentById', { spaceId: spaceOfIt, reusableContentId: after?.id })
    expect(status).toBe(spaceOfIt === other ? 200 : 404)
  }
})

test('a revision from before an import does not have what it brought, and keeps the text it had', async () => {
  const { id: other } = await world.makeSpace()
  const { revision: first } = await world.space(other)
  const second = await source.importFiles(world, other, archive)
  const id = (await titled('Small print', other))?.id
  await source.importFiles(world, other, { ...archive, '.gitbook/includes/small-print.md': 'Some warranty.\n' })
  const at = (revisionId: string, operation = 'getReusableContentInRevisionById') =>
    read(operation, { spaceId: other, revisionId, reusableContentId: id })
  expect((await at(first)).status).toBe(404)
  const text = (await at(second, 'getReusableContentDocumentInRevisionById')).body
  expect(JSON.stringify(text)).toContain('No warranty.')
})

test('a change request has the reusable contents of where it began', async () => {
  const { id: changeRequestId } = await world.makeChangeRequest(spaceId)
  const presented = await titled('How to ask')
  const { body } = await read('getReusableContentInChangeRequestById', {
    changeRequestId,
    reusableContentId: presented?.id,
  })
  expect(body).toEqual(presented)
  expect(
    (await read('getReusableContentInChangeRequestById', { changeRequestId, reusableContentId: 'none' })).status,
  ).toBe(404)
})

test('a change request includes it by the path of its file, and shows it by its id, as markdown and as a document', async () => {
  const { id: changeRequestId } = await world.makeChangeRequest(spaceId)
  const id = (await titled('How to ask'))?.id
  const markdown = 'See:\n\n{% include "../.gitbook/includes/how-to-ask.md" %}\n'
  const { changes } = await world.write(spaceId, changeRequestId, [
    { operation: 'insert_page', title: 'New', document: { markdown } },
  ])
  const params = { changeRequestId, pageId: changes[0].page.id }
  const { body } = await read('getPageInChangeRequestById', params)
  expect(body.markdown).toContain(`{% include "/reusable-contents/${id}" %}`)
  const { document } = (await read('getPageInChangeRequestById', params, { format: 'document' })).body
  expect(document.nodes[1]).toMatchObject({
    type: 'reusable-content',
    data: { ref: { kind: 'reusable-content', reusableContent: id } },
  })
  expect((await world.merge(spaceId, changeRequestId)).result).toBe('merge')
  expect((await titled('How to ask'))?.id).toBe(id)
})
