import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { importOperations, member, organization, siteSpace, space } from '@quire/contracts'
import { guardProcess, revocationKey, streamIdentity } from '@quire/kit'
import type { As } from '@quire/world/service-test'
import { sql as raw } from 'kysely'
import { ZipFile } from 'yauzl'
import { startContent } from '../../src/app.ts'
import { heldSource } from '../support/held-source.ts'
import { nextAnswer, nextStatement, statementsDuring } from '../support/sent-statements.ts'
import { until } from '../support/until.ts'
import { startWorld, type World } from '../world.ts'

let source: Awaited<ReturnType<typeof heldSource>>
let world: World
beforeAll(async () => {
  source = await heldSource()
  world = await startWorld({ OUTBOUND_ALLOW: source.host, IMPORTS_AT_ONCE: '4', IMPORT_WAIT_SECONDS: '60' })
})
afterAll(async () => {
  await world.stop()
  source.stop()
})

const docs = { 'README.md': '# Home\n\nIt is so.', 'use.md': '# Use' }
const pagesOf = async (spaceId: string): Promise<{ id: string; title: string }[]> =>
  (await world.send('listPages', { params: { spaceId } })).body.pages
const call = (spaceId: string, url: string, as: As = 'ada') =>
  world.send('importContent', { as, params: { spaceId }, body: { source: 'zip', url } })
const run = async (importRunId: string, as = 'ada') => world.send('getImportRun', { as, params: { importRunId } })
const cancel = (importRunId: string, as = 'ada') => world.send('cancelImportRun', { as, params: { importRunId } })

/** The one run of a space. */
async function runOf(spaceId: string): Promise<string> {
  const row = world.sql().selectFrom('import_run').select('id').where('space_id', '=', spaceId)
  return (await row.executeTakeFirstOrThrow()).id
}

/** Starts an import by edda that waits for its source; `answer` is the answer to her. */
async function underWay(body: object = {}) {
  const { id: spaceId } = await world.makeSpace(body)
  const url = source.archive(docs)
  const { arrived, release } = source.hold()
  const tokenId = `token-of-${spaceId}`
  const answer = call(spaceId, url, { userId: 'edda', kind: 'user', scope: 'full', tokenId })
  await arrived
  return { spaceId, url, id: await runOf(spaceId), answer, release }
}

test('a run tells how far it is while it lasts, and what it did in the end', async () => {
  const { spaceId, url, id, answer, release } = await underWay()
  const { body: begun } = await run(id)
  expect(begun).toMatchObject({ object: 'import-run', status: 'in-progress', importedResources: 0 })
  expect(begun).toMatchObject({ content: { source: 'zip', url }, target: { space: spaceId }, createdBy: 'edda' })
  release()
  const { status, body } = await answer
  expect([status, body]).toEqual([
    201,
    { revision: (await world.space(spaceId)).revision, importedResources: 2, totalResources: 2 },
  ])
  const pages = await pagesOf(spaceId)
  expect((await run(id)).body).toMatchObject({
    status: 'completed',
    ...body,
    completedAt: expect.any(String),
    failures: [],
    pages: pages.map((page) => ({ id: page.id, type: 'page', status: 'complete' })),
  })
})

test('lists of runs read none of the pages, failures and problems that they leave out', async () => {
  const { id: spaceId } = await world.makeSpace()
  expect((await call(spaceId, source.archive(docs))).status).toBe(201)
  const listed = await statementsDuring(world, /from "?import_run/, async () => {
    const { body } = await world.send('listImportRuns', { query: { space: spaceId } })
    expect(body.items).toMatchObject([{ status: 'completed', importedResources: 2 }])
    expect((await world.send('listSpaceGitOperations', { params: { spaceId } })).status).toBe(200)
  })
  expect(listed.length).toBeGreaterThan(1)
  for (const statement of listed) expect(statement).not.toMatch(/\*|pages|failures|problems|git_secret/)
})

