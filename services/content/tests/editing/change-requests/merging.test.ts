import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startWorld, type World } from '../../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

/** A space with one page of three lines, and two change requests that began there. */
async function start() {
  const { id: spaceId } = await world.makeSpace()
  const { Page: pageId = '' } = await world.publish(spaceId, { Page: 'one\n\ntwo\n\nthree' })
  const lines = [await world.makeChangeRequest(spaceId), await world.makeChangeRequest(spaceId)].map(({ id }) => id)
  const [first = '', second = ''] = lines
  const edit = (id: string, markdown: string) =>
    world.write(spaceId, id, [{ operation: 'update_page', page: pageId, document: { markdown } }])
  const text = async (changeRequestId?: string) => {
    const operation = changeRequestId ? 'getPageInChangeRequestById' : 'getPageById'
    const params = { spaceId, pageId, ...(changeRequestId && { changeRequestId }) }
    return (await world.send(operation, { params })).body.markdown
  }
  const get = async (changeRequestId: string) =>
    (await world.send('getChangeRequestById', { params: { spaceId, changeRequestId } })).body
  const update = async (changeRequestId: string) =>
    (await world.send('updateChangeRequest', { params: { spaceId, changeRequestId } })).body
  return { spaceId, first, second, edit, text, get, update }
}

test('a merge makes the change live and closes the change request; the others are outdated', async () => {
  const { spaceId, first, second, edit, text, get } = await start()
  await edit(first, 'ONE\n\ntwo\n\nthree')
  expect(await text()).toContain('one')
  const { revision, result } = await world.merge(spaceId, first)
  expect([result, (await world.space(spaceId)).revision, await text()]).toEqual([
    'merge',
    revision,
    'ONE\n\ntwo\n\nthree',
  ])
  expect(await get(first)).toMatchObject({ status: 'merged', revisionMerged: revision, outdated: false })
  expect(await get(second)).toMatchObject({ status: 'draft', outdated: true })
})

test('a merge of a revision that the change request no longer has merges nothing, and one of the present revision does', async () => {
  const { spaceId, first, edit, text, get } = await start()
  await edit(first, 'ONE')
  const { revision } = await get(first)
  await edit(first, 'SPAM')
  const [live, changed] = [await world.space(spaceId), await get(first)]
  const merge = (seen: string) =>
    world.send('mergeChangeRequest', { params: { spaceId, changeRequestId: first }, body: { revision: seen } })
  const { status, body } = await merge(revision)
  expect([status, body.error.message]).toEqual([409, expect.stringContaining('has changed since you read it')])
  expect([(await world.space(spaceId)).revision, await get(first)]).toEqual([live.revision, changed])
  expect(await text()).toContain('one')
  expect((await merge(changed.revision)).body.result).toBe('merge')
  expect(await text()).toBe('SPAM')
})

test('of a merge and an edit at the same time, the merge takes what was seen or is refused', async () => {
  const { spaceId, first, edit, text, get } = await start()
  await edit(first, 'SEEN')
  const { revision } = await get(first)
  const params = { spaceId, changeRequestId: first }
  const [merged] = await Promise.all([
    world.send('mergeChangeRequest', { params, body: { revision } }),
    edit(first, 'UNSEEN').catch(() => undefined),
  ])
  expect([200, 409]).toContain(merged.status)
  expect(await text()).toBe(merged.status === 200 ? 'SEEN' : 'one\n\ntwo\n\nthree')
})

test('two merges at once lose neither edit', async () => {
  const { spaceId, first, second, edit, text } = await start()
  await Promise.all([edit(first, 'ONE\n\ntwo\n\nthree'), edit(second, 'one\n\ntwo\n\nTHREE')])
  const results = await Promise.all([world.merge(spaceId, first), world.merge(spaceId, second)])
  expect(results.map(({ result }) => result)).toEqual(['merge', 'merge'])
  expect(await text()).toBe('ONE\n\ntwo\n\nTHREE')
})

test('one change request merged twice at once is merged once', async () => {
  const { spaceId, first, edit } = await start()
  await edit(first, 'ONE')
  const params = { spaceId, changeRequestId: first }
  const answers = await Promise.all([1, 2].map(() => world.send('mergeChangeRequest', { params })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await world.space(spaceId)).changeRequestsDraft).toBe(1)
})

test('an update brings the live content in and keeps the change request’s own', async () => {
  const { spaceId, first, second, edit, text, get, update } = await start()
  await edit(first, 'ONE\n\ntwo\n\nthree')
  await edit(second, 'one\n\ntwo\n\nTHREE')
  await world.merge(spaceId, first)
  const { result, revision } = await update(second)
  const live = (await world.space(spaceId)).revision
  expect([result, await text(second)]).toEqual(['update', 'ONE\n\ntwo\n\nTHREE'])
  expect(await get(second)).toMatchObject({ revision, revisionMergedAncestor: live, outdated: false, status: 'draft' })
  expect(await text()).toBe('ONE\n\ntwo\n\nthree')
})

