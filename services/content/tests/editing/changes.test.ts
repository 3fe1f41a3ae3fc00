import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type ArchiveSource, archiveSource } from '../support/archive-source.ts'
import { largeSpace } from '../support/large-space.ts'
import { readsDuring } from '../support/sent-statements.ts'
import { startWorld, type World } from '../world.ts'

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

/** A space with these pages at the top, and a change request that begins there. */
async function start(texts: Record<string, string> = { One: 'one', Two: 'two', Three: 'three' }) {
  const { id: spaceId } = await world.makeSpace()
  const ids = await world.publish(spaceId, texts)
  const { id: changeRequestId } = await world.makeChangeRequest(spaceId)
  return { spaceId, ids, changeRequestId, ...changesIn(spaceId, changeRequestId) }
}

function changesIn(spaceId: string, changeRequestId: string) {
  const changes = async (query: Record<string, string> = {}, id = changeRequestId) =>
    (await world.send('getChangeRequestChanges', { as: 'rex', params: { spaceId, changeRequestId: id }, query })).body
  const ofRevision = async (revisionId: string, query: Record<string, string> = {}) =>
    (await world.send('getRevisionSemanticChanges', { as: 'rex', params: { spaceId, revisionId }, query })).body
  const write = (...changes: object[]) => world.write(spaceId, changeRequestId, changes)
  return { changes, ofRevision, write }
}

/** The changes in short. */
const outline = ({ changes }: { changes: { type: string; page?: { path?: string; title: string } }[] }) =>
  changes.map(({ type, page }) => `${type} ${page?.path ?? page?.title}`)

test('a change request without changes changes nothing', async () => {
  const { changes } = await start()
  expect(await changes()).toEqual({ changes: [] })
})

test('pages are told as created, edited, moved and deleted, in that order and that of the document', async () => {
  const { ids, changes, write } = await start({ One: 'one', Two: 'two', Three: 'three', Four: 'four', Five: 'five' })
  const created = await write(
    { operation: 'insert_page', title: 'Last', document: {} },
    { operation: 'insert_page', title: 'Beneath', document: {}, into: ids.One },
    { operation: 'update_page', page: ids.Four, document: { markdown: 'FOUR' } },
    { operation: 'update_page', page: ids.Two, title: 'Zwei' },
    { operation: 'update_page', page: ids.Three, into: ids.Five },
    { operation: 'delete_page', page: ids.Four },
    { operation: 'update_page', page: ids.Five, at: 0 },
  )
  const [last, beneath] = created.changes.map((one: { page: { id: string } }) => one.page.id)
  const published = await changes({ limit: '20' })
  expect(published).toEqual({
    changes: [
      { type: 'page_created', page: { id: beneath, type: 'document', title: 'Beneath', path: 'one/beneath' } },
      { type: 'page_created', page: { id: last, type: 'document', title: 'Last', path: 'last' } },
      {
        type: 'page_edited',
        page: { id: ids.Two, type: 'document', title: 'Zwei', path: 'two' },
        attributes: { title: { before: 'Two', after: 'Zwei' } },
      },
      {
        type: 'page_moved',
        page: { id: ids.Five, type: 'document', title: 'Five', path: 'five' },
        parent: {},
      },
      {
        type: 'page_moved',
        page: { id: ids.Three, type: 'document', title: 'Three', path: 'five/three' },
        parent: { after: { id: ids.Five, type: 'document', title: 'Five', path: 'five' } },
      },
      { type: 'page_deleted', page: { id: ids.Four, type: 'document', title: 'Four', path: 'four' } },
    ],
  })
  expect(await changes({ limit: '20' })).toEqual(published)
})

