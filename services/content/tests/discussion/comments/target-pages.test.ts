import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Comment } from '@quire/contracts'
import { toDocument } from '@quire/document'
import { startWorld, type World } from '../../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

/** A space with two live pages. */
async function start() {
  const { id: spaceId } = await world.makeSpace()
  const { Engines: page = '', Gears: other = '' } = await world.publish(spaceId, {
    Engines: 'They turn.\n\nTheir **cranks** do.',
    Gears: 'Two.',
  })
  const post = async (body: object): Promise<Comment> =>
    (await world.send('postCommentInSpace', { params: { spaceId }, body: { body: {}, ...body } })).body
  const change = async (...changes: object[]) => {
    const { id } = await world.makeChangeRequest(spaceId)
    await world.write(spaceId, id, changes)
    await world.merge(spaceId, id)
  }
  const targets = async (): Promise<Comment['target'][]> =>
    (await world.send('listCommentsInSpace', { params: { spaceId }, query: { order: 'asc' } })).body.items.map(
      (one: Comment) => one.target,
    )
  return { spaceId, page, other, post, change, targets }
}

test('of the comments on one page those are outdated that are older than its last change, also one that was made before them and merged after them', async () => {
  const { spaceId, page, other, post, targets } = await start()
  const { id } = await world.makeChangeRequest(spaceId)
  await world.write(spaceId, id, [{ operation: 'update_page', page, document: { markdown: 'They stand.' } }])
  await post({ page })
  await post({ page: other })
  await world.merge(spaceId, id)
  await post({ page })
  expect((await targets()).map((target) => target.page?.outdated)).toEqual([true, false, false])
})

test('a page is shown as it is now, and one that is gone as it was when the comment was posted', async () => {
  const { page, other, post, change, targets } = await start()
  const presented = (await post({ page })).target.page
  expect(presented).toEqual({
    id: page,
    title: 'Engines',
    path: 'engines',
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
    outdated: false,
  })
  await post({ page: other })
  await change(
    { operation: 'update_page', page, title: 'Motors', emoji: '1f5fa' },
    { operation: 'delete_page', page: other },
  )
  const [changed, gone] = await targets()
  expect(changed?.page).toMatchObject({
    title: 'Motors',
    emoji: '1f5fa',
    createdAt: presented?.createdAt,
    outdated: true,
  })
  expect(changed?.page?.updatedAt).not.toBe(presented?.updatedAt)
  expect(gone?.page).toMatchObject({ id: other, title: 'Gears', path: 'gears', outdated: true })
})

test('a block is shown with its first words, as they were when the comment was posted', async () => {
  const { spaceId, page, post, change, targets } = await start()
  const params = { spaceId, pageId: page }
  const { document } = (await world.send('getPageById', { params, query: { format: 'document' } })).body
  const node = document.nodes[1].key
  expect((await post({ page, node })).target.node).toEqual({ id: node, preview: 'Their cranks do.' })
  expect((await post({ page, node: 'elsewhere' })).target.node).toEqual({ id: 'elsewhere' })
  expect((await post({ node })).target.node).toEqual({ id: node })
  await change({ operation: 'update_page', page, document: { markdown: 'Nothing.' } })
  expect((await targets())[0]?.node).toEqual({ id: node, preview: 'Their cranks do.' })
})

test('the words of a block are those that readers see: of a column too, and the alternative text of a picture', async () => {
  const { page, post, change } = await start()
  const markdown =
    '{% columns %}\n{% column %}\nOn the left.\n{% endcolumn %}\n{% endcolumns %}\n\n<figure><img src="https://e.x/a.png" alt="A crank"></figure>\n'
  await change({ operation: 'update_page', page, document: { markdown } })
  const keys = [...JSON.stringify(toDocument(markdown, {}, 'full')).matchAll(/"key":"(.*?)"/g)].map(([, key]) => key)
  const previews = await Promise.all(keys.map(async (node) => (await post({ page, node })).target.node?.preview))
  expect(previews).toEqual(expect.arrayContaining(['On the left.', 'A crank']))
  expect(previews).not.toContain(undefined)
})
