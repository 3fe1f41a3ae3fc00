import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type ArchiveSource, archiveSource } from '../support/archive-source.ts'
import { insertion, startWorld, type World } from '../world.ts'

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

interface Listed {
  id: string
  kind: string
  createdBy: { displayName: string }
  changeRequest?: { id: string; number: number; subject: string }
}

const list = async (spaceId: string, query: Record<string, string> = {}, as = 'rex') => {
  const { status, body } = await world.send('listLiveRevisions', { as, params: { spaceId }, query })
  return { status, items: (body.items ?? []) as Listed[], next: body.next?.page as string | undefined }
}

/** Merges a new page into a space; returns the change request. */
async function mergePage(spaceId: string, title: string) {
  const { body: draft } = await world.send('createChangeRequest', { params: { spaceId }, body: { subject: title } })
  const params = { spaceId, changeRequestId: draft.id }
  await world.send('updateChangeRequestContent', { params, body: { changes: [insertion([title, 'Text.'])] } })
  await world.send('mergeChangeRequest', { params })
  return draft
}

test('every revision that was live is listed with where it came from, newest first, and no draft is', async () => {
  const { id: spaceId } = await world.makeSpace()
  const merged = await mergePage(spaceId, 'Knots')
  const imported = await source.importFiles(world, spaceId, { 'README.md': '# Loops\n\nText.\n' })
  await world.send('createChangeRequest', { params: { spaceId }, body: { subject: 'Not merged' } })
  const { items } = await list(spaceId)
  expect(items.map(({ kind }) => kind)).toEqual(['import', 'merge', 'create'])
  expect(items[0]?.id).toBe(imported)
  expect(items[1]?.changeRequest).toEqual({ id: merged.id, number: merged.number, subject: 'Knots' })
  expect(items.map(({ createdBy }) => createdBy.displayName)).toEqual(['Ada', 'Ada', 'Ada'])
  const { body: space } = await world.send('getSpaceById', { params: { spaceId } })
  expect(space.revision).toBe(items[0]?.id)
})

test('a page of the list goes on where the one before ended, whatever went live meanwhile', async () => {
  const { id: spaceId } = await world.makeSpace()
  for (const title of ['One', 'Two', 'Three']) await mergePage(spaceId, title)
  const all = (await list(spaceId)).items.map(({ id }) => id)
  const first = await list(spaceId, { limit: '2' })
  await mergePage(spaceId, 'Four')
  const second = await list(spaceId, { limit: '2', page: first.next ?? '' })
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(all)
  expect(second.next).toBeUndefined()
})

test('the history of a space is for those who read it, and a cursor of another space leads nowhere', async () => {
  const [{ id: closed }, { id: open }] = [await world.makeSpace(), await world.makeSpace()]
  for (const spaceId of [closed, open]) await mergePage(spaceId, 'Knots')
  await world.send('updateSpaceById', { params: { spaceId: closed }, body: { defaultLevel: null } })
  expect((await list(closed)).status).toBe(404)
  const { next = '' } = await list(closed, { limit: '1' }, 'ada')
  const { status, items } = await list(open, { limit: '1', page: next })
  expect([status < 500, items]).toEqual([true, []])
})
