import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Branch, newBranch, page, update, write } from '../../support/branch.ts'
import { startWorld, type World } from '../../world.ts'

let world: World
let spaceId: string
beforeAll(async () => {
  world = await startWorld()
  spaceId = (await world.makeSpace()).id
})
afterAll(() => world.stop())

const text = 'One\n\nTwo\n\nThree\n\nFour\n'

/** A page that two people have read: its id, the revision in which they read it, and its branch. */
async function readByTwo(): Promise<{ branch: Branch; id: string; base: string }> {
  const branch = await newBranch(world, spaceId)
  const { changes } = await branch.made(page('Shared', text, { description: 'Said' }))
  return { branch, id: changes[0]?.page.id ?? '', base: await branch.revision() }
}

const refusalOf = async (branch: Branch, change: object) => {
  const { status, body } = await branch.apply([change])
  return { status, error: body.error }
}

test('what two people write in different lines is merged, and the second is told so', async () => {
  const { branch, id, base } = await readByTwo()
  const first = await branch.made(write(id, text.replace('One', 'ONE'), { base }))
  expect(first.changes).toEqual([{ object: 'updated_page', page: expect.objectContaining({ id }) }])
  const second = await branch.made(write(id, text.replace('Four', 'FOUR'), { base, title: 'Ours' }))
  expect(second.changes).toMatchObject([{ object: 'updated_page', merged: true }])
  expect(await branch.page(id)).toMatchObject({ title: 'Ours', markdown: 'ONE\n\nTwo\n\nThree\n\nFOUR\n' })
})

test('the same line written twice is refused with both sides, and nothing is stored', async () => {
  const { branch, id, base } = await readByTwo()
  await branch.made(write(id, text.replace('Two', 'Theirs'), { base }))
  const head = await branch.revision()
  const mine = text.replace('Two', 'Mine')
  const { status, error } = await refusalOf(branch, write(id, mine, { base, title: 'Mine too' }))
  expect(status).toBe(409)
  expect(error.details).toEqual({
    page: id,
    revision: head,
    conflicts: [{ kind: 'content', current: text.replace('Two', 'Theirs'), given: mine }],
  })
  expect(await branch.revision()).toBe(head)
  expect(await branch.page(id)).toMatchObject({ title: 'Shared', markdown: text.replace('Two', 'Theirs') })
  // Who has seen the other side names its revision, and may overwrite it.
  await branch.made(write(id, mine, { base: error.details.revision }))
  expect((await branch.page(id)).markdown).toBe(mine)
})

test('fields are merged one by one, front matter too', async () => {
  const { branch, id, base } = await readByTwo()
  await branch.made(update(id, { description: 'Theirs', icon: 'star' }))
  // The text as it was read has the old description in front of it; that is no change of it.
  await branch.made(write(id, `---\ndescription: Said\n---\n${text}`, { base, title: 'Mine' }))
  expect(await branch.page(id)).toMatchObject({ title: 'Mine', description: 'Theirs', icon: 'star' })
  const { status, error } = await refusalOf(branch, update(id, { base, description: 'Mine', icon: 'star' }))
  expect([status, error.details.conflicts]).toEqual([409, [{ kind: 'description', current: 'Theirs', given: 'Mine' }]])
})

test('a save that is repeated changes nothing, and one without a change of its own overwrites nobody', async () => {
  const { branch, id, base } = await readByTwo()
  const saved = write(id, text.replace('One', 'Mine'), { base })
  for (const _ of ['first', 'repeated']) await branch.made(saved)
  await branch.made(write(id, text, { base, title: 'Shared' }))
  expect(await branch.page(id)).toMatchObject({ title: 'Shared', markdown: text.replace('One', 'Mine') })
})

test('a page that was moved or deleted meanwhile: the text goes with the page, or is refused', async () => {
  const { branch, id, base } = await readByTwo()
  const [above] = (await branch.made(page('Above'))).changes
  await branch.made(update(id, { into: above?.page.id }))
  await branch.made(write(id, 'New\n', { base }))
  expect(await branch.page(id)).toMatchObject({ path: 'above/shared', markdown: 'New\n' })
  await branch.made({ operation: 'delete_page', page: id })
  const { status, error } = await refusalOf(branch, write(id, 'Newer\n', { base }))
  expect([status, error.details]).toEqual([
    409,
    { page: id, conflicts: [{ kind: 'deleted', current: 'deleted', given: 'kept' }] },
  ])
})

test('a base of another space does not exist, and one before the page has nothing to merge with', async () => {
  const { branch, id } = await readByTwo()
  const { revision } = await world.makeSpace()
  expect((await refusalOf(branch, write(id, 'x', { base: revision }))).status).toBe(404)
  const { revision: earlier } = (await world.send('getSpaceById', { params: { spaceId } })).body
  expect(await branch.refusal(write(id, 'x', { base: earlier }))).toEqual([
    400,
    expect.stringContaining('body.changes.0.page'),
  ])
})
