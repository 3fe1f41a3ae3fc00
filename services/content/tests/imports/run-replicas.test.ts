import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { allOperations } from '@quire/contracts'
import { startContent } from '../../src/app.ts'
import { heldSource } from '../support/held-source.ts'
import { nextStatement } from '../support/sent-statements.ts'
import { acme, startWorld, type World } from '../world.ts'

const main = resolve(import.meta.dirname, '../../src/main.ts')
const docs = { 'README.md': '# Home', 'use.md': '# Use' }

let source: Awaited<ReturnType<typeof heldSource>>
let world: World
beforeAll(async () => {
  source = await heldSource()
  world = await startWorld({ OUTBOUND_ALLOW: source.host, IMPORTS_AT_ONCE: '4', SHUTDOWN_GRACE_MS: '200' })
})
afterAll(async () => {
  await world.stop()
  source.stop()
})

const titlesOf = async (spaceId: string): Promise<string[]> =>
  (await world.send('listPages', { params: { spaceId } })).body.pages.map(({ title }: { title: string }) => title)
const runs = (spaceId: string) =>
  world.sql().selectFrom('import_run').selectAll().where('space_id', '=', spaceId).orderBy('id').execute()
const call = (spaceId: string, url: string) =>
  world.send('importContent', { params: { spaceId }, body: { source: 'zip', url } })

/** Changes the row of a space's run, as time and other processes do. */
const change = (
  spaceId: string,
  values: { claim?: string; attempts?: number; started_at?: Date; claimed_until: Date },
) => world.sql().updateTable('import_run').set(values).where('space_id', '=', spaceId).execute()

/** Sends to another process of the service. */
function sendTo(port: number, id: string, input: { params: Record<string, string>; body: unknown }) {
  const operation = allOperations.find((one) => one.id === id)
  if (!operation) throw new Error(`there is no operation ${id}`)
  return world.test.callAt(port)(operation, { as: 'ada', ...input, params: { organizationId: acme, ...input.params } })
}

/** Starts another replica of the service in this process. */
async function anotherReplica() {
  const other = await startContent(world.test.env)
  await other.untilReady()
  return other
}

/** Starts another process of the service, which can be killed. */
async function anotherProcess() {
  const process = fork(main, { env: { ...globalThis.process.env, ...world.test.env, NODE_OPTIONS: '' } })
  const [{ port }] = (await once(process, 'message')) as [{ port: number }]
  return { process, port }
}

test('a replica whose folder of files is not that of the others does not start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quire-content-'))
  const start = startContent({ ...world.test.env, DATA_DIR: folder })
  await expect(start).rejects.toThrow(/another replica of content does not have the folder .*BLOBS_S3_BUCKET/)
  await rm(folder, { recursive: true })
})

test('an import whose process is killed is completed by another one, which the same call waits for', async () => {
  const { id: spaceId } = await world.makeSpace()
  const url = source.archive(docs)
  const { process, port } = await anotherProcess()
  const { arrived, release } = source.hold()
  const broken = sendTo(port, 'importContent', { params: { spaceId }, body: { source: 'zip', url } })
  await arrived
  process.kill('SIGKILL')
  await expect(broken).rejects.toThrow()
  expect(await titlesOf(spaceId)).toEqual([])
  release()
  await change(spaceId, { claimed_until: new Date(0) })
  const { status, body } = await call(spaceId, url)
  expect([status, body.revision]).toEqual([201, (await world.space(spaceId)).revision])
  expect(await titlesOf(spaceId)).toEqual(['Home', 'Use'])
  expect(await runs(spaceId)).toMatchObject([{ status: 'completed', attempts: 2 }])
}, 60_000)

test('a process that lost its run writes nothing', async () => {
  const { id: spaceId } = await world.makeSpace()
  const url = source.archive(docs)
  const { arrived, release } = source.hold()
  const answer = call(spaceId, url)
  await arrived
  const before = await world.space(spaceId)
  await change(spaceId, { claim: 'of another', claimed_until: new Date('2100-01-01') })
  const undone = nextStatement(world, /^rollback/)
  release()
  await undone
  expect([await world.space(spaceId), await titlesOf(spaceId)]).toEqual([before, []])
  await change(spaceId, { claimed_until: new Date(0) })
  expect((await call(spaceId, url)).status).toBe(201)
  expect((await answer).status).toBe(201)
  expect(await runs(spaceId)).toMatchObject([{ status: 'completed', attempts: 2 }])
})

test('a run whose processes died three times is given up', async () => {
  const { id: spaceId } = await world.makeSpace()
  const { arrived, release } = source.hold()
  const answer = call(spaceId, source.archive(docs))
  await arrived
  await change(spaceId, { claim: 'of another', attempts: 3, claimed_until: new Date(0) })
  const waking = call((await world.makeSpace()).id, source.archive(docs))
  const { status, body } = await answer
  expect([status, body.error.message]).toEqual([503, expect.stringContaining('three times')])
  release()
  expect((await waking).status).toBe(201)
  expect(await titlesOf(spaceId)).toEqual([])
})

test('an import that takes longer than two hours fails, whichever processes perform it', async () => {
  const { id: spaceId } = await world.makeSpace()
  const { arrived, release } = source.hold()
  const answer = call(spaceId, source.archive(docs))
  await arrived
  const nearlyOver = new Date(Date.now() - 2 * 3600_000 + 300)
  await change(spaceId, { claim: 'of another', started_at: nearlyOver, claimed_until: new Date(0) })
  const waking = call((await world.makeSpace()).id, source.archive(docs))
  const { status, body } = await answer
  expect([status, body.error.message]).toEqual([409, expect.stringContaining('two hours')])
  expect(await runs(spaceId)).toMatchObject([{ status: 'failed', attempts: 2 }])
  release()
  expect((await waking).status).toBe(201)
  expect(await titlesOf(spaceId)).toEqual([])
})

test('a process that is stopped gives its run back, and another one performs it once', async () => {
  const other = await anotherReplica()
  const { id: spaceId } = await world.makeSpace()
  const url = source.archive(docs)
  const { arrived, release } = source.hold()
  const broken = sendTo(other.port, 'importContent', { params: { spaceId }, body: { source: 'zip', url } })
  await arrived
  const hidden = other.close()
  await Promise.allSettled([broken, hidden])
  release()
  expect((await call(spaceId, url)).status).toBe(201)
  expect(await runs(spaceId)).toMatchObject([{ status: 'completed', attempts: 1 }])
}, 60_000)

test('two processes never perform one run twice', async () => {
  const other = await anotherReplica()
  const { id: spaceId } = await world.makeSpace()
  const urls = Array.from({ length: 6 }, (_, at) => source.archive({ [`p${at}.md`]: `# Page ${at}` }))
  const answers = await Promise.all(
    urls.map((url, at) =>
      at % 2 === 0
        ? call(spaceId, url)
        : sendTo(other.port, 'importContent', { params: { spaceId }, body: { source: 'zip', url } }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(urls.map(() => 201))
  expect(urls.map((url) => source.timesAsked(url))).toEqual(urls.map(() => 1))
  expect((await titlesOf(spaceId)).sort()).toEqual(urls.map((_, at) => `Page ${at}`))
  await other.close()
})
