import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type ChangeRequest, changeRequestStatuses } from '@quire/contracts'
import { sql as raw } from 'kysely'
import { insertion, startWorld, type World } from '../../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const get = async (spaceId: string, changeRequestId: string): Promise<ChangeRequest> =>
  (await world.send('getChangeRequestById', { params: { spaceId, changeRequestId } })).body
const patch = (spaceId: string, changeRequestId: string, body: object) =>
  world.send('updateChangeRequestById', { params: { spaceId, changeRequestId }, body })
const live = async (spaceId: string) => (await world.space(spaceId)).revision

/** A space with one page, and a change request that edits it. */
async function start() {
  const { id: spaceId } = await world.makeSpace()
  const { Page: pageId = '' } = await world.publish(spaceId, { Page: 'one\n\ntwo\n\nthree' })
  const began = await live(spaceId)
  const { id } = await world.makeChangeRequest(spaceId)
  const page = (changeRequestId: string, markdown: string) =>
    world.write(spaceId, changeRequestId, [{ operation: 'update_page', page: pageId, document: { markdown } }])
  const text = async (changeRequestId?: string) => {
    const operation = changeRequestId ? 'getPageInChangeRequestById' : 'getPageById'
    const params = { spaceId, pageId, ...(changeRequestId && { changeRequestId }) }
    return (await world.send(operation, { params })).body.markdown
  }
  /** Makes the page live with this text, by another change request. */
  async function overtake(markdown: string) {
    const other = await world.makeChangeRequest(spaceId)
    await page(other.id, markdown)
    await world.merge(spaceId, other.id)
  }
  const send = async (operation: 'updateChangeRequest' | 'mergeChangeRequest') =>
    (await world.send(operation, { params: { spaceId, changeRequestId: id } })).body
  return { spaceId, pageId, id, began, page, text, overtake, send, edit: (markdown: string) => page(id, markdown) }
}

type Stage = Awaited<ReturnType<typeof start>>

/** Every relation of a change request to its space, and what its revisions then say. */
const states: Record<
  string,
  { reach: (at: Stage) => Promise<unknown>; status: string; ancestor: boolean; outdated: boolean }
> = {
  'a new draft': { reach: async () => {}, status: 'draft', ancestor: false, outdated: false },
  'an edited draft': { reach: (at) => at.edit('ONE'), status: 'draft', ancestor: false, outdated: false },
  'an open one': {
    reach: (at) => patch(at.spaceId, at.id, { status: 'open' }),
    status: 'open',
    ancestor: false,
    outdated: false,
  },
  'an outdated one': {
    reach: (at) => at.overtake('one\n\n2\n\nthree'),
    status: 'draft',
    ancestor: false,
    outdated: true,
  },
  'an updated one': {
    async reach(at) {
      await at.edit('ONE\n\ntwo\n\nthree')
      await at.overtake('one\n\ntwo\n\nTHREE')
      await at.send('updateChangeRequest')
    },
    status: 'draft',
    ancestor: true,
    outdated: false,
  },
  'one with conflicts': {
    async reach(at) {
      await at.edit('ONE\n\ntwo\n\nthree')
      await at.overtake('1\n\ntwo\n\nthree')
      await at.send('mergeChangeRequest')
    },
    status: 'draft',
    ancestor: true,
    outdated: false,
  },
  'an outdated archived one': {
    async reach(at) {
      await at.overtake('one\n\n2\n\nthree')
      await patch(at.spaceId, at.id, { status: 'archived' })
    },
    status: 'archived',
    ancestor: false,
    outdated: false,
  },
  'one opened again': {
    async reach(at) {
      await patch(at.spaceId, at.id, { status: 'archived' })
      await at.overtake('one\n\n2\n\nthree')
      await patch(at.spaceId, at.id, { status: 'open' })
    },
    status: 'open',
    ancestor: false,
    outdated: true,
  },
  'a merged one': {
    async reach(at) {
      await at.edit('ONE')
      await at.send('mergeChangeRequest')
    },
    status: 'merged',
    ancestor: false,
    outdated: false,
  },
  'one updated, merged and left behind': {
    async reach(at) {
      await at.edit('ONE\n\ntwo\n\nthree')
      await at.overtake('one\n\ntwo\n\nTHREE')
      await at.send('updateChangeRequest')
      await at.send('mergeChangeRequest')
      await at.overtake('four')
    },
    status: 'merged',
    ancestor: true,
    outdated: false,
  },
}

test.each(Object.entries(states))(
  '%s says truly where it began, what it has seen and what it became',
  async (_, state) => {
    const at = await start()
    await state.reach(at)
    const { status, revisionInitial, revisionMergedAncestor, revisionMerged, outdated } = await get(at.spaceId, at.id)
    expect([status, revisionInitial, outdated]).toEqual([state.status, at.began, state.outdated])
    expect(revisionMergedAncestor !== undefined).toBe(state.ancestor)
    expect(revisionMerged !== undefined).toBe(state.status === 'merged')
    if (state.ancestor && state.status === 'draft') expect(revisionMergedAncestor).toBe(await live(at.spaceId))
  },
)