test('an edited page says each attribute as it was and is, and is told a second time where it moved as well', async () => {
  const { ids, changes, write, spaceId, changeRequestId } = await start()
  await write({
    operation: 'update_page',
    page: ids.Two,
    title: 'Zwei',
    slug: 'zwei',
    description: 'Second',
    emoji: '1f600',
    icon: 'house',
    hidden: true,
    noIndex: true,
    layout: { width: 'wide' },
    document: { markdown: 'zwei' },
    into: ids.One,
  })
  const { changes: published } = await changes()
  const page = { id: ids.Two, type: 'document', title: 'Zwei', path: 'one/zwei' }
  expect(published).toEqual([
    {
      type: 'page_edited',
      page,
      attributes: {
        title: { before: 'Two', after: 'Zwei' },
        slug: { before: 'two', after: 'zwei' },
        description: { after: 'Second' },
        emoji: { after: '1f600' },
        icon: { after: 'house' },
        hidden: { before: false, after: true },
        noIndex: { before: false, after: true },
        layout: {
          before: expect.objectContaining({ width: 'default' }),
          after: expect.objectContaining({ width: 'wide' }),
        },
        document: { before: expect.any(String), after: expect.any(String) },
      },
    },
    { type: 'page_moved', page, parent: { after: expect.objectContaining({ id: ids.One }) } },
  ])
  const presented = await world.send('getPageInChangeRequestById', {
    params: { spaceId, changeRequestId, pageId: ids.Two ?? '' },
  })
  expect(published[0].attributes.document.after).toBe(presented.body.documentId)
  for (const [side, markdown] of [
    ['before', 'two'],
    ['after', 'zwei'],
  ] as const) {
    const params = { spaceId, documentId: published[0].attributes.document[side] }
    expect(JSON.stringify((await world.send('getDocumentById', { params })).body)).toContain(markdown)
  }
})

test('what is edited back, or written as it was, is no change', async () => {
  const { ids, changes, write } = await start()
  await write(
    { operation: 'update_page', page: ids.Two, title: 'Zwei', document: { markdown: 'zwei' } },
    { operation: 'update_page', page: ids.Two, title: 'Two', document: { markdown: 'two' } },
  )
  expect(await changes()).toEqual({ changes: [] })
})

test('changes are those since the live content was last seen: never what others did, before the update or after it', async () => {
  const { spaceId, ids, changeRequestId, changes, write, ofRevision } = await start()
  await write({ operation: 'update_page', page: ids.One, document: { markdown: 'mine' } })
  const others = await world.makeChangeRequest(spaceId)
  await world.write(spaceId, others.id, [
    { operation: 'update_page', page: ids.Two, document: { markdown: 'theirs' } },
    { operation: 'delete_page', page: ids.Three },
  ])
  const { revision: merged } = await world.merge(spaceId, others.id)
  const mine = ['page_edited one']
  expect(outline(await changes())).toEqual(mine)
  await world.send('updateChangeRequest', { params: { spaceId, changeRequestId } })
  expect(outline(await changes())).toEqual(mine)
  const { revision } = await world.merge(spaceId, changeRequestId)
  expect(outline(await changes())).toEqual(mine)
  expect(outline(await ofRevision(revision))).toEqual(mine)
  expect(outline(await changes({}, others.id))).toEqual(['page_edited two', 'page_deleted three'])
  expect(outline(await ofRevision(merged))).toEqual(['page_edited two', 'page_deleted three'])
})

test('a conflict that was left in a change request is told as what it did to its pages, not to the live ones', async () => {
  const { spaceId, ids, changeRequestId, changes, write } = await start()
  await write({ operation: 'update_page', page: ids.One, document: { markdown: 'mine' } })
  const others = await world.makeChangeRequest(spaceId)
  await world.write(spaceId, others.id, [
    { operation: 'update_page', page: ids.One, document: { markdown: 'theirs' } },
    { operation: 'update_page', page: ids.Two, document: { markdown: 'theirs' } },
  ])
  await world.merge(spaceId, others.id)
  expect((await world.merge(spaceId, changeRequestId)).result).toBe('conflicts')
  expect(outline(await changes())).toEqual(['page_edited one'])
})

