import { expect } from '@jest/globals'
import { hasConflicts } from '../../../../src/storage/revisions/revision-entries.ts'
import { changedPages } from '../../../../src/storage/revisions/revision-reads.ts'
import { revisionOf } from '../../../../src/storage/revisions/revisions.ts'
import { createRevisionCaches, sqlStorage } from '../../../../src/storage/revisions/storage.ts'
import { faults } from '../../../../src/storage/revisions/testing/faults.ts'
import { entries } from '../../../../src/storage/trees/tree-reads.ts'
import { ask, type Desk, editorOf } from './desk.ts'

const statuses = ['draft', 'open', 'archived', 'merged'] as const

/** Lists the change requests by status. */
async function requestsOf(desk: Desk) {
  const list = async (status: string) => {
    const given = { params: { spaceId: desk.spaceId }, query: { status, limit: '1000' } }
    return (await desk.world.send('listChangeRequestsForSpace', given)).body.items
  }
  const [draft, open, archived, merged] = await Promise.all(statuses.map(list))
  return { draft, open, archived, merged, all: [...draft, ...open, ...archived, ...merged] }
}

/** Checks that counters agree with lists, and lists with the answers; that numbers are unique and have no gap. */
export async function checkCounts(desk: Desk): Promise<void> {
  const { draft, open, all } = await requestsOf(desk)
  expect(await desk.world.space(desk.spaceId)).toMatchObject({
    comments: desk.made.comments,
    changeRequests: desk.made.requests,
    changeRequestsDraft: draft.length,
    changeRequestsOpen: open.length,
  })
  const numbers: number[] = all.map(({ number }: { number: number }) => number)
  expect(numbers.sort((one, other) => one - other)).toEqual(Array.from({ length: all.length }, (_, index) => index + 1))
  expect(all).toHaveLength(desk.made.requests)
  const comments = await desk.world.send('listCommentsInSpace', { params: { spaceId: desk.spaceId } })
  expect(comments.body.count ?? comments.body.items.length).toBe(desk.made.comments)
  for (const { id, comments } of all) expect([id, comments]).toEqual([id, desk.made.requestComments.get(id) ?? 0])
}

/**
 * Checks that every revision is valid, that the live revisions form one line of all merges, and that nothing merged is
 * missing.
 */
export async function checkContent(desk: Desk): Promise<void> {
  const sql = desk.world.sql()
  const rows = await sql.selectFrom('revision').selectAll().where('space_id', '=', desk.spaceId).orderBy('id').execute()
  const revisions = new Map(rows.map((row) => [row.id, revisionOf(row)]))
  const { merged } = await requestsOf(desk)
  const live = revisions.get((await desk.world.space(desk.spaceId)).revision)
  if (!live) throw new Error('the live revision is none of the space')
  const storage = sqlStorage(sql, live.store, createRevisionCaches())
  for (const { roots } of revisions.values()) expect(await faults(storage, roots)).toEqual([])
  expect(hasConflicts(live.roots)).toBe(false)

  const line = [live]
  for (let at = line[0]; at; at = revisions.get(at.parents[0] ?? '')) if (at !== live) line.push(at)
  const mainLine = [...revisions.values()].filter(({ changeRequestId }) => changeRequestId === null)
  expect(new Set(line.map(({ id }) => id))).toEqual(new Set(mainLine.map(({ id }) => id)))
  const merges = mainLine.filter(({ kind }) => kind === 'merge').map(({ id }) => id)
  expect(new Set(merged.map((one: { revisionMerged: string }) => one.revisionMerged))).toEqual(new Set(merges))

  const requests = new Set(merged.map(({ id }: { id: string }) => id))
  const deleted = new Set<string>()
  for (const { kind, parents, roots, changeRequestId } of revisions.values()) {
    const before = revisions.get(parents[0] ?? '')
    if (kind !== 'edits' || !before || !requests.has(changeRequestId)) continue
    for (const [id, { after }] of await changedPages(storage, before.roots, roots)) if (!after) deleted.add(id)
  }
  const pages = new Set((await entries(storage.nodes, live.roots.pages)).map(([id]) => id))
  for (const [id, request] of desk.inserted)
    if (requests.has(request) && !deleted.has(id)) expect([id, pages.has(id)]).toEqual([id, true])
  for (const { roots } of mainLine)
    for (const [id] of await entries(storage.nodes, roots.pages))
      if (!deleted.has(id)) expect([id, pages.has(id)]).toEqual([id, true])
}

/** Checks that search finds the live pages, each by a word of its own, and no others. */
export async function checkIndex(desk: Desk): Promise<void> {
  const { body } = await desk.world.send('listPages', { params: { spaceId: desk.spaceId } })
  type Page = { id: string; title: string; pages?: Page[] }
  const flat = (pages: Page[]): Page[] => pages.flatMap((page) => [page, ...flat(page.pages ?? [])])
  const live = flat(body.pages)
  const ids = live.map(({ id }) => id)
  for (const { id, title } of live) {
    const given = { params: { spaceId: desk.spaceId }, query: { query: title, limit: '1000' } }
    const answer = await desk.world.send('searchSpaceContent', given)
    const found = answer.body.items.map((one: { id: string }) => one.id)
    expect(found).toContain(id)
    expect(ids).toEqual(expect.arrayContaining(found))
  }
}

/** Merges the remaining change requests, and checks that every line of the board has all of its signs. */
export async function checkBoard(desk: Desk): Promise<void> {
  const { draft, open, archived } = await requestsOf(desk)
  const params = (changeRequestId: string) => ({ params: { changeRequestId } })
  for (const { id } of [...archived, ...draft, ...open]) {
    await ask(desk, editorOf(0), 'updateChangeRequestById', { ...params(id), body: { status: 'open' } })
    await ask(desk, editorOf(0), 'updateChangeRequest', params(id))
    const resolved = await desk.world
      .sql()
      .selectFrom('change_request')
      .select('revision')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await resolveAll(desk, id, resolved.revision)
    expect((await ask(desk, editorOf(0), 'mergeChangeRequest', params(id))).body).toMatchObject({ result: 'merge' })
  }
  const { body } = await desk.world.send('getPageById', { params: { spaceId: desk.spaceId, pageId: desk.board } })
  expect(desk.signed.filter((sign) => !body.markdown.includes(sign))).toEqual([])
}

/** Resolves every conflict with the change request's side. */
async function resolveAll(desk: Desk, changeRequestId: string, revisionId: string): Promise<void> {
  const sql = desk.world.sql()
  const row = await sql.selectFrom('revision').selectAll().where('id', '=', revisionId).executeTakeFirstOrThrow()
  const { roots, store } = revisionOf(row)
  for (const [page] of await entries(sqlStorage(sql, store, createRevisionCaches()).nodes, roots.conflicts)) {
    // Each line of the board has only one editor.
    expect(page).not.toBe(desk.board)
    const keep = { operation: 'update_page', page }
    const changes = [{ ...keep, document: { markdown: 'resolved' } }, keep]
    await desk.world.write(desk.spaceId, changeRequestId, changes)
  }
}