test('what a merge made is the live revision, whose parents are both sides', async () => {
  const { spaceId, id, edit, send } = await start()
  await edit('ONE')
  const [before, { revision: line }] = [await live(spaceId), await get(spaceId, id)]
  const { revision } = await send('mergeChangeRequest')
  expect([(await get(spaceId, id)).revisionMerged, await live(spaceId)]).toEqual([revision, revision])
  const { body } = await world.send('getCurrentRevision', { params: { spaceId } })
  expect(body).toMatchObject({ type: 'merge', parents: [before, line], mergedFrom: { id, number: 2 } })
})

test('an update that has nothing to bring makes no revision', async () => {
  const { spaceId, id, edit, send } = await start()
  await edit('ONE')
  const before = await get(spaceId, id)
  expect(await send('updateChangeRequest')).toEqual({ revision: before.revision, result: 'update' })
  expect(await get(spaceId, id)).toEqual(before)
})

test('conflicts stand in the change request until an edit resolves them; nothing of them is live before', async () => {
  const { spaceId, id, edit, text, overtake, send } = await start()
  await edit('ONE\n\ntwo\n\nthree')
  await overtake('1\n\ntwo\n\nthree')
  const met = await send('mergeChangeRequest')
  expect(met).toEqual({ revision: (await get(spaceId, id)).revision, result: 'conflicts' })
  const presented = await text(id)
  for (const side of ['ONE', '1', 'two']) expect(presented.split('\n')).toContain(side)
  // Both operations, sent again, answer the same and create nothing.
  expect([await send('mergeChangeRequest'), await send('updateChangeRequest')]).toEqual([met, met])
  expect([await text(), (await get(spaceId, id)).status]).toEqual(['1\n\ntwo\n\nthree', 'draft'])
  await overtake('1\n\ntwo\n\nTHREE')
  expect((await send('updateChangeRequest')).result).toBe('conflicts')
  await edit('ONE and 1\n\ntwo\n\nTHREE')
  expect((await send('mergeChangeRequest')).result).toBe('merge')
  expect(await text()).toBe('ONE and 1\n\ntwo\n\nTHREE')
})

test('a page that one side deleted and the other edited is a conflict, resolved by either', async () => {
  for (const resolve of ['keep', 'delete'] as const) {
    const { spaceId, pageId, id, edit, text, send } = await start()
    await edit('ONE')
    const other = await world.makeChangeRequest(spaceId)
    await world.write(spaceId, other.id, [{ operation: 'delete_page', page: pageId }])
    await world.merge(spaceId, other.id)
    expect((await send('mergeChangeRequest')).result).toBe('conflicts')
    expect(await text(id)).toBe('ONE')
    await edit('Kept')
    // An editor saves by itself what somebody types, who may not know that the page was deleted.
    expect((await send('mergeChangeRequest')).result).toBe('conflicts')
    if (resolve === 'keep') await world.write(spaceId, id, [{ operation: 'update_page', page: pageId }])
    else await world.write(spaceId, id, [{ operation: 'delete_page', page: pageId }])
    expect((await send('mergeChangeRequest')).result).toBe('merge')
    expect(await text()).toBe(resolve === 'keep' ? 'Kept' : undefined)
  }
})

test('a description is kept as text and shown as a document; null clears it, absent leaves it', async () => {
  const { id: spaceId } = await world.makeSpace()
  const { id } = await world.makeChangeRequest(spaceId)
  const leaf = (text: string, ...marks: string[]) => ({
    object: 'leaf',
    text,
    marks: marks.map((type) => ({ object: 'mark', type })),
  })
  const paragraph = {
    object: 'block',
    type: 'paragraph',
    nodes: [{ object: 'text', leaves: [leaf('Why '), leaf('now', 'bold')] }],
  }
  const description = { object: 'document', data: {}, nodes: [paragraph] }
  expect(await get(spaceId, id)).not.toHaveProperty('description')
  expect((await patch(spaceId, id, { description })).body.description).toMatchObject(description)
  expect((await patch(spaceId, id, { subject: 'x'.repeat(100) })).body).toMatchObject({ description })
  for (const wrong of [
    { ...description, nodes: [{ object: 'block', type: 'integration' }] },
    'text',
    { object: 'document' },
  ]) {
    const { status, body } = await patch(spaceId, id, { description: wrong })
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('body.description')])
  }
  const nodes = Array.from({ length: 300 }, () => ({
    ...paragraph,
    nodes: [{ object: 'text', leaves: [leaf('x'.repeat(100))] }],
  }))
  expect((await patch(spaceId, id, { description: { ...description, nodes } })).status).toBe(400)
  expect((await patch(spaceId, id, { description: null })).body).not.toHaveProperty('description')
  await patch(spaceId, id, { description })
  expect((await patch(spaceId, id, { description: { ...description, nodes: [] } })).body).not.toHaveProperty(
    'description',
  )
})

