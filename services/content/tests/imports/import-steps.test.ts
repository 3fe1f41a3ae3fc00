import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type ArchiveSource, archiveSource } from '../support/archive-source.ts'
import { heldSource } from '../support/held-source.ts'
import { until } from '../support/until.ts'
import { startWorld, type World } from '../world.ts'

let world: World
let source: ArchiveSource
let pictures: Awaited<ReturnType<typeof heldSource>>
beforeAll(async () => {
  source = await archiveSource()
  pictures = await heldSource()
  world = await startWorld({ OUTBOUND_ALLOW: `${source.host},${pictures.host}`, IMPORT_REMOTE_PICTURES: 'true' })
})
afterAll(async () => {
  await world.stop()
  source.stop()
  pictures.stop()
})

test('a run says which step comes before its pages and how much of it is done, and no step once it has ended', async () => {
  const { id: space } = await world.makeSpace()
  const { arrived, release } = pictures.hold()
  const shown = ['a', 'b'].map((name) => `![](http://${pictures.host}/${name}.png)`)
  const imported = source.importFiles(world, space, { 'README.md': `# Home\n\n${shown.join('\n')}` })
  await arrived
  const { items } = (await world.send('listImportRuns', { query: { space } })).body
  const run = async () => (await world.send('getImportRun', { params: { importRunId: items[0].id } })).body
  // The step is recorded within a second.
  await until(async () => (await run()).step?.name === 'fetching-pictures')
  expect(await run()).toMatchObject({
    ...{ status: 'in-progress', importedResources: 0 },
    step: { name: 'fetching-pictures', done: 0, total: 2 },
  })
  release()
  await imported
  const ended = await run()
  expect(ended).toMatchObject({ status: 'completed', importedResources: 1, totalResources: 1 })
  expect(ended.step).toBeUndefined()
})
