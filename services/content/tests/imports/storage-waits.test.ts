import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { zip } from '../../src/imports/archives.fixture.ts'
import { startWorld, type World } from '../world.ts'

/** Called while the storage writes a blob. */
let whileStoring: () => Promise<void> = async () => {}
/** The status of answers to writes. */
let stored = 200
const bucket = createServer(async (request, response) => {
  await buffer(request)
  if (request.method === 'PUT') await whileStoring()
  response.writeHead(request.method === 'PUT' ? stored : 404).end()
})
const source = createServer(async (_, response) => {
  response.end(await zip({ 'README.md': '# Home\n\n![](dot.txt)', 'dot.txt': `text ${Math.random()}` }))
})

let world: World
let spaceId: string
const portOf = (server: typeof bucket) => (server.address() as AddressInfo).port
beforeAll(async () => {
  const credentials = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' }
  Object.assign(process.env, credentials)
  for (const server of [bucket, source]) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  world = await startWorld({
    ...credentials,
    BLOBS_S3_BUCKET: 'quire',
    BLOBS_S3_ENDPOINT: `http://127.0.0.1:${portOf(bucket)}`,
    OUTBOUND_ALLOW: `127.0.0.1:${portOf(source)}`,
  })
})
afterAll(async () => {
  await world.stop()
  for (const server of [bucket, source]) {
    server.close()
    server.closeAllConnections()
  }
})

beforeEach(async () => {
  whileStoring = async () => {}
  stored = 200
  spaceId = (await world.makeSpace()).id
})

const announcements = () =>
  world
    .sql()
    .selectFrom('unnamed')
    .innerJoin('space', 'space.store', 'unnamed.store')
    .where('space.id', '=', spaceId)
    .select(['unnamed.store', 'failed'])
    .execute()
const upload = async (changeRequestId: string) =>
  world.send('updateChangeRequestContent', {
    params: { spaceId, changeRequestId },
    body: {
      changes: [
        {
          operation: 'insert_files',
          files: [{ name: 'a.txt', base64: Buffer.from(`${Math.random()}`).toString('base64') }],
        },
      ],
    },
  })
const importFiles = () =>
  world.send('importContent', {
    params: { spaceId },
    body: { source: 'zip', url: `http://127.0.0.1:${portOf(source)}/docs.zip` },
  })

test('while storage keeps a file, no transaction is open and others change the space', async () => {
  const { id } = await world.makeChangeRequest(spaceId)
  const seen: unknown[] = []
  whileStoring = async () => {
    seen.push(await world.test.heldTransactions(), await announcements())
    seen.push((await world.send('updateSpaceById', { params: { spaceId }, body: { title: 'Meanwhile' } })).status)
  }
  expect((await upload(id)).status).toBe(200)
  expect((await importFiles()).status).toBe(201)
  const announced = [{ store: expect.any(String), failed: false }]
  expect(seen).toEqual([[], announced, 200, [], announced, 200])
  expect(await announcements()).toEqual([])
})

test('an import that main moves past is put to what main has become', async () => {
  const before = await world.space(spaceId)
  const { id } = await world.makeChangeRequest(spaceId)
  whileStoring = async () => {
    await world.publish(spaceId, { [`Meanwhile ${id}`]: 'text' })
    whileStoring = async () => {}
  }
  const { status, body } = await importFiles()
  const { revision } = await world.space(spaceId)
  expect([status, body.revision]).toEqual([201, revision])
  const live = await world.send('getRevisionById', { params: { spaceId, revisionId: revision } })
  expect(live.body.parents).not.toEqual([before.revision])
  expect(live.body.pages.map(({ title }: { title: string }) => title)).toEqual([`Meanwhile ${id}`, 'Home'])
  expect(await announcements()).toEqual([])
})

test('an import whose files storage refuses changes nothing, and what it left is noted to be swept', async () => {
  const before = await world.space(spaceId)
  const noted = (await announcements()).length
  stored = 403
  expect((await importFiles()).status).toBe(500)
  expect(await world.space(spaceId)).toEqual(before)
  const left = await announcements()
  expect([left.length, left.filter(({ failed }) => failed).length]).toEqual([noted + 1, 1])
  stored = 200
  expect((await importFiles()).status).toBe(201)
})