test('the same call again joins the import that is under way', async () => {
  const { spaceId, url, answer, release } = await underWay()
  const again = []
  for (let count = 0; count < 2; count += 1) {
    const joined = nextAnswer(world, /select .* from "import_run" .*"is_call"/)
    again.push(call(spaceId, url, 'edda'))
    await joined
  }
  release()
  const answers = await Promise.all([answer, ...again])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(answers.map(({ body }) => body.revision)).size).toBe(1)
  // The next request of each caller sees the import's events.
  const { bus } = world.test.service.foundation
  const { id: stream } = await streamIdentity(bus)
  expect(answers.map(({ position }) => position?.stream)).toEqual([stream, stream, stream])
  const published = await bus.manager.streams.getMessage(bus.stream, {
    last_by_subj: bus.eventSubject(space.saved.type),
  })
  expect(published?.json()).toMatchObject({ key: spaceId, data: { revision: answers[0]?.body.revision } })
  // The audit event of the import may follow.
  expect(answers[0]?.position?.sequence).toBeGreaterThanOrEqual(published?.seq ?? Number.POSITIVE_INFINITY)
  expect(source.timesAsked(url)).toBe(1)
})

test('an import goes on where its caller leaves', async () => {
  const { id: spaceId } = await world.makeSpace()
  const url = source.archive(docs)
  const { arrived, release } = source.hold()
  const ended = nextStatement(world, /update "import_run" set .*"revision"/)
  const leaving = new AbortController()
  const body = { source: 'zip', url }
  const left = world.send('importContent', { params: { spaceId }, body, signal: leaving.signal })
  await arrived
  leaving.abort()
  await expect(left).rejects.toThrow()
  const joined = nextAnswer(world, /select .* from "import_run" .*"is_call"/)
  const again = call(spaceId, url)
  await joined
  release()
  await ended
  expect((await again).status).toBe(201)
  expect(source.timesAsked(url)).toBe(1)
  expect(await pagesOf(spaceId)).toHaveLength(2)
})

test('a call that is repeated under its key after its caller left is answered with the import that it began', async () => {
  const { id: spaceId } = await world.makeSpace()
  const url = source.archive(docs)
  const headers = { 'Idempotency-Key': 'left' }
  const keyed = (signal?: AbortSignal) => {
    const input = { params: { spaceId }, body: { source: 'zip', url }, headers }
    return world.send('importContent', { ...input, ...(signal && { signal }) })
  }
  const { arrived, release } = source.hold()
  const { bus } = world.test.service.foundation
  const published = bus.connection.subscribe(bus.subject('import-run-ends'), { max: 1 })
  const freed = nextStatement(world, /delete from "idempotency_key"/)
  const leaving = new AbortController()
  const left = keyed(leaving.signal)
  await arrived
  leaving.abort()
  await expect(left).rejects.toThrow()
  await freed
  release()
  for await (const _ of published) break
  const again = await keyed()
  expect([again.status, again.body.revision]).toEqual([201, (await world.space(spaceId)).revision])
  expect(await keyed()).toMatchObject({ status: 201, body: again.body })
  expect(source.timesAsked(url)).toBe(1)
})

test('of a cancelled import nothing is to be seen; cancelling again changes nothing', async () => {
  const { spaceId, id, answer, release } = await underWay()
  const before = await world.space(spaceId)
  const { status, body } = await cancel(id, 'edda')
  expect([status, body.status]).toEqual([201, 'cancelled'])
  const refused = await answer
  expect([refused.status, refused.body.error.message]).toEqual([409, 'The import was cancelled.'])
  release()
  expect((await cancel(id)).body.status).toBe('cancelled')
  expect([await world.space(spaceId), await pagesOf(spaceId)]).toEqual([before, []])
})

test('an import that ended is not cancelled', async () => {
  const { id: spaceId } = await world.makeSpace()
  expect((await call(spaceId, source.archive(docs))).status).toBe(201)
  expect((await cancel(await runOf(spaceId))).status).toBe(400)
  expect(await pagesOf(spaceId)).toHaveLength(2)
})

let version = 1
/** The rights that edda may lose while her import is running, and get back. */
const losses: Record<
  string,
  { status: number; lose: (spaceId: string) => Promise<unknown>; after?: () => Promise<unknown> }
