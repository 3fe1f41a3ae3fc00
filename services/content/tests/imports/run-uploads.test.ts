import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { zip } from '../../src/imports/archives.fixture.ts'
import { startWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const nobody = { kind: 'none', scope: 'full' } as const

/** Uploads a file; answers its key. */
async function uploaded(name: string, content: string | Buffer, as = 'edda'): Promise<string> {
  const bytes = new Uint8Array(Buffer.from(content))
  const body = { file: { name, size: bytes.length, type: 'text/plain' }, kind: 'import_file' }
  const { body: address } = await world.send('generateStorageUploadURL', { as, body })
  const params = { uploadToken: String(address.url).split('/').at(-1) ?? '' }
  expect((await world.send('uploadFile', { as: nobody, params, body: bytes })).status).toBeLessThan(300)
  return address.key
}

const start = (space: string, files: string[], as = 'edda') =>
  world.send('startImportRun', { as, body: { source: { type: 'file', files }, target: { space } } })

/** The run once it has ended. */
async function ended(importRunId: string) {
  const { bus } = world.test.service.foundation
  const published = bus.connection.subscribe(bus.subject('import-run-ends'))
  await bus.connection.flush()
  const look = async () => (await world.send('getImportRun', { as: 'edda', params: { importRunId } })).body
  const isUnderWay = ({ status }: { status: string }) => status === 'pending' || status === 'in-progress'
  if (isUnderWay(await look()))
    for await (const one of published) if (one.json<{ id: string }>().id === importRunId) break
  published.unsubscribe()
  return look()
}

const pagesOf = async (spaceId: string) => (await world.send('listPages', { params: { spaceId } })).body.pages

test('uploaded files come in side by side, each read by its name; one that cannot be read is a failure of its own', async () => {
  const { id } = await world.makeSpace()
  const keys = [
    await uploaded('guide.md', '# Guide\n\nText.'),
    await uploaded('guide.md', '# Other guide'),
    await uploaded('page.html', '<html><head><title>Page</title></head><body><main><p>Hello</p></main></body></html>'),
    await uploaded('empty.html', '<html><body></body></html>'),
  ]
  const { status, body } = await start(id, keys)
  expect([status, body.status, body.source]).toEqual([201, 'pending', { type: 'file', files: keys }])
  const run = await ended(body.id)
  expect(run).toMatchObject({ status: 'completed', importedResources: 3, totalResources: 4 })
  expect(run.failures).toEqual([{ path: 'empty.html', problem: expect.any(String) }])
  const pages = await pagesOf(id)
  expect(pages.map(({ title }: { title: string }) => title).sort()).toEqual(['Guide', 'Other guide', 'Page'])
  expect(pages.map(({ git }: { git: { path: string } }) => git.path).sort()).toEqual([
    'guide-1.md',
    'guide.md',
    'page.html',
  ])
})

test('an archive comes in with its own tree, and by itself only', async () => {
  const { id } = await world.makeSpace()
  const archive = await uploaded(
    'docs.zip',
    await zip({ 'SUMMARY.md': '* [B](b.md)\n* [A](a.md)\n', 'a.md': '', 'b.md': '' }),
  )
  const refused = await start(id, [archive, await uploaded('a.md', '# A')])
  expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringMatching(/^body\.source\.files: /)])
  const run = await ended((await start(id, [archive])).body.id)
  expect(run.status).toBe('completed')
  expect((await pagesOf(id)).map(({ title }: { title: string }) => title)).toEqual(['B', 'A'])
})

test('the key of another person is none', async () => {
  const { id } = await world.makeSpace()
  const key = await uploaded('a.md', '# A')
  const { status, body } = await start(id, [key], 'cleo')
  expect([status, body.error.message]).toEqual([400, expect.stringMatching(/^body\.source\.files\.0: /)])
  expect(await pagesOf(id)).toEqual([])
})
