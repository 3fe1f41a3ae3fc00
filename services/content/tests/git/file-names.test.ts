import { afterAll, expect, test } from '@jest/globals'
import type { GitRepository } from '@quire/world/git-server'
import { startGitWorld } from '../support/git-world.ts'

const { server, world, git, stop } = await startGitWorld()
afterAll(stop)

const pathsIn = async (repository: GitRepository) =>
  (await repository.git('ls-tree', '-r', '--name-only', '-z', 'main')).split('\0').filter(Boolean).sort()

async function imported(given: Record<string, string>) {
  const repository = await server.repository()
  await repository.commit(given)
  const { id } = await world.makeSpace()
  expect(await git.importFrom(repository, id)).toMatchObject({ state: 'success' })
  return { repository, id }
}

const pageOf = async (id: string, title: string) =>
  (await git.pagesOf(id)).find((page) => page.title === title)?.id ?? ''

test.each(['What is X?.md', 'a: b.md', 'aux.md', 'a|b.md', 'trailing .md'])(
  'a page stays in the file %s of the repository',
  async (path) => {
    const given = { 'README.md': '# Home\n', [path]: '# Page\n\nOne.\n' }
    const { repository, id } = await imported(given)
    await git.edit(id, await pageOf(id, 'Home'), 'Edited here.\n')
    await git.edit(id, await pageOf(id, 'Page'), 'Two.\n')
    expect(await git.exportTo(repository, id)).toMatchObject({ state: 'success' })
    expect(await pathsIn(repository)).toEqual(Object.keys(given).sort())
    expect(await repository.read(path)).toBe('# Page\n\nTwo.\n')
  },
)

test('names stay decomposed where the repository has them so, and new files go into such folders', async () => {
  const folder = 'menü'.normalize('NFD')
  const given = {
    'README.md': '# Home\n',
    [`${folder}/README.md`]: '# Menu\n',
    [`${folder}/${'café'.normalize('NFD')}.md`]: '# Coffee\n\nOne.\n',
    [`${folder}/${'größe'.normalize('NFD')}.txt`]: 'Text.',
  }
  const { repository, id } = await imported(given)
  await git.edit(id, await pageOf(id, 'Coffee'), 'Two.\n')
  const { id: changeRequestId } = await world.makeChangeRequest(id)
  const into = await pageOf(id, 'Menu')
  await world.write(id, changeRequestId, [
    { operation: 'insert_page', title: 'New', document: { markdown: 'Text.' }, into },
  ])
  await world.merge(id, changeRequestId)
  expect(await git.exportTo(repository, id)).toMatchObject({ state: 'success' })
  const paths = [...Object.keys(given), 'SUMMARY.md', `${folder}/new.md`]
  expect((await pathsIn(repository)).filter((path) => path !== 'SUMMARY.md')).toEqual(
    paths.filter((path) => path !== 'SUMMARY.md').sort(),
  )
  const [coffee = ''] = Object.keys(given).filter((path) => path.endsWith('.md') && path.includes('caf'))
  expect(await repository.read(coffee)).toBe('# Coffee\n\nTwo.\n')
  // The file of a page that is deleted here goes, however its name is spelled in the repository.
  const { id: deleting } = await world.makeChangeRequest(id)
  await world.write(id, deleting, [{ operation: 'delete_page', page: await pageOf(id, 'Coffee') }])
  await world.merge(id, deleting)
  expect(await git.exportTo(repository, id)).toMatchObject({ state: 'success' })
  expect(await pathsIn(repository)).not.toContain(coffee)
})

test('names that differ in their case are two files, and a new page takes neither', async () => {
  const given = { 'README.md': '# Home\n', 'Note.md': '# Upper\n', 'note.md': '# Lower\n' }
  const { repository, id } = await imported(given)
  await git.edit(id, await pageOf(id, 'Lower'), 'Edited here.\n')
  expect(await git.exportTo(repository, id)).toMatchObject({ state: 'success' })
  expect(await pathsIn(repository)).toEqual(Object.keys(given).sort())
  expect(await repository.read('Note.md')).toBe(given['Note.md'])
  expect(await repository.read('note.md')).toBe('# Lower\n\nEdited here.\n')
})
