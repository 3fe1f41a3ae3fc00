import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { newBranch, page, write } from '../support/branch.ts'
import { startWorld, type World } from '../world.ts'

let world: World
let spaceId: string
let ids: Record<string, string>
/** The live revisions, oldest first. */
const revisions: string[] = []
beforeAll(async () => {
  world = await startWorld()
  spaceId = (await world.makeSpace()).id
  ids = await world.publish(spaceId, { One: 'The first text.\n\nIts end.\n', Two: 'two' })
  revisions.push((await world.space(spaceId)).revision)
  const merge = async (...changes: object[]) => {
    const branch = await newBranch(world, spaceId)
    const made = await branch.made(...changes)
    await world.send('mergeChangeRequest', { params: branch.params })
    revisions.push((await world.space(spaceId)).revision)
    return made
  }
  await merge(write(ids.One ?? '', 'The second text.\n\nIts end.\n'))
  const { changes } = await merge(
    { operation: 'delete_page', page: ids.Two },
    page('Three', 'three', { into: ids.One }),
  )
  ids.Three = changes.find(({ object }) => object === 'created_page')?.page.id ?? ''
  await merge(write(ids.One ?? '', 'The third text.\n\nIts end.\n'))
})
afterAll(() => world.stop())

const compare = async (name: string, at: number, base?: number) => {
  const params = { spaceId, revisionId: revisions[at] ?? '', pageId: ids[name] ?? '' }
  const query: Record<string, string> = base === undefined ? {} : { base: revisions[base] ?? '' }
  return world.send('comparePageInRevision', { as: 'rex', params, query })
}

const changed = (removed: string, added: string) => ({
  type: 'changed',
  ...{ before: 1, after: 1 },
  removed: [[{ text: 'The ' }, { text: removed, changed: true }, { text: ' text.' }]],
  added: [[{ text: 'The ' }, { text: added, changed: true }, { text: ' text.' }]],
})

test('a page is compared with the parent of its revision, or with any other revision', async () => {
  const { body } = await compare('One', 3)
  const one = { id: ids.One, type: 'document', title: 'One', path: 'one' }
  expect(body).toEqual({
    object: 'page-comparison',
    revisions: { before: revisions[2], after: revisions[3] },
    page: { before: one, after: one },
    text: {
      parts: [changed('second', 'third'), { type: 'equal', before: 2, after: 2, lines: ['', 'Its end.'] }],
      isComplete: true,
    },
  })
  expect((await compare('One', 3, 0)).body.text.parts[0]).toEqual(changed('first', 'third'))
  expect((await compare('One', 0, 3)).body.text.parts[0]).toEqual(changed('third', 'first'))
})

test('a page that one revision does not have is compared with nothing', async () => {
  const gone = (await compare('Two', 2)).body
  expect([gone.page.after, gone.text.parts[0]]).toMatchObject([undefined, { added: [], removed: [[{ text: 'two' }]] }])
  const added = (await compare('Three', 3, 0)).body
  expect(added.page).toEqual({ after: { id: ids.Three, type: 'document', title: 'Three', path: 'one/three' } })
  expect((await compare('Three', 1, 0)).status).toBe(404)
})

test('the changes between any two revisions are listed', async () => {
  const params = { spaceId, revisionId: revisions[3] ?? '' }
  const changes = async (query: Record<string, string>) =>
    (await world.send('getRevisionSemanticChanges', { as: 'rex', params, query })).body.changes.map(
      ({ type, page }: { type: string; page: { title: string } }) => `${type} ${page.title}`,
    )
  expect(await changes({ base: revisions[0] ?? '' })).toEqual([
    'page_created Three',
    'page_edited One',
    'page_deleted Two',
  ])
  expect(await changes({})).toEqual(['page_edited One'])
})

test('a page of a change request is compared with the live content that it has seen', async () => {
  const branch = await newBranch(world, spaceId)
  await branch.made(write(ids.One ?? '', 'The fourth text.\n\nIts end.\n'))
  const params = { ...branch.params, pageId: ids.One ?? '' }
  const at = async (query = {}) => (await world.send('comparePageInChangeRequest', { as: 'rex', params, query })).body
  expect((await at()).text.parts[0]).toEqual(changed('third', 'fourth'))
  expect((await at({ base: revisions[0] ?? '', context: '1' })).text.parts).toEqual([
    changed('first', 'fourth'),
    { type: 'equal', before: 2, after: 2, lines: [''] },
    { type: 'omitted', lines: 1 },
  ])
})

test('a revision of another space does not exist, and only who reads the space compares', async () => {
  const { revision: foreign } = await world.makeSpace()
  const branch = await newBranch(world, spaceId)
  const params = { spaceId, revisionId: revisions[3] ?? '', pageId: ids.One ?? '' }
  const { status } = await world.send('comparePageInRevision', { params: { ...params, revisionId: foreign } })
  expect(status).toBe(404)
  for (const [id, ofPage] of [
    ['comparePageInRevision', params],
    ['comparePageInChangeRequest', { ...params, ...branch.params }],
  ] as const) {
    expect((await world.send(id, { params: ofPage, query: { base: foreign } })).status).toBe(404)
    expect(await world.statuses(id, ['rex', 'gus', 'dora', 'olga'], { params: ofPage })).toEqual([200, 404, 404, 404])
  }
})