test('a number is one only as it is shown, and only of its space', async () => {
  const { id: spaceId } = await world.makeSpace()
  const { number } = await world.makeChangeRequest(spaceId)
  const statuses = await Promise.all(
    [String(number), `0${number}`, `+${number}`, '0', '-1', '1.0', '1e0', '9999999999', '２'].map(
      async (changeRequestId) =>
        (await world.send('getChangeRequestById', { params: { spaceId, changeRequestId } })).status,
    ),
  )
  expect(statuses).toEqual([200, ...Array.from({ length: 8 }, () => 404)])
})

test('a creation that fails half-way leaves no gap and no count', async () => {
  const { id: spaceId } = await world.makeSpace()
  const { id } = await world.makeChangeRequest(spaceId)
  const refuse = raw`alter table change_request add constraint refused check (agent_task_id is distinct from 'refused')`
  await refuse.execute(world.sql())
  const create = (agentTaskId: string) =>
    world.send('createChangeRequest', { params: { spaceId }, body: { agentTaskId } })
  expect((await create('refused')).status).toBe(500)
  await raw`alter table change_request drop constraint refused`.execute(world.sql())
  expect((await create('fine')).body.number).toBe((await get(spaceId, id)).number + 1)
  expect(await world.space(spaceId)).toMatchObject({ changeRequests: 2, changeRequestsDraft: 2 })
  const stored = await world
    .sql()
    .selectFrom('change_request')
    .select('agent_task_id')
    .where('number', '=', 2)
    .where('space_id', '=', spaceId)
    .execute()
  expect(stored).toEqual([{ agent_task_id: 'fine' }])
})

/** The same rolls for the same seed, so that a run can be repeated. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

test('ten editors at once leave counters and numbers exact, and nothing goes wrong in between', async () => {
  const { id: spaceId } = await world.makeSpace()
  const shared = await Promise.all(Array.from({ length: 6 }, () => world.makeChangeRequest(spaceId)))
  const statuses = new Set<number>()
  async function editor(seed: number) {
    const roll = dice(seed)
    const ids = shared.map(({ id }) => id)
    const moves = [
      async () => {
        const made = await world.send('createChangeRequest', { as: 'edda', params: { spaceId }, body: {} })
        ids.push(made.body.id)
        return made
      },
      (params: object) =>
        world.send('updateChangeRequestById', { params: { ...params, spaceId }, body: { status: 'open' } }),
      (params: object) =>
        world.send('updateChangeRequestById', { params: { ...params, spaceId }, body: { status: 'draft' } }),
      (params: object) =>
        world.send('updateChangeRequestById', { params: { ...params, spaceId }, body: { status: 'archived' } }),
      (params: object) => world.send('mergeChangeRequest', { params: { ...params, spaceId } }),
      (params: object) => world.send('updateChangeRequest', { params: { ...params, spaceId } }),
      (params: object) =>
        world.send('updateChangeRequestContent', {
          params: { ...params, spaceId },
          body: { changes: [insertion([`Page ${seed} ${roll(1000)}`, 'Text'])] },
        }),
      (params: object) =>
        world.send('requestReviewersForChangeRequest', {
          params: { ...params, spaceId },
          body: { users: ['rev', 'cleo'] },
        }),
      (params: object) =>
        world.send('submitChangeRequestReview', {
          as: 'rev',
          params: { ...params, spaceId },
          body: { status: 'approved', comment: { markdown: 'Yes.' } },
        }),
      (params: object) =>
        world.send('postCommentInChangeRequest', {
          params: { ...params, spaceId },
          body: { body: { markdown: 'Hm.' } },
        }),
    ]
    for (let turn = 0; turn < 12; turn += 1) {
      const changeRequestId = ids[roll(ids.length)] ?? ''
      statuses.add((await moves[roll(moves.length)]?.({ changeRequestId }))?.status ?? 0)
    }
  }
  await Promise.all(Array.from({ length: 10 }, (_, index) => editor(index + 1)))
  expect([...statuses].filter((status) => ![200, 201, 409].includes(status))).toEqual([])

  const all: ChangeRequest[] = []
  for (const status of changeRequestStatuses) {
    const { body } = await world.send('listChangeRequestsForSpace', {
      params: { spaceId },
      query: { status, limit: '1000' },
    })
    expect(body.count).toBe(body.items.length)
    all.push(...body.items)
  }
  const { changeRequests, changeRequestsOpen, changeRequestsDraft, revision } = await world.space(spaceId)
  const numbers = all.map(({ number }) => number).sort((one, other) => one - other)
  expect(numbers).toEqual(Array.from({ length: changeRequests }, (_, index) => index + 1))
  const inStatus = (status: string) => all.filter((one) => one.status === status)
  expect([inStatus('open').length, inStatus('draft').length]).toEqual([changeRequestsOpen, changeRequestsDraft])
  const merged = inStatus('merged').map(({ revisionMerged }) => revisionMerged)
  expect(new Set(merged).size).toBe(merged.length)
  if (merged.length > 0) expect(merged).toContain(revision)
  for (const one of all) {
    const params = { spaceId, changeRequestId: one.id }
    const { items } = (await world.send('listCommentsInChangeRequest', { params, query: { limit: '1000' } })).body
    expect(items).toHaveLength(one.comments)
  }
})