test('a revision is compared with its first parent, and the one that began the space with nothing', async () => {
  const { spaceId, ids, ofRevision, write, changeRequestId } = await start()
  const { revision } = await world.space(spaceId)
  expect(outline(await ofRevision(revision))).toEqual(['page_created one', 'page_created two', 'page_created three'])
  expect((await ofRevision(revision)).mergedFrom).toMatchObject({ object: 'change-request', revisionMerged: revision })
  await write({ operation: 'update_page', page: ids.One, title: 'Uno' })
  const { body } = await world.send('getRevisionOfChangeRequestById', { params: { spaceId, changeRequestId } })
  const own = await ofRevision(body.id)
  expect([outline(own), own.mergedFrom]).toEqual([['page_edited one'], undefined])
  const { id: empty } = await world.makeSpace()
  const first = (await world.space(empty)).revision
  const params = { spaceId: empty, revisionId: first }
  expect((await world.send('getRevisionSemanticChanges', { params })).body).toEqual({ changes: [] })
})

test('files and reusable contents are told too, after the pages, with what they were and are', async () => {
  const { id: spaceId } = await world.makeSpace()
  const { ofRevision } = changesIn(spaceId, '')
  const archive = {
    'README.md': '# Home',
    'a.txt': 'a',
    'b.txt': 'b',
    '.gitbook/includes/note.md': 'Note.',
    '.gitbook/includes/other.md': 'Other.',
  }
  const first = await ofRevision(await source.importFiles(world, spaceId, archive), { limit: '20' })
  expect(first.changes.map(({ type }: { type: string }) => type)).toEqual([
    'page_created',
    'file_created',
    'file_created',
    'reusable_content_created',
    'reusable_content_created',
  ])
  const [, a, , note] = first.changes
  const changed = { ...archive, 'a.txt': 'another a', '.gitbook/includes/note.md': '---\ntitle: Nota\n---\n\nNote!' }
  const second = await ofRevision(await source.importFiles(world, spaceId, changed))
  expect(second.changes).toEqual([
    {
      type: 'file_edited',
      file: { id: a.file.id, name: 'a.txt', contentType: 'text/plain', downloadURL: expect.any(String) },
      attributes: {
        size: { before: 1, after: 9 },
        downloadURL: { before: expect.any(String), after: expect.any(String) },
      },
    },
    {
      type: 'reusable_content_edited',
      reusableContent: { id: note.reusableContent.id, title: 'Nota', document: expect.any(String) },
      attributes: {
        title: { before: 'Note', after: 'Nota' },
        document: { before: note.reusableContent.document, after: expect.any(String) },
      },
    },
  ])
  const { downloadURL } = second.changes[0].attributes
  expect(downloadURL.after).toBe(second.changes[0].file.downloadURL)
  expect(downloadURL.before).not.toBe(downloadURL.after)
})

test('ten changes are shown unless more are wanted, and it is said how many are left out', async () => {
  const { changes, write } = await start()
  const added = Array.from({ length: 12 }, (_, at) => ({ operation: 'insert_page', title: `New ${at}`, document: {} }))
  await write(...added)
  const published = await changes()
  expect([published.changes.length, published.more]).toEqual([10, 2])
  const few = await changes({ limit: '3' })
  expect([outline(few), few.more]).toEqual([outline(published).slice(0, 3), 9])
  const all = await changes({ limit: '12' })
  expect([all.changes.length, all.more]).toEqual([12, undefined])
  for (const limit of ['0', '1001', 'ten']) expect((await changes({ limit })).error.message).toMatch(/^query\.limit/)
})

/** Reads a list of changes to its end, with these many on a page. */
async function readAll(read: (query: Record<string, string>) => Promise<Listed>, limit: number) {
  const pages: Listed[] = []
  let page: string | undefined
  do {
    const listed = await read({ limit: `${limit}`, ...(page && { page }) })
    pages.push(listed)
    page = listed.next?.page
  } while (page !== undefined)
  return { changes: pages.flatMap(({ changes }) => changes), more: pages.map(({ more }) => more) }
}

interface Listed {
  changes: { type: string; page: { title: string } }[]
  more?: number
  next?: { page: string }
}

