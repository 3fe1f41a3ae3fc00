import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { newBranch, page, write } from '../support/branch.ts'
import { heldSource } from '../support/held-source.ts'
import { startWorld, type World } from '../world.ts'

let source: Awaited<ReturnType<typeof heldSource>>
let world: World
beforeAll(async () => {
  source = await heldSource()
  world = await startWorld({ OUTBOUND_ALLOW: source.host, IMPORTS_AT_ONCE: '4' })
})
afterAll(async () => {
  await world.stop()
  source.stop()
})

interface Presented {
  id: string
  title: string
  slug: string
  git?: { path: string }
  pages?: Presented[]
}
const pagesOf = async (spaceId: string): Promise<Presented[]> =>
  (await world.send('listPages', { params: { spaceId } })).body.pages
const markdownOf = async (spaceId: string, pageId: string): Promise<string> =>
  (await world.send('getPageById', { params: { spaceId, pageId } })).body.markdown
const outline = (pages: Presented[]): unknown[] =>
  pages.map(({ title, pages: below = [] }) => (below.length > 0 ? [title, outline(below)] : title))
const zipped = (files: Record<string, string>) => ({ source: 'zip', url: source.archive(files) })
const single = (markdown: string) => ({ source: 'markdown', url: source.page(markdown) })

/** A space with pages that came from a repository, and the ids of the topmost ones. */
async function imported(files: Record<string, string>) {
  const { id: spaceId } = await world.makeSpace()
  expect((await world.send('importContent', { params: { spaceId }, body: zipped(files) })).status).toBe(201)
  const ids = Object.fromEntries((await pagesOf(spaceId)).map(({ id, title }) => [title, id]))
  return { spaceId, ids }
}

const into = (spaceId: string, pageId: string, body: object) =>
  world.send('importContentInPageById', { params: { spaceId, pageId }, body })

test('one document takes the place of the text of a page, which keeps its title, place and address', async () => {
  const { spaceId, ids } = await imported({ 'a.md': '# Alpha\n\nOld.', 'b.md': '# Beta' })
  const body = single('---\ndescription: All of it\n---\n# Another title\n\nSee [itself](page.md#more).')
  expect((await into(spaceId, ids.Alpha ?? '', body)).status).toBe(201)
  const pages = await pagesOf(spaceId)
  expect(pages.map(({ id, title, slug }) => [id, title, slug])).toEqual([
    [ids.Alpha, 'Alpha', 'a'],
    [ids.Beta, 'Beta', 'b'],
  ])
  expect(pages[0]).toMatchObject({ description: 'All of it', git: { path: 'page.md' } })
  expect(await markdownOf(spaceId, ids.Alpha ?? '')).toBe(
    `---\ndescription: All of it\n---\n# Another title\n\nSee [itself](/pages/${ids.Alpha}#more).`,
  )
})

test('several pages go beneath a page; again they keep their ids, and nothing elsewhere changes', async () => {
  const files = { 'README.md': '# Home\n\n![](dot.txt)', 'use.md': '# Use', 'dot.txt': 'old' }
  const { spaceId, ids } = await imported(files)
  const elsewhere = { ...files, 'README.md': '# Guide\n\n![](dot.txt)', 'dot.txt': 'new' }
  const before = await markdownOf(spaceId, ids.Home ?? '')
  for (const text of ['One', 'Two']) {
    const body = zipped({ ...elsewhere, 'use.md': `# Use\n\n${text}` })
    expect((await into(spaceId, ids.Use ?? '', body)).status).toBe(201)
  }
  const pages = await pagesOf(spaceId)
  expect(outline(pages)).toEqual(['Home', ['Use', ['Guide', 'Use']]])
  expect(await markdownOf(spaceId, pages[1]?.pages?.[1]?.id ?? '')).toBe('Two')
  expect(await markdownOf(spaceId, ids.Home ?? '')).toBe(before)
  const { items } = (await world.send('listFiles', { params: { spaceId } })).body
  expect(items.map(({ size, name }: { size: number; name: string }) => [name, size])).toEqual([
    ['dot.txt', 3],
    ['dot.txt', 3],
  ])
})

test('a change request takes an import as its next revision, in a locked space too; the live content stays', async () => {
  const { id: spaceId } = await world.makeSpace()
  await world.publish(spaceId, { Live: 'text' })
  const branch = await newBranch(world, spaceId)
  await world.send('updateSpaceById', { params: { spaceId }, body: { editMode: 'locked' } })
  const { revision } = await world.space(spaceId)
  const importFiles = (body: object) =>
    world.send('importContentInChangeRequest', { as: 'edda', params: branch.params, body })
  const { status, body } = await importFiles(zipped({ 'a.md': '# Alpha', 'b.md': '# Beta' }))
  expect([status, body.revision]).toEqual([201, await branch.revision()])
  expect(await branch.titles()).toEqual(['Live', 'Alpha', 'Beta'])
  expect((await world.space(spaceId)).revision).toBe(revision)
  const [live] = await branch.tree()
  const inPage = await world.send('importContentInChangeRequestPageById', {
    params: { ...branch.params, pageId: live?.id ?? '' },
    body: single('Better.'),
  })
  expect(inPage.status).toBe(201)
  expect((await branch.page(live?.id ?? '')).markdown).toBe('Better.')
  const contributors = await world.send('getContributorsByChangeRequestId', { params: branch.params })
  const edits = contributors.body.items.map((one: { user: { id: string }; count: number }) => [one.user.id, one.count])
  expect(new Map(edits)).toEqual(new Map(Object.entries({ ada: 1, edda: 1 })))
  await world.merge(spaceId, branch.params.changeRequestId)
  expect((await importFiles(zipped({ 'c.md': '# Gamma' }))).status).toBe(409)
  expect(outline(await pagesOf(spaceId))).toEqual(['Live', 'Alpha', 'Beta'])
})