test('the same edit on both sides is no conflict', async () => {
  const { spaceId, first, second, edit } = await start()
  await Promise.all([edit(first, 'same'), edit(second, 'same')])
  await world.merge(spaceId, first)
  expect((await world.merge(spaceId, second)).result).toBe('merge')
})

test.each(['merge', 'update'] as const)(
  'a conflict met by a %s changes nothing live, stays readable, and once resolved merges',
  async (verb) => {
    const { spaceId, first, second, edit, text, get, update } = await start()
    await edit(first, 'one\n\nours\n\nthree')
    await edit(second, 'one\n\ntheirs\n\nthree')
    await world.merge(spaceId, first)
    const before = await world.space(spaceId)
    const { result } = verb === 'merge' ? await world.merge(spaceId, second) : await update(second)
    expect(result).toBe('conflicts')
    expect((await world.space(spaceId)).revision).toBe(before.revision)
    expect(await text()).toBe('one\n\nours\n\nthree')
    expect(await text(second)).toMatch(
      /<<<<<<< main[\s\S]*ours[\s\S]*=======[\s\S]*theirs[\s\S]*>>>>>>> change request/,
    )
    expect((await get(second)).status).toBe('draft')
    expect((await world.merge(spaceId, second)).result).toBe('conflicts')
    await edit(second, 'one\n\nboth\n\nthree')
    expect((await world.merge(spaceId, second)).result).toBe('merge')
    expect(await text()).toBe('one\n\nboth\n\nthree')
  },
)

test('a locked space still merges change requests', async () => {
  const { spaceId, first, edit } = await start()
  await world.send('updateSpaceById', { params: { spaceId }, body: { editMode: 'locked' } })
  await edit(first, 'ONE')
  expect((await world.merge(spaceId, first)).result).toBe('merge')
})

test('eight change requests merged at once all arrive, each counted once', async () => {
  const { spaceId } = await start()
  const made = await Promise.all(Array.from({ length: 8 }, () => world.makeChangeRequest(spaceId)))
  await Promise.all(
    made.map(({ id }, index) =>
      world.write(spaceId, id, [{ operation: 'insert_page', title: `Page ${index}`, document: {} }]),
    ),
  )
  await Promise.all(made.map(({ id }) => world.merge(spaceId, id)))
  const { pages } = (await world.send('listPages', { params: { spaceId } })).body
  expect(pages).toHaveLength(9)
  expect(await world.space(spaceId)).toMatchObject({
    changeRequests: 11,
    changeRequestsDraft: 2,
    changeRequestsOpen: 0,
  })
})

test('a text that still holds both sides leaves the conflict open, and fields in conflict are decided by themselves', async () => {
  const { spaceId, first, second, edit, text } = await start()
  const pageId = (await world.send('listPages', { params: { spaceId } })).body.pages[0].id
  const title = (id: string, title: string) =>
    world.write(spaceId, id, [{ operation: 'update_page', page: pageId, title }])
  const kinds = async () => {
    const params = { spaceId, changeRequestId: second }
    const { items } = (await world.send('listConflictsInChangeRequest', { params })).body
    return items.flatMap((one: { conflicts: { kind: string }[] }) => one.conflicts.map(({ kind }) => kind))
  }
  await title(first, 'Ours')
  await title(second, 'Theirs')
  await edit(first, 'one\n\nours\n\nthree')
  await edit(second, 'one\n\ntheirs\n\nthree')
  await world.merge(spaceId, first)
  expect((await world.merge(spaceId, second)).result).toBe('conflicts')
  // As an editor does that saves what somebody types elsewhere in the page.
  await edit(second, `${await text(second)}\n\nfour`)
  expect(await kinds()).toEqual(['title', 'content'])
  expect((await world.merge(spaceId, second)).result).toBe('conflicts')
  await edit(second, 'one\n\nboth\n\nthree\n\nfour')
  expect(await kinds()).toEqual(['title'])
  expect((await world.merge(spaceId, second)).result).toBe('conflicts')
  await title(second, 'Both')
  expect((await world.merge(spaceId, second)).result).toBe('merge')
  expect(await text()).toBe('one\n\nboth\n\nthree\n\nfour')
})

test('a conflict of two large texts can be read as it is, and is no document', async () => {
  const { spaceId, first, second, edit } = await start()
  await edit(first, 'a'.repeat(200_000))
  await edit(second, 'b'.repeat(200_000))
  await world.merge(spaceId, first)
  expect((await world.merge(spaceId, second)).result).toBe('conflicts')
  const { pages } = (await world.send('listPagesInChangeRequest', { params: { spaceId, changeRequestId: second } }))
    .body
  const params = { spaceId, changeRequestId: second, pageId: pages[0].id }
  const read = (format: string) => world.send('getPageInChangeRequestById', { params, query: { format } })
  expect((await read('markdown')).body.markdown.length).toBeGreaterThan(400_000)
  expect((await read('document')).status).toBe(409)
})
