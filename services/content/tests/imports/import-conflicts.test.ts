import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type ArchiveSource, archiveSource } from '../support/archive-source.ts'
import { newLine } from '../support/line.ts'
import { startWorld, type World } from '../world.ts'

let world: World
let source: ArchiveSource
beforeAll(async () => {
  source = await archiveSource()
  world = await startWorld({ OUTBOUND_ALLOW: source.host })
})
afterAll(async () => {
  source.stop()
  await world.stop()
})

const files = (text: string) => ({
  'README.md': `# Home\n\n${text}\n\n{% include ".gitbook/includes/note.md" %}\n\n![a](a.txt)`,
  '.gitbook/includes/note.md': text,
  'a.txt': text,
})

test('what an import brings into a change request is decided, and what it does not bring stays open', async () => {
  const { id: spaceId } = await world.makeSpace()
  await source.bring(world, spaceId, { ...files('first'), 'use.md': '# Use\n\nfirst' })
  const { body: live } = await world.send('getCurrentRevision', { params: { spaceId } })
  const [home, use] = live.pages.map(({ id }: { id: string }) => id)
  const write = (text: string) => {
    const document = { markdown: text }
    return [
      { operation: 'update_file', file: live.files[0].id, name: 'a.txt', base64: Buffer.from(text).toString('base64') },
      { operation: 'update_reusable_content', reusableContent: live.reusableContents[0].id, document },
      { operation: 'update_page', page: home, document },
      { operation: 'update_page', page: use, document },
    ]
  }
  const [line, other] = [await newLine(world, spaceId), await newLine(world, spaceId)]
  await line.made(...write('mine'))
  await other.made(...write('main'))
  await world.merge(spaceId, other.params.changeRequestId)
  expect((await world.merge(spaceId, line.params.changeRequestId)).result).toBe('conflicts')
  const open = async () =>
    (await world.send('listConflictsInChangeRequest', { params: line.params })).body.items.map(
      ({ id }: { id: string }) => id,
    )
  expect(await open()).toHaveLength(4)
  await source.bring(world, spaceId, files('imported'), line.params.changeRequestId)
  expect(await open()).toEqual([use])
})