> = {
  'her role': {
    status: 403,
    lose: (spaceId) => world.send('inviteToSpace', { params: { spaceId }, body: { users: ['edda'], role: 'comment' } }),
  },
  'her membership': {
    status: 404,
    lose: () => publishEdda({ disabled: true }),
    after: () => publishEdda({ disabled: false }),
  },
  'an open space': {
    status: 409,
    lose: (spaceId) => world.send('updateSpaceById', { params: { spaceId }, body: { editMode: 'locked' } }),
  },
  'her token': {
    status: 401,
    async lose(spaceId) {
      const { bus, revocations } = world.test.service.foundation
      const key = revocationKey('identity.token', `token-of-${spaceId}`)
      await bus.revocations.put(key, '')
      await revocations.learned(key)
    },
  },
  'the space to another organization': {
    status: 404,
    async lose(spaceId) {
      await world.publishState(member, { id: 'm-ada-there', organizationId: 'other', userId: 'ada', role: 'admin' })
      await world.test.settled()
      const moved = await world.send('transferSpace', { params: { spaceId }, body: { organization: 'other' } })
      expect(moved.status).toBe(200)
    },
  },
  'leave to come without single sign-on': {
    status: 403,
    lose: () => publishAcme({ sso: true }),
    after: () => publishAcme({ sso: false }),
  },
  'the space': { status: 404, lose: (spaceId) => world.send('deleteSpaceById', { params: { spaceId } }) },
}
/** Her token is none of the organization's single sign-on. */
async function publishAcme(state: { sso: boolean }) {
  version += 1
  await world.publishState(organization, { id: 'acme', version, ...state })
  await world.test.settled()
}
async function publishEdda(state: { disabled: boolean }) {
  version += 1
  await world.publishState(member, {
    id: 'm-edda',
    organizationId: 'acme',
    userId: 'edda',
    role: 'edit',
    version,
    ...state,
  })
  await world.test.settled()
}

test.each(Object.keys(losses))(
  'an import whose caller loses %s before its end fails and changes nothing',
  async (what) => {
    const { status, lose, after } = losses[what] ?? { status: 0, lose: async () => undefined }
    const { spaceId, id, answer, release } = await underWay()
    const before = (await world.space(spaceId)).revision
    await lose(spaceId)
    release()
    expect((await answer).status).toBe(status)
    await after?.()
    const { body } = await run(id, 'edda')
    expect([body.status, body.reason]).toEqual(['failed', expect.any(String)])
    const space = world.sql().selectFrom('space').select('revision').where('id', '=', spaceId)
    expect(await space.executeTakeFirst()).toEqual({ revision: before })
  },
)

test('progress is shown while a run goes on', async () => {
  const { id: spaceId } = await world.makeSpace()
  const presented = nextStatement(world, /update "import_run" set "imported_resources"/)
  const { answer } = await world
    .sql()
    .transaction()
    .execute(async (sql) => {
      // The pages are read, but no text can be written meanwhile.
      await raw`lock table document in share row exclusive mode`.execute(sql)
      const answer = call(spaceId, source.archive(docs))
      await presented
      const id = await runOf(spaceId)
      // The statement was sent, and commits in a moment.
      await until(async () => (await run(id)).body.importedResources !== 0)
      expect((await run(id)).body).toMatchObject({ status: 'in-progress', importedResources: 2, totalResources: 2 })
      return { answer }
    })
  expect((await answer).body).toMatchObject({ importedResources: 2, totalResources: 2 })
})

test('a call that waited long enough is told which run to watch, and the run goes on', async () => {
  const other = await startContent({ ...world.test.env, IMPORT_WAIT_SECONDS: '1' })
  await other.untilReady()
  const { id: spaceId } = await world.makeSpace()
  const { release } = source.hold()
  const operation = importOperations.importContent
  const body = { source: 'zip', url: source.archive(docs) }
  const refused = await world.test.callAt(other.port)(operation, { as: 'ada', params: { spaceId }, body })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
  const id = await runOf(spaceId)
  expect(refused.body.error.message).toContain(id)
  release()
  // Watched, not called again: a call after the end of the run would begin another one.
  await until(async () => !['pending', 'in-progress'].includes((await run(id)).body.status))
  expect([(await run(id)).body.status, source.timesAsked(body.url)]).toEqual(['completed', 1])
  await other.close()
})

test('an address is shown with its query to who gave it, and to nobody else', async () => {
  const { id: spaceId } = await world.makeSpace()
  const url = source.page('# Home', 'home.md?signature=secret')
  const body = { source: 'markdown', url }
  expect((await world.send('importContent', { as: 'edda', params: { spaceId }, body })).status).toBe(201)
  const id = await runOf(spaceId)
  const bare = url.replace(/\?.*/, '')
  for (const [as, presented] of [
    ['edda', url],
    ['rev', bare],
  ] as const) {
    const { body: one } = await run(id, as)
    const { body: list } = await world.send('listImportRuns', { as, query: { space: spaceId } })
    expect([one.content.url, one.pages[0].sourceURL, list.items[0].content.url]).toEqual([
      presented,
      presented,
      presented,
    ])
  }
})

