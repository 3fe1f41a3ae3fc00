import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { newBranch } from '../../support/branch.ts'
import { startWorld, type World } from '../../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const base64 = (text: string) => Buffer.from(text).toString('base64')

/**
 * A space with a file and a reusable content that the live content changed in one way after a change request had
 * changed them in another.
 */
async function collision(main: (ids: Ids) => object[], request: (ids: Ids) => object[]) {
  const { id: spaceId } = await world.makeSpace()
  const first = await newBranch(world, spaceId)
  const { insertedFiles, insertedReusableContents } = await first.made(
    { operation: 'insert_files', files: [{ name: 'a.txt', base64: base64('first') }] },
    { operation: 'insert_reusable_content', title: 'Note', document: { markdown: 'first' } },
  )
  const ids = { file: insertedFiles[0]?.id ?? '', reusableContent: insertedReusableContents?.[0]?.id ?? '' }
  await world.merge(spaceId, first.params.changeRequestId)
  const branch = await newBranch(world, spaceId)
  await branch.made(...request(ids))
  const other = await newBranch(world, spaceId)
  await other.made(...main(ids))
  await world.merge(spaceId, other.params.changeRequestId)
  const { params } = branch
  const merge = async () => (await world.merge(spaceId, params.changeRequestId)).result
  const open = async () => (await world.send('listConflictsInChangeRequest', { params, as: 'rex' })).body
  const live = async () => {
    const { body } = await world.send('getCurrentRevision', { params })
    const [file] = body.files
    const [note] = body.reusableContents
    return { file: file && [file.name, file.size], note: note?.title }
  }
  return { ...ids, line: branch, params, merge, open, live, kinds: async () => kindsOf((await open()).items) }
}

interface Ids {
  file: string
  reusableContent: string
}
const kindsOf = (items: { object: string; conflicts: { kind: string }[] }[]) =>
  Object.fromEntries(items.map(({ object, conflicts }) => [object, conflicts.map(({ kind }) => kind)]))

const write =
  (name: string) =>
  ({ file, reusableContent }: Ids) => [
    { operation: 'update_file', file, name: `${name}.txt`, base64: base64(name) },
    { operation: 'update_reusable_content', reusableContent, title: name, document: { markdown: name } },
  ]
const remove = ({ file, reusableContent }: Ids) => [
  { operation: 'delete_file', file },
  { operation: 'delete_reusable_content', reusableContent },
]

test('other edits of both sides are told with either side’s, and the live content stays as it is', async () => {
  const { merge, open, live, params, file, reusableContent } = await collision(write('main'), write('mine'))
  expect(await merge()).toBe('conflicts')
  expect(await live()).toEqual({ file: ['main.txt', 4], note: 'main' })
  const { items, count } = await open()
  expect(count).toBe(2)
  const presented = Object.fromEntries(items.map((one: { object: string }) => [one.object, one]))
  expect(presented.file).toMatchObject({
    id: file,
    conflicts: [
      { kind: 'name', main: 'main.txt', changeRequest: 'mine.txt' },
      { kind: 'file', main: { name: 'main.txt', size: 4 }, changeRequest: { downloadURL: expect.any(String) } },
    ],
  })
  expect(presented['reusable-content']).toMatchObject({
    id: reusableContent,
    conflicts: [{ kind: 'title', main: 'main', changeRequest: 'mine' }, { kind: 'content' }],
  })
  expect(JSON.stringify(items)).not.toContain('blob')
  const { body } = await world.send('getReusableContentInChangeRequestById', {
    params: { ...params, reusableContentId: reusableContent },
    query: { format: 'markdown' },
  })
  const text = await world.send('getDocumentById', { params: { ...params, documentId: body.document } })
  expect(JSON.stringify(text.body)).toMatch(/main.*mine/s)
  expect(body.markdown).toBe('<<<<<<< main\nmain\n=======\nmine\n>>>>>>> change request')
  expect(await merge()).toBe('conflicts')
})

test('whoever writes both again resolves them, and the merge makes that live', async () => {
  const { merge, line: branch, live, open, ...ids } = await collision(write('main'), write('mine'))
  await merge()
  await branch.made(...write('decided')(ids))
  expect((await open()).items).toEqual([])
  expect(await merge()).toBe('merge')
  expect(await live()).toEqual({ file: ['decided.txt', 7], note: 'decided' })
})

test('another title does not resolve a text that shows both sides', async () => {
  const { merge, line: branch, kinds, reusableContent } = await collision(write('main'), write('mine'))
  await merge()
  await branch.made({ operation: 'update_reusable_content', reusableContent, title: 'Both' })
  expect(await kinds()).toMatchObject({ 'reusable-content': ['content'] })
})