test('changes of every kind follow one another over the pages of the list, each once', async () => {
  const { spaceId, ids, changeRequestId, changes, ofRevision, write } = await start()
  await write(
    { operation: 'insert_page', title: 'New', document: {} },
    { operation: 'update_page', page: ids.Two, title: 'Zwei', into: ids.One },
    { operation: 'delete_page', page: ids.Three },
    { operation: 'insert_files', files: [{ name: 'new.txt', base64: 'bmV3' }] },
  )
  const whole = await changes()
  expect([whole.changes.length, whole.more, whole.next]).toEqual([5, undefined, undefined])
  expect(await readAll(changes, 2)).toEqual({ changes: whole.changes, more: [3, 1, undefined] })
  expect((await readAll(changes, 1)).changes).toEqual(whole.changes)
  const { revision: base } = await world.space(spaceId)
  const { body } = await world.send('getRevisionOfChangeRequestById', { params: { spaceId, changeRequestId } })
  const compared = (query: Record<string, string>) => ofRevision(body.id, { ...query, base })
  expect(await readAll(compared, 2)).toEqual({ changes: whole.changes, more: [3, 1, undefined] })
  const { next } = await compared({ limit: '2' })
  expect((await ofRevision(body.id, { page: next.page })).error.message).toMatch(/^query\.page/)
})

test('a list of changes goes on between the revisions that it began with, whatever is written and merged meanwhile', async () => {
  const { spaceId, ids, changes, changeRequestId, write } = await start()
  await write(
    { operation: 'update_page', page: ids.One, document: { markdown: 'mine' } },
    { operation: 'update_page', page: ids.Three, document: { markdown: 'mine' } },
  )
  const first = await changes({ limit: '1' })
  const others = await world.makeChangeRequest(spaceId)
  await world.write(spaceId, others.id, [{ operation: 'insert_page', title: 'Theirs', document: {} }])
  await world.merge(spaceId, others.id)
  await world.send('updateChangeRequest', { params: { spaceId, changeRequestId } })
  await write(
    { operation: 'update_page', page: ids.Two, document: { markdown: 'mine' } },
    { operation: 'delete_page', page: ids.One },
  )
  const second = await changes({ limit: '1', page: first.next.page })
  expect([outline(first), outline(second), second.next]).toEqual([
    ['page_edited one'],
    ['page_edited three'],
    undefined,
  ])
})

test('a thousand edited pages of ten thousand are told at the cost of what differs', async () => {
  const spaceId = await largeSpace(world, 10_000)
  const { id: changeRequestId } = await world.makeChangeRequest(spaceId)
  const { changes, write } = changesIn(spaceId, changeRequestId)
  for (let at = 0; at < 1000; at += 50)
    await write(
      ...Array.from({ length: 50 }, (_, index) => ({
        operation: 'update_page',
        page: `page${(at + index) * 10}`,
        document: { markdown: `Edit ${at + index}` },
      })),
    )
  const published = await changes({ limit: '1000' })
  expect([published.changes.length, published.more]).toEqual([1000, undefined])
  expect(await readAll(changes, 400)).toEqual({ changes: published.changes, more: [600, 200, undefined] })
  expect(published.changes[11].page).toEqual({
    id: 'page110',
    type: 'document',
    title: 'Page 110',
    path: 'page-100/page-110',
  })
  // Access and the change request; the two revisions and the difference of their maps are cached by now.
  expect(await readsDuring(world, () => changes())).toHaveLength(2)
}, 120_000)

test('changes of what is not in the space are 404, and only who reads the space is told any', async () => {
  const { spaceId, changeRequestId } = await start()
  const other = await start()
  const { revision: revisionId } = await world.space(spaceId)
  const { revision: foreign } = await world.space(other.spaceId)
  for (const [id, params, strange] of [
    ['getChangeRequestChanges', { changeRequestId }, { changeRequestId: other.changeRequestId }],
    ['getRevisionSemanticChanges', { revisionId }, { revisionId: foreign }],
  ] as const) {
    expect((await world.send(id, { params: { spaceId, ...strange } })).status).toBe(404)
    expect(await world.statuses(id, ['rex', 'gus', 'dora', 'olga'], { params: { spaceId, ...params } })).toEqual([
      200, 404, 404, 404,
    ])
  }
})
