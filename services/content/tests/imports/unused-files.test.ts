import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { zip } from '../../src/imports/archives.fixture.ts'
import { type ArchiveSource, archiveSource } from '../support/archive-source.ts'
import { startWorld, type World } from '../world.ts'

let world: World
let source: ArchiveSource
beforeAll(async () => {
  source = await archiveSource()
  world = await startWorld({ OUTBOUND_ALLOW: source.host })
  source.serve(
    await zip({
      'README.md':
        '---\ncover: cover.png\n---\n\n# Home\n\n![A](a.png) <img src="b.png"> [C](c.pdf)\n\n[Gone](gone.png)',
      'includes/x.md': '# X\n\n{% file src="../d.bin" %}\n',
      '.gitbook/includes/note.md': '![E](/e.png)\n',
      ...Object.fromEntries(['a.png', 'b.png', 'c.pdf', 'd.bin', 'e.png', 'cover.png'].map((name) => [name, name])),
      'left/one.png': 'x'.repeat(1000),
      'left/two.png': 'x'.repeat(234),
    }),
  )
})
afterAll(async () => {
  source.stop()
  await world.stop()
})

/** Imports the archive into a new space; returns the run and the names of the space's files. */
async function imported(options: { skipUnusedFiles?: boolean }) {
  const { id: spaceId } = await world.makeSpace()
  const answer = await world.send('importContent', { params: { spaceId }, body: { ...source.body, ...options } })
  expect(answer.status).toBe(201)
  const { items } = (await world.send('listImportRuns', { query: { space: spaceId } })).body
  const run = (await world.send('getImportRun', { params: { importRunId: items[0].id } })).body
  const files = (await world.send('listFiles', { params: { spaceId } })).body.items
  return { run, names: files.map(({ name }: { name: string }) => name).sort() }
}

const used = ['a.png', 'b.png', 'c.pdf', 'cover.png', 'd.bin', 'e.png']

test('files that no page refers to are left out on wish, and the run says how many with how many bytes', async () => {
  const { run, names } = await imported({ skipUnusedFiles: true })
  expect(names).toEqual(used)
  expect(run).toMatchObject({
    skipUnusedFiles: true,
    unused: { files: 2, bytes: 1234 },
    importedResources: 9,
    totalResources: 9,
  })
})

test('without the wish all files come in, and nothing is said about unused ones', async () => {
  const { run, names } = await imported({})
  expect(names).toEqual([...used, 'one.png', 'two.png'])
  expect([run.unused, run.importedResources]).toEqual([undefined, 11])
})

test('the same import that goes on with another wish is 409', async () => {
  const { id: space_id } = await world.makeSpace()
  const row = { id: 'going', organization_id: 'acme', space_id, ...source.body, is_call: true, user_id: 'ada' }
  const times = { created_at: new Date(), updated_at: new Date(), claimed_until: new Date(Date.now() + 3_600_000) }
  const more = { member_id: 'm-ada', token_kind: 'user', status: 'in-progress', claim: 'other', ...times } as const
  await world
    .sql()
    .insertInto('import_run')
    .values({ ...row, ...more } as never)
    .execute()
  const body = { ...source.body, skipUnusedFiles: true }
  const { status, body: answer } = await world.send('importContent', { params: { spaceId: space_id }, body })
  expect([status, answer.error.message]).toEqual([409, expect.stringContaining('skipUnusedFiles')])
  await world.sql().deleteFrom('import_run').where('id', '=', 'going').execute()
})