test('runs are seen by who started them and by who may edit their space, and only in their organization', async () => {
  const { id: spaceId } = await world.makeSpace()
  const { id: closed } = await world.makeSpace()
  await world.send('inviteToSpace', { params: { spaceId: closed }, body: { users: ['edda'], role: 'edit' } })
  for (const id of [spaceId, closed]) expect((await call(id, source.archive(docs), 'edda')).status).toBe(201)
  await world.send('updateSpaceById', { params: { spaceId: closed }, body: { defaultLevel: null } })
  await world.send('inviteToSpace', { params: { spaceId: closed }, body: { users: ['edda'], role: 'read' } })
  const [open, hidden] = [await runOf(spaceId), await runOf(closed)]
  const listed = async (as: string, query: Record<string, string> = {}) => {
    const found: string[] = []
    let page: string | undefined
    do {
      const { body } = await world.send('listImportRuns', {
        as,
        query: { limit: '3', ...query, ...(page && { page }) },
      })
      found.push(...body.items.map(({ id }: { id: string }) => id))
      page = body.next?.page
    } while (page)
    return found
  }
  expect((await listed('edda')).slice(0, 2)).toEqual([hidden, open])
  expect(await listed('rev')).toContain(open)
  expect(await listed('rev')).not.toContain(hidden)
  expect(await listed('ada')).toEqual(expect.arrayContaining([hidden, open]))
  for (const as of ['cora', 'gus']) expect(await listed(as)).toEqual([])
  expect(await listed('edda', { space: closed, status: 'completed' })).toEqual([hidden])
  expect(await listed('edda', { space: closed, status: 'active' })).toEqual([])
  // The filter by site finds runs in spaces that the caller may read: guests see such a site too.
  await world.publishState(siteSpace, { id: 'on-open', organizationId: 'acme', siteId: 'docs', spaceId })
  await world.publishState(siteSpace, { id: 'on-closed', organizationId: 'acme', siteId: 'docs', spaceId: closed })
  await world.test.settled()
  await world.send('inviteToSpace', { params: { spaceId }, body: { users: ['gus'], role: 'edit' } })
  expect([await listed('gus', { site: 'docs' }), await listed('edda', { site: 'docs' })]).toEqual([
    [open],
    [hidden, open],
  ])
  await world.send('inviteToSpace', { params: { spaceId: closed }, body: { users: ['edda'], role: null } })
  expect([await listed('edda', { site: 'docs' }), (await listed('edda')).includes(hidden)]).toEqual([[open], true])
  await world.send('inviteToSpace', { params: { spaceId: closed }, body: { users: ['edda'], role: 'read' } })
  const seeing = async (id: string) =>
    Promise.all(['edda', 'rev', 'cora', 'olga'].map(async (as) => (await run(id, as)).status))
  expect([await seeing(open), await seeing(hidden)]).toEqual([
    [200, 200, 404, 404],
    [200, 404, 404, 404],
  ])
  const elsewhere = { as: 'olga', params: { organizationId: 'other', importRunId: open } }
  expect((await world.send('getImportRun', elsewhere)).status).toBe(404)
  expect((await world.send('cancelImportRun', elsewhere)).status).toBe(404)
})

test('an import that meets an uncaught error of a library fails at once, and the service goes on', async () => {
  const errors: string[] = []
  const removeGuard = guardProcess(({ message }) => errors.push(message))
  const { promise: stuck, reject: release } = Promise.withResolvers<never>()
  const { eachEntry } = ZipFile.prototype
  ZipFile.prototype.eachEntry = () => {
    setImmediate(() => {
      throw new Error('from a callback')
    })
    return { [Symbol.asyncIterator]: () => ({ next: () => stuck }) } as never
  }
  const { id: spaceId } = await world.makeSpace()
  const url = source.archive(docs)
  try {
    expect((await call(spaceId, url)).status).toBe(500)
  } finally {
    ZipFile.prototype.eachEntry = eachEntry
    removeGuard()
  }
  const id = await runOf(spaceId)
  const { body } = await run(id)
  expect(errors).toEqual(['from a callback'])
  expect([body.status, body.reason]).toEqual([
    'failed',
    `Something went wrong on our side; the log has it under import run ${id}.`,
  ])
  const row = world.sql().selectFrom('import_run').select(['attempts', 'claim']).where('id', '=', id)
  expect(await row.executeTakeFirst()).toEqual({ attempts: 1, claim: null })
  expect(source.timesAsked(url)).toBe(1)
  expect((await call(spaceId, url)).status).toBe(201)
  // The files of the abandoned work are closed.
  release(new Error('released'))
})
