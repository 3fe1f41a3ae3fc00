import { afterAll, expect, test } from '@jest/globals'
import { gitSyncsOf } from '../support/git-sync.ts'
import { startGitWorld } from '../support/git-world.ts'
import { until } from '../support/until.ts'

const { server, world, git, stop } = await startGitWorld()
afterAll(stop)
const { setUp, run, settled, lookedAt } = gitSyncsOf(world)

const operationsOf = async (id: string) =>
  (await world.send('listSpaceGitOperations', { params: { spaceId: id } })).body.items as { state: string }[]

/** Resolves when a space has so many operations, and the last one has ended. */
async function afterOperations(id: string, count: number) {
  await until(async () => (await operationsOf(id)).length >= count)
  return git.ended(id)
}

test('a run that failed is not repeated while nothing changes, but upon a wish, and upon a push', async () => {
  const repository = await server.repository()
  await repository.commit({ 'README.md': '# Home\n', '.gitbook.yaml': 'root: [' })
  const { id } = await world.makeSpace()
  await setUp(id, repository, { pollMinutes: 1440 })
  const { error } = await afterOperations(id, 1)
  expect(error).toContain('.gitbook.yaml')
  expect((await lookedAt(id)).error).toBe(error)
  expect(await operationsOf(id)).toHaveLength(1)
  await run(id)
  await afterOperations(id, 2)
  await repository.commit({ '.gitbook.yaml': 'root: .' })
  await lookedAt(id)
  expect(await afterOperations(id, 3)).toMatchObject({ state: 'success' })
  expect(await settled(id, repository)).not.toHaveProperty('error')
})

test('a push to a locked space waits until it is not locked any more, and is no run before', async () => {
  const repository = await server.repository()
  await repository.commit({ 'README.md': '# Home\n\nOne.\n' })
  const { id } = await world.makeSpace()
  await setUp(id, repository, { pollMinutes: 1440 })
  await settled(id, repository)
  await world.send('updateSpaceById', { params: { spaceId: id }, body: { editMode: 'locked' } })
  await repository.commit({ 'README.md': '# Home\n\nPushed.\n' })
  expect((await lookedAt(id)).error).toBe('The space is locked: what was pushed waits until it is not.')
  expect(await operationsOf(id)).toHaveLength(1)
  await world.send('updateSpaceById', { params: { spaceId: id }, body: { editMode: 'live' } })
  expect(await lookedAt(id)).not.toHaveProperty('error')
  await settled(id, repository)
  const [home] = await git.pagesOf(id)
  expect(await git.markdownOf(id, home?.id ?? '')).toBe('Pushed.\n')
})

test('pages that a space had before go to the repository after the first import', async () => {
  const repository = await server.repository()
  await repository.commit({ 'README.md': '# Home\n', 'SUMMARY.md': '# Contents\n\n- [Home](README.md)\n' })
  const { id } = await world.makeSpace()
  await world.publish(id, { Mine: 'Text.' })
  await setUp(id, repository, { pollMinutes: 1440 })
  await settled(id, repository)
  expect(await repository.read('mine.md')).toBe('# Mine\n\nText.')
  expect((await git.pagesOf(id)).map(({ title }) => title).toSorted()).toEqual(['Home', 'Mine'])
  expect(await operationsOf(id)).toHaveLength(2)
})

test('a repository that takes no push is asked once to take the pages that a space had before', async () => {
  const repository = await server.repository()
  await repository.commit({ 'README.md': '# Home\n', 'SUMMARY.md': '# Contents\n\n- [Home](README.md)\n' })
  await repository.git('config', 'http.receivepack', 'false')
  const { id } = await world.makeSpace()
  await world.publish(id, { Mine: 'Text.' })
  await setUp(id, repository, { pollMinutes: 1440 })
  const refused = { error: 'The Git repository does not accept a push to this ref.' }
  expect(await afterOperations(id, 2)).toMatchObject({ direction: 'export', ...refused })
  await world
    .sql()
    .updateTable('import_run')
    .set({ updated_at: new Date(0) })
    .where('space_id', '=', id)
    .execute()
  expect(await lookedAt(id)).toMatchObject(refused)
  expect(await operationsOf(id)).toHaveLength(2)
  await repository.git('config', 'http.receivepack', 'true')
  await run(id)
  expect(await afterOperations(id, 3)).toMatchObject({ state: 'success' })
  expect(await repository.read('mine.md')).toBe('# Mine\n\nText.')
})

