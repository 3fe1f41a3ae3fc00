import { afterAll, expect, test } from '@jest/globals'
import { gitSyncsOf } from '../support/git-sync.ts'
import { startGitWorld } from '../support/git-world.ts'
import { until } from '../support/until.ts'

const { server, world, git, stop } = await startGitWorld()
afterAll(stop)
const { get, setUp, run, settled, lookedAt } = gitSyncsOf(world)

const texts = { 'README.md': '# Home\n\nOne.\n', 'a.md': '# A\n\nOne.\n', 'b.md': '# B\n\nOne.\n' }

/** A space that is synchronized with the branch `docs`, which somebody has merged and deleted, and a later fix of `a.md`. */
async function merged() {
  const repository = await server.repository()
  await repository.commit(texts, { branch: 'docs' })
  const { id } = await world.makeSpace()
  await setUp(id, repository, { ref: 'docs', pollMinutes: 1440 })
  await settled(id, repository, 'docs')
  await repository.git('update-ref', 'refs/heads/main', 'refs/heads/docs')
  await repository.git('update-ref', '-d', 'refs/heads/docs')
  await repository.commit({ 'a.md': '# A\n\nFixed.\n' })
  const pages = await git.pagesOf(id)
  const pageOf = (title: string) => pages.find((page) => page.title === title)?.id ?? ''
  return { repository, id, pageOf }
}

test('a branch that was deleted is made again by nobody but people', async () => {
  const { repository, id, pageOf } = await merged()
  await git.edit(id, pageOf('B'), 'Two.\n')
  expect((await lookedAt(id)).error).toBe(
    'The repository has no refs/heads/docs any more: make it again, or choose another branch.',
  )
  expect(await repository.git('branch', '--list', 'docs')).toBe('')
})

test('a branch that is made again has what others changed on the default branch since, and so has the space', async () => {
  const { repository, id, pageOf } = await merged()
  await git.edit(id, pageOf('B'), 'Two.\n')
  await lookedAt(id)
  expect(await git.exportTo(repository, id, { ref: 'refs/heads/docs' })).toMatchObject({ state: 'success' })
  expect(await repository.read('a.md', 'docs')).toBe('# A\n\nFixed.\n')
  expect(await repository.read('b.md', 'docs')).toBe('# B\n\nTwo.\n')
  // The error goes right after the export.
  await until(async () => !(await get(id)).error)
  await settled(id, repository, 'docs')
  expect(await git.markdownOf(id, pageOf('A'))).toBe('Fixed.\n')
})

test('where the default branch changed the same files, making the branch again is refused unless it is forced', async () => {
  const { repository, id, pageOf } = await merged()
  await git.edit(id, pageOf('A'), 'Two.\n')
  await lookedAt(id)
  expect(await git.exportTo(repository, id, { ref: 'refs/heads/docs' })).toMatchObject({
    state: 'failure',
    error: expect.stringMatching(/change the same files: a\.md\. It has no refs\/heads\/docs any more/),
  })
  expect(await repository.git('branch', '--list', 'docs')).toBe('')
  const force = { ref: 'refs/heads/docs', force: true }
  expect(await git.exportTo(repository, id, force)).toMatchObject({ state: 'success' })
  expect(await repository.read('a.md', 'docs')).toBe('# A\n\nTwo.\n')
})

test('what a space has in common with its branch is not forgotten for another branch, folder or address', async () => {
  const repository = await server.repository()
  const commit = await repository.commit({ ...texts, 'docs/README.md': '# Docs\n' })
  await repository.commit({ 'README.md': '# Other\n' }, { branch: 'next' })
  const { id } = await world.makeSpace()
  await setUp(id, repository, { pollMinutes: 1440 })
  await settled(id, repository)
  const elsewhere = [
    { ref: 'refs/heads/next' },
    { repoProjectDirectory: 'docs' },
    { url: repository.url.replace(/\.git$/, '') },
    { url: 'https://git.invalid/team/docs.git' },
  ]
  for (const given of elsewhere) {
    const refused = /answered 409: .*synchronized with refs\/heads\/main at /
    for (const more of [{}, { force: true }])
      await expect(git.importFrom(repository, id, { ...given, ...more })).rejects.toThrow(refused)
    await expect(git.exportTo(repository, id, { ...given, standalone: true })).rejects.toThrow(refused)
  }
  const beside = { ref: 'refs/heads/next', standalone: true }
  expect(await git.importFrom(repository, id, beside)).toMatchObject({ state: 'success' })
  expect(await git.importFrom(repository, id)).toMatchObject({ state: 'success', commit })
  expect(await get(id)).toMatchObject({ commit })
})

