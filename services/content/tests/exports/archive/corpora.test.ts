import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { readArchive } from '../../../src/imports/archive.ts'
import { type ArchiveSource, archiveSource } from '../../support/archive-source.ts'
import { startWorld, type World } from '../../world.ts'

/** Documentation of others: a small one of the repository, and a large one where somebody keeps it beside it. */
const corpora = {
  'fluentd-docs': resolve(import.meta.dirname, '../../../../../tests/fixtures/fluentd-docs.zip'),
  'elsa-docs': resolve(import.meta.dirname, '../../../../../../shared/corpus/elsa-docs.zip'),
}

let source: ArchiveSource
let world: World
beforeAll(async () => {
  source = await archiveSource()
  world = await startWorld({ OUTBOUND_ALLOW: source.host })
})
afterAll(async () => {
  await world?.stop()
  source?.stop()
})

type Files = Record<string, Buffer>

async function filesIn(archive: Buffer): Promise<Files> {
  const found = await readArchive(archive, { field: 'archive' })
  return Object.fromEntries(await Promise.all(found.map(async ({ path, read }) => [path, await read()] as const)))
}

for (const [name, archive] of Object.entries(corpora)) {
  const ifThere = existsSync(archive) ? test : test.skip
  ifThere(`${name} comes out byte for byte as it went in`, async () => {
    const before = await filesIn(await readFile(archive))
    const { id: spaceId } = await world.makeSpace()
    await source.importFiles(world, spaceId, before)
    const after = await filesIn((await world.send('exportSpaceArchive', { params: { spaceId } })).bytes)
    const expected = Object.keys(before).filter((path) => !/(^|\/)\.(?!gitbook(?:\/|\.yaml$))/.test(path))
    expect(Object.keys(after).sort()).toEqual(expected.sort())
    for (const path of expected) expect([path, after[path]?.toString()]).toEqual([path, before[path]?.toString()])
    for (const path of expected)
      expect([path, after[path]?.equals(before[path] ?? Buffer.alloc(0))]).toEqual([path, true])
  })
}
