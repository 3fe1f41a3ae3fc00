import { afterAll, expect, test } from '@jest/globals'
import type { GitRepository } from '@quire/world/git-server'
import { startGitWorld } from '../support/git-world.ts'

const { server, world, git, stop } = await startGitWorld()
afterAll(stop)

/** A space whose page both sides changed, so that a change request holds the push. */
async function conflicting() {
  const repository = await server.repository()
  await repository.commit({ 'README.md': '# Home\n\nOne.\n', 'other.md': '# Other\n\nIt is so.\n' })
  const { id: spaceId } = await world.makeSpace()
  await git.importFrom(repository, spaceId)
  const [home, other] = await git.pagesOf(spaceId)
  await git.edit(spaceId, home?.id ?? '', 'One, edited here.')
  await repository.commit({ 'README.md': '# Home\n\nOne, pushed.\n' })
  const { changeRequest = '' } = await git.importFrom(repository, spaceId)
  const textsOf = async () => [
    await git.markdownOf(spaceId, home?.id ?? ''),
    await git.markdownOf(spaceId, other?.id ?? ''),
  ]
  return { repository, spaceId, home: home?.id ?? '', changeRequestId: changeRequest, textsOf }
}

/** Pushes a change of the page that is not in conflict. */
const pushLater = (repository: GitRepository) => repository.commit({ 'other.md': '# Other\n\nPushed later.\n' })
const held = { state: 'failure', error: expect.stringMatching(/^Change request \d+ holds changes of the repository/) }

test('a push that follows a conflict waits for its change request, and is merged with what that became', async () => {
  const { repository, spaceId, home, changeRequestId, textsOf } = await conflicting()
  const pushed = await pushLater(repository)
  expect(await git.importFrom(repository, spaceId)).toMatchObject(held)
  expect(await git.exportTo(repository, spaceId)).toMatchObject(held)
  expect(await textsOf()).toEqual(['One, edited here.', 'It is so.\n'])
  expect(await repository.head()).toBe(pushed)
  await world.merge(spaceId, changeRequestId)
  const document = { markdown: 'One, from both.\n' }
  await world.write(spaceId, changeRequestId, [{ operation: 'update_page', page: home, document }])
  expect((await world.merge(spaceId, changeRequestId)).result).toBe('merge')
  expect(await git.importFrom(repository, spaceId)).toMatchObject({ state: 'success', commit: pushed })
  expect(await textsOf()).toEqual(['One, from both.\n', 'Pushed later.\n'])
  expect(await git.exportTo(repository, spaceId)).toMatchObject({ state: 'success' })
  expect(await repository.read('README.md')).toBe('# Home\n\nOne, from both.\n')
  expect(await repository.read('other.md')).toBe('# Other\n\nPushed later.\n')
})

test('where the change request is archived, the text of the space stays, and the later push comes in', async () => {
  const { repository, spaceId, changeRequestId, textsOf } = await conflicting()
  await pushLater(repository)
  const params = { spaceId, changeRequestId }
  expect((await world.send('updateChangeRequestById', { params, body: { status: 'archived' } })).status).toBe(200)
  expect(await git.importFrom(repository, spaceId)).toMatchObject({ state: 'success' })
  expect(await textsOf()).toEqual(['One, edited here.', 'Pushed later.\n'])
  expect(await git.exportTo(repository, spaceId)).toMatchObject({ state: 'success' })
  expect(await repository.read('README.md')).toBe('# Home\n\nOne, edited here.')
  expect(await repository.read('other.md')).toBe('# Other\n\nPushed later.\n')
})

test('with `force` an import waits for no change request, and takes the side of the repository', async () => {
  const { repository, spaceId, textsOf } = await conflicting()
  await pushLater(repository)
  expect(await git.importFrom(repository, spaceId, { force: true })).toMatchObject({ state: 'success' })
  expect(await textsOf()).toEqual(['One, pushed.\n', 'Pushed later.\n'])
})

test('what Git records of a page is no edit of it: a page that was deleted on one side is gone', async () => {
  const repository = await server.repository()
  await repository.commit({ 'README.md': '# Home\n', 'SUMMARY.md': '# Contents\n\n- [Home](README.md)\n' })
  const { id: spaceId } = await world.makeSpace()
  await git.importFrom(repository, spaceId)
  const { Mine, Other } = await world.publish(spaceId, { Mine: '[Nowhere](nowhere.md)', Other: 'Text.' })
  expect(await git.exportTo(repository, spaceId)).toMatchObject({ state: 'success' })
  const { id: changeRequestId } = await world.makeChangeRequest(spaceId)
  await world.write(spaceId, changeRequestId, [{ operation: 'delete_page', page: Mine }])
  const pushLine = async (line: string) => {
    await repository.commit({
      'SUMMARY.md': `${await repository.read('SUMMARY.md')}- [${line}](${line}.md)\n`,
      [`${line}.md`]: `# ${line}\n`,
    })
    const operation = await git.importFrom(repository, spaceId)
    expect(operation).toMatchObject({ state: 'success' })
    expect(operation).not.toHaveProperty('changeRequest')
  }
  await pushLine('one')
  expect((await world.merge(spaceId, changeRequestId)).result).toBe('merge')
  const { id: second } = await world.makeChangeRequest(spaceId)
  await world.write(spaceId, second, [{ operation: 'delete_page', page: Other }])
  await world.merge(spaceId, second)
  await pushLine('two')
  expect((await git.pagesOf(spaceId)).map(({ title }) => title)).toEqual(['Home', 'one', 'two'])
})