test('to revert takes the live side, and to change nothing keeps the change request’s file', async () => {
  const { merge, line: branch, live, file, reusableContent } = await collision(write('main'), write('mine'))
  await merge()
  await branch.made({ operation: 'update_file', file }, { operation: 'revert_reusable_content', reusableContent })
  expect(await merge()).toBe('merge')
  expect(await live()).toEqual({ file: ['mine.txt', 4], note: 'main' })
})

test.each([
  ['the live content', remove, write('mine'), { file: ['mine.txt', 4], note: 'mine' }],
  ['the change request', write('main'), remove, { file: ['main.txt', 4], note: 'main' }],
])(
  'what %s deleted and the other side edited is kept or deleted by whoever decides',
  async (_, main, request, stored) => {
    const keepingSide = await collision(main, request)
    expect(await keepingSide.merge()).toBe('conflicts')
    expect(await keepingSide.kinds()).toEqual({ file: ['deleted'], 'reusable-content': ['deleted'] })
    const { file, reusableContent } = keepingSide
    await keepingSide.line.made(
      { operation: 'update_file', file },
      { operation: 'update_reusable_content', reusableContent },
    )
    expect([await keepingSide.merge(), await keepingSide.live()]).toEqual(['merge', stored])

    const deleting = await collision(main, request)
    await deleting.merge()
    await deleting.line.made(...remove(deleting))
    expect([await deleting.merge(), await deleting.live()]).toEqual(['merge', { file: undefined, note: undefined }])
  },
)

test('pages with conflicts are told too, a page of the list at a time', async () => {
  const { id: spaceId } = await world.makeSpace()
  const pages = Object.values(await world.publish(spaceId, { One: 'one', Two: 'two', Three: 'three' }))
  const branches = [await newBranch(world, spaceId), await newBranch(world, spaceId)]
  for (const [at, { made }] of branches.entries())
    await made(...pages.map((page) => ({ operation: 'update_page', page, title: `Title ${at}` })))
  const [other, branch] = branches.map(({ params }) => params)
  await world.merge(spaceId, other?.changeRequestId ?? '')
  await world.merge(spaceId, branch?.changeRequestId ?? '')
  const list = async (page?: string) =>
    (await world.send('listConflictsInChangeRequest', { params: branch, query: { limit: '2', ...(page && { page }) } }))
      .body
  const first = await list()
  const { items: rest } = await list(first.next.page)
  expect([...first.items, ...rest].map(({ object, id }) => [object, id])).toEqual(
    pages.sort().map((id) => ['page', id]),
  )
  expect(rest[0].conflicts).toEqual([{ kind: 'title', main: 'Title 0', changeRequest: 'Title 1' }])
})

test('what is open is seen by readers of the space, and nobody else', async () => {
  const { merge, params } = await collision(write('main'), write('mine'))
  await merge()
  expect(await world.statuses('listConflictsInChangeRequest', ['rex', 'gus', 'olga', 'dora'], { params })).toEqual([
    200, 404, 404, 404,
  ])
})

test('an update of a page decides the fields that it names, and one without any keeps all of them', async () => {
  const { id: spaceId } = await world.makeSpace()
  const pages = await world.publish(spaceId, { Page: 'first', 'Above live': '', 'Above ours': '' })
  const branches = [await newBranch(world, spaceId), await newBranch(world, spaceId)] as const
  const page = pages.Page ?? ''
  for (const [at, { made }] of branches.entries()) {
    const into = pages[at === 0 ? 'Above live' : 'Above ours']
    await made({ operation: 'update_page', page, title: `T${at}`, description: `D${at}`, condition: `"${at}"`, into })
  }
  const [live, { params, made, revision }] = branches
  await world.merge(spaceId, live.params.changeRequestId)
  const merge = async () => (await world.merge(spaceId, params.changeRequestId)).result
  expect(await merge()).toBe('conflicts')
  const left = async (change: object) => {
    await made({ operation: 'update_page', page, ...change })
    return kindsOf((await world.send('listConflictsInChangeRequest', { params })).body.items).page?.sort()
  }
  const all = ['condition', 'description', 'parent', 'title']
  expect(await left({ at: 0 })).toEqual(all)
  expect(await left({ emoji: '1f600' })).toEqual(all)
  // As an editor saves what somebody types below the front matter, which names fields as they are.
  const markdown = '---\ndescription: D1\nif: "\\"1\\""\n---\n\nsecond\n'
  expect(await left({ document: { markdown }, base: await revision() })).toEqual(all)
  expect(await left({ into: pages['Above ours'] })).toEqual(['condition', 'description', 'title'])
  expect(await left({ title: 'T1', base: await revision() })).toEqual(['condition', 'description'])
  expect(await left({ condition: null })).toEqual(['description'])
  expect(await merge()).toBe('conflicts')
  expect(await left({})).toBeUndefined()
  expect(await merge()).toBe('merge')
  const { body } = await world.send('getPageById', { params: { spaceId, pageId: page } })
  expect(body).toMatchObject({ title: 'T1', description: 'D1', markdown: expect.stringContaining('second') })
})