test('an operation that began before a synchronization with another place was set up changes nothing', async () => {
  const repository = await server.repository()
  await repository.commit(texts)
  const { id } = await world.makeSpace()
  const fetch = server.hold(`${repository.path}/git-upload-pack`)
  const body = { url: repository.url, ref: 'main' }
  expect((await world.send('importGitRepository', { params: { spaceId: id }, body })).status).toBe(204)
  await fetch.arrived
  await setUp(id, { url: 'https://git.invalid/team/docs.git' }, { pollMinutes: 1440 })
  fetch.release()
  expect(await git.ended(id)).toMatchObject({
    state: 'failure',
    error: expect.stringContaining('is synchronized with'),
  })
  expect(await git.pagesOf(id)).toEqual([])
})

test('a conflict waits for its change request, whatever branch comes next', async () => {
  const repository = await server.repository()
  await repository.commit({ 'README.md': '# Home\n\nOne.\n' })
  const { id } = await world.makeSpace()
  await git.importFrom(repository, id)
  const [home] = await git.pagesOf(id)
  await git.edit(id, home?.id ?? '', 'Edited here.\n')
  await repository.git('update-ref', 'refs/heads/next', 'refs/heads/main')
  await repository.commit({ 'README.md': '# Home\n\nPushed.\n' })
  const { changeRequest } = await git.importFrom(repository, id)
  const next = { ref: 'refs/heads/next' }
  const held = { state: 'failure', error: expect.stringMatching(/^Change request \d+ holds changes of the repository/) }
  expect(await git.importFrom(repository, id, next)).toMatchObject(held)
  expect(await git.exportTo(repository, id, next)).toMatchObject(held)
  expect(await git.markdownOf(id, home?.id ?? '')).toBe('Edited here.\n')
  await setUp(id, repository, { ...next, pollMinutes: 1440 })
  for (let sync = await get(id); !sync.error; sync = await get(id));
  expect(await get(id)).toMatchObject({ changeRequest, error: expect.stringMatching(/^Change request \d+ holds/) })
  expect((await git.newest(id)).direction).toBe('export')
})

test('a revision beside the live content that fails is no error of the synchronization', async () => {
  const repository = await server.repository()
  await repository.commit(texts)
  const { id } = await world.makeSpace()
  await setUp(id, repository, { pollMinutes: 1440 })
  await settled(id, repository)
  const beside = { ref: 'refs/heads/typo', standalone: true }
  expect(await git.importFrom(repository, id, beside)).toMatchObject({ state: 'failure' })
  expect((await get(id)).error).toBeUndefined()
})

test('a look begins nothing with what was set up before', async () => {
  const [former, repository] = [await server.repository(), await server.repository()]
  await former.commit({ 'README.md': '# Wrong\n' })
  await repository.commit({ 'README.md': '# Right\n' })
  const { id } = await world.makeSpace()
  const look = server.hold(`${former.path}/info/refs?service=git-upload-pack`)
  await setUp(id, former, { pollMinutes: 1440 })
  await look.arrived
  await setUp(id, repository, { pollMinutes: 1440 })
  look.release()
  await settled(id, repository)
  const { body } = await world.send('listSpaceGitOperations', { params: { spaceId: id } })
  expect(body.items.map(({ url }: { url: string }) => url)).toEqual([repository.plainUrl])
  expect((await git.pagesOf(id)).map(({ title }) => title)).toEqual(['Right'])
})

test('what a synchronization began ends with it', async () => {
  const repository = await server.repository()
  await repository.commit(texts)
  const { id } = await world.makeSpace()
  await setUp(id, repository, { pollMinutes: 1440 })
  await settled(id, repository)
  const commit = await repository.commit({ 'a.md': '# A\n\nPushed.\n' })
  // The run waits for an operation by hand, which goes on.
  const fetch = server.hold(`${repository.path}/git-upload-pack`)
  const body = { url: repository.url, ref: 'main', standalone: true }
  await world.send('importGitRepository', { params: { spaceId: id }, body })
  await fetch.arrived
  const row = await world.sql().selectFrom('git_sync').select(['wishes']).where('id', '=', id).executeTakeFirstOrThrow()
  const look = { head: commit, live: (await world.space(id)).revision, wishes: row.wishes }
  await world.send('importGitRepository', { params: { spaceId: id }, body: { ...body, standalone: false } })
  const { id: waiting } = await git.newest(id)
  const task = await world.sql().selectFrom('import_run').select('git').where('id', '=', waiting).executeTakeFirst()
  const begun = JSON.stringify({ ...task?.git, look })
  await world.sql().updateTable('import_run').set({ git: begun }).where('id', '=', waiting).execute()
  await world.send('deleteSpaceGitSync', { params: { spaceId: id } })
  fetch.release()
  expect(await git.ended(id)).toMatchObject({ state: 'failure', error: expect.stringContaining('was removed') })
  const [, a] = await git.pagesOf(id)
  expect(await git.markdownOf(id, a?.id ?? '')).toBe('One.\n')
  expect((await run(id)).status).toBe(404)
})