test('what is written to a change request while an import of it is read stays, and the import is put on top', async () => {
  const { id: spaceId } = await world.makeSpace()
  const branch = await newBranch(world, spaceId)
  const { changes } = await branch.made(page('Mine', 'one'))
  const { arrived, release } = source.hold()
  const answer = world.send('importContentInChangeRequest', {
    params: branch.params,
    body: zipped({ 'a.md': '# Alpha' }),
  })
  await arrived
  await branch.made(write(changes[0]?.page.id ?? '', 'two'))
  release()
  expect((await answer).status).toBe(201)
  expect(await branch.titles()).toEqual(['Mine', 'Alpha'])
  expect((await branch.page(changes[0]?.page.id ?? '')).markdown).toBe('two')
})

test('a change request that is merged while an import of it is read stays as it was merged', async () => {
  const { id: spaceId } = await world.makeSpace()
  const branch = await newBranch(world, spaceId)
  await branch.made(page('Mine', 'one'))
  const { arrived, release } = source.hold()
  const answer = world.send('importContentInChangeRequest', {
    params: branch.params,
    body: zipped({ 'a.md': '# Alpha' }),
  })
  await arrived
  await world.merge(spaceId, branch.params.changeRequestId)
  release()
  expect((await answer).status).toBe(409)
  expect([await branch.titles(), outline(await pagesOf(spaceId))]).toEqual([['Mine'], ['Mine']])
})

test('a change request or page of another space is 404, and a link takes no import', async () => {
  const one = await imported({ 'SUMMARY.md': '* [A](a.md)\n* [Out](https://example.com/)\n', 'a.md': '# A' })
  const other = await imported({ 'b.md': '# B' })
  const branch = await newBranch(world, other.spaceId)
  const body = single('text')
  expect((await into(one.spaceId, other.ids.B ?? '', body)).status).toBe(404)
  expect((await into(one.spaceId, one.ids.Out ?? '', body)).status).toBe(409)
  const { changeRequestId } = branch.params
  const params = { spaceId: one.spaceId, changeRequestId }
  expect((await world.send('importContentInChangeRequest', { params, body })).status).toBe(404)
  const start = (target: object, as = 'ada') =>
    world.send('startImportRun', { as, body: { target, source: { type: 'website', url: 'https://example.com/' } } })
  expect((await start({ space: one.spaceId, changeRequest: changeRequestId })).status).toBe(404)
  expect((await start({ space: one.spaceId, page: other.ids.B })).status).toBe(404)
  expect((await start({ space: one.spaceId }, 'cora')).status).toBe(403)
  const hidden = await world.makeSpace()
  await world.send('updateSpaceById', { params: { spaceId: hidden.id }, body: { defaultLevel: null } })
  expect((await start({ space: hidden.id }, 'edda')).status).toBe(404)
})

/** A page, a text that it includes, and a file. */
const threeKinds = (text: string) => ({
  'README.md': `# Home\n\n${text}\n\n{% include ".gitbook/includes/note.md" %}\n\n![a](a.txt)`,
  '.gitbook/includes/note.md': text,
  'a.txt': text,
})

test('what an import brings into a change request is decided, and what it does not bring stays open', async () => {
  const { spaceId } = await imported({ ...threeKinds('first'), 'use.md': '# Use\n\nfirst' })
  const { body: live } = await world.send('getCurrentRevision', { params: { spaceId } })
  const [home, use] = live.pages.map(({ id }: { id: string }) => id)
  const rewrite = (text: string) => {
    const document = { markdown: text }
    return [
      { operation: 'update_file', file: live.files[0].id, name: 'a.txt', base64: Buffer.from(text).toString('base64') },
      { operation: 'update_reusable_content', reusableContent: live.reusableContents[0].id, document },
      { operation: 'update_page', page: home, document },
      { operation: 'update_page', page: use, document },
    ]
  }
  const [branch, other] = [await newBranch(world, spaceId), await newBranch(world, spaceId)]
  await branch.made(...rewrite('mine'))
  await other.made(...rewrite('main'))
  await world.merge(spaceId, other.params.changeRequestId)
  expect((await world.merge(spaceId, branch.params.changeRequestId)).result).toBe('conflicts')
  const open = async () =>
    (await world.send('listConflictsInChangeRequest', { params: branch.params })).body.items.map(
      ({ id }: { id: string }) => id,
    )
  expect(await open()).toHaveLength(4)
  const { params } = branch
  expect(
    (await world.send('importContentInChangeRequest', { params, body: zipped(threeKinds('imported')) })).status,
  ).toBe(201)
  expect(await open()).toEqual([use])
})