test('a commit that changes nothing of the folder makes no revision', async () => {
  const repository = await server.repository()
  await repository.commit({ 'docs/README.md': '# Home\n\nOne.\n', 'index.js': '' })
  const { id } = await world.makeSpace()
  await setUp(id, repository, { repoProjectDirectory: 'docs', pollMinutes: 1440 })
  await settled(id, repository)
  const { revision } = await world.space(id)
  const { id: open } = await world.makeChangeRequest(id)
  const commit = await repository.commit({ 'index.js': 'export {}\n' })
  await run(id)
  expect(await settled(id, repository)).toMatchObject({ commit })
  expect(await git.newest(id)).toMatchObject({ state: 'success', commit, revision })
  expect((await world.space(id)).revision).toBe(revision)
  const changeRequest = { params: { spaceId: id, changeRequestId: open } }
  expect((await world.send('getChangeRequestById', changeRequest)).body.outdated).toBe(false)
})

test('a push whose record was cut off is no change of others: what was edited since is exported on top of it', async () => {
  const repository = await server.repository()
  await repository.commit({ 'README.md': '# Home\n\nOne.\n' })
  const { id } = await world.makeSpace()
  await setUp(id, repository, { pollMinutes: 1440 })
  await settled(id, repository)
  const [home] = await git.pagesOf(id)
  const push = server.hold(`${repository.path}/git-receive-pack`, { isAnswer: true })
  await world.publish(id, { New: 'Text.' })
  await git.edit(id, home?.id ?? '', 'Two.\n')
  await run(id)
  await push.arrived
  const { id: importRunId } = await git.newest(id)
  expect((await world.send('cancelImportRun', { params: { importRunId } })).status).toBe(201)
  const pushed = await repository.head()
  await git.edit(id, home?.id ?? '', 'Three.\n')
  push.release()
  await run(id)
  expect(await settled(id, repository)).not.toHaveProperty('changeRequest')
  expect(await repository.read('README.md')).toBe('# Home\n\nThree.\n')
  expect((await repository.git('rev-parse', 'main~1')).trim()).toBe(pushed)
  // The next commit finds the page that was made here.
  await repository.commit({ 'new.md': '# New\n\nPushed.\n' })
  await run(id)
  await settled(id, repository)
  expect((await git.pagesOf(id)).map(({ title }) => title).toSorted()).toEqual(['Home', 'New'])
})

test('a push that comes through only during the next export is recorded by that one', async () => {
  const repository = await server.repository()
  const first = await repository.commit({ 'README.md': '# Home\n\nOne.\n' })
  const { id } = await world.makeSpace()
  await git.importFrom(repository, id)
  const [home] = await git.pagesOf(id)
  await git.edit(id, home?.id ?? '', 'Two.\n')
  const pushed = await git.exportUnrecorded(repository, id)
  await repository.git('update-ref', 'refs/heads/main', first)
  await git.edit(id, home?.id ?? '', 'Three.\n')
  const next = server.hold(`${repository.path}/info/refs?service=git-receive-pack`)
  const body = { url: repository.url, ref: 'main', commitMessage: 'Update' }
  expect((await world.send('exportToGitRepository', { params: { spaceId: id }, body })).status).toBe(204)
  await next.arrived
  await repository.git('update-ref', 'refs/heads/main', pushed)
  next.release()
  expect(await git.ended(id)).toMatchObject({ state: 'success', commit: await repository.head() })
  expect(await repository.read('README.md')).toBe('# Home\n\nThree.\n')
  expect((await repository.git('rev-parse', 'main~1')).trim()).toBe(pushed)
})

test('an import of what an export pushed and did not record is refused until that is recorded', async () => {
  const repository = await server.repository()
  await repository.commit({ 'README.md': '# Home\n\nOne.\n' })
  const { id } = await world.makeSpace()
  await git.importFrom(repository, id)
  const made = (await world.publish(id, { New: 'Text.' })).New
  const pushed = await git.exportUnrecorded(repository, id)
  expect(await git.importFrom(repository, id)).toMatchObject({
    state: 'failure',
    error: expect.stringContaining('export again first'),
  })
  expect(await git.exportTo(repository, id)).toMatchObject({ state: 'success', commit: pushed })
  expect(await git.importFrom(repository, id)).toMatchObject({ state: 'success', commit: pushed })
  const pages = await git.pagesOf(id)
  expect(pages.find(({ title }) => title === 'New')).toMatchObject({ id: made, git: { path: 'new.md' } })
  expect(pages).toHaveLength(2)
})
