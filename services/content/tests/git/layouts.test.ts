import { afterAll, expect, test } from '@jest/globals'
import type { GitRepository } from '@quire/world/git-server'
import { startGitWorld } from '../support/git-world.ts'

const { server, world, git, stop } = await startGitWorld()
afterAll(stop)

/** Documentation below a root, whose list of pages has a style of its own. */
const files = {
  '.gitbook.yaml': '# Where it is\nroot: ./docs/\n',
  'README.md': '# The program\n',
  'docs/README.md': '# Home\n\nIt is so.\n',
  'docs/SUMMARY.md': '# Contents\n\n- [Home](README.md)\n- [Guide](guide.md)\n',
  'docs/guide.md': '# Guide\n\nOne.\n',
}

const pathsIn = async (repository: GitRepository) =>
  (await repository.git('ls-tree', '-r', '--name-only', '-z', 'main')).split('\0').filter(Boolean).sort()

async function imported(given: Record<string, string>) {
  const repository = await server.repository()
  const commit = await repository.commit(given)
  const { id } = await world.makeSpace()
  expect(await git.importFrom(repository, id)).toMatchObject({ state: 'success' })
  return { repository, commit, id }
}

const pageOf = async (id: string, title: string) =>
  (await git.pagesOf(id)).find((page) => page.title === title)?.id ?? ''

test.each([
  ['a name that Windows does not take', { 'docs/What is X?.md': '# What\n' }],
  ['names that differ in their case', { 'docs/Note.md': '# Upper\n', 'docs/note.md': '# Lower\n' }],
  ['the name of a device', { 'docs/aux.md': '# Auxiliary\n' }],
  ['a long name', { [`docs/${'long'.repeat(55)}.md`]: '# Long\n' }],
  ['a hidden picture', { 'docs/.hidden.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' }],
])('an export goes below the root that the repository names, also with %s', async (_, more: Record<string, string>) => {
  const { repository, commit, id } = await imported({ ...files, ...more })
  const count = (await git.pagesOf(id)).length
  await git.edit(id, await pageOf(id, 'Guide'), 'Two.\n')
  expect(await git.exportTo(repository, id)).toMatchObject({ state: 'success' })
  const head = await repository.head()
  const lines = ['--- a/docs/guide.md', '+++ b/docs/guide.md', '-One.', '+Two.']
  expect(await repository.diff(commit, head)).toEqual(lines)
  await world.publish(id, { New: 'Text.' })
  expect(await git.exportTo(repository, id)).toMatchObject({ state: 'success' })
  expect(await pathsIn(repository)).toEqual([...Object.keys({ ...files, ...more }), 'docs/new.md'].sort())
  expect(await repository.read('docs/SUMMARY.md')).toMatch(
    /^# Contents\n\n- \[Home\]\(README.md\)\n- \[Guide\]\(guide.md\)\n.*- \[New\]\(new.md\)\n$/s,
  )
  await repository.commit({ 'docs/README.md': '# Home\n\nPushed.\n' })
  expect(await git.importFrom(repository, id)).toMatchObject({ state: 'success' })
  expect(await git.pagesOf(id)).toHaveLength(count + 1)
})

test('pages of another source go below the root too, and into the list of pages', async () => {
  const { id } = await imported({
    'README.md': '# First\n',
    'first.md': '# From elsewhere\n',
    'group/other.md': '# Other\n',
  })
  const repository = await server.repository()
  await repository.commit(files)
  expect(await git.importFrom(repository, id)).toMatchObject({ state: 'success' })
  await git.edit(id, await pageOf(id, 'Guide'), 'Two.\n')
  expect(await git.exportTo(repository, id)).toMatchObject({ state: 'success' })
  const more = ['docs/first.md', 'docs/group/other.md']
  expect(await pathsIn(repository)).toEqual([...Object.keys(files), ...more].sort())
  expect(await repository.read('.gitbook.yaml')).toBe(files['.gitbook.yaml'])
  const list = await repository.read('docs/SUMMARY.md')
  for (const line of ['- [Home](README.md)\n', '- [Guide](guide.md)\n', '(first.md)', '(group/other.md)'])
    expect(list).toContain(line)
  const titles = async () => (await git.pagesOf(id)).map(({ title }) => title).sort()
  const before = await titles()
  await repository.commit({ 'docs/README.md': '# Home\n\nPushed.\n' })
  expect(await git.importFrom(repository, id)).toMatchObject({ state: 'success' })
  expect(await titles()).toEqual(before)
})

const isElsewhere = { state: 'failure', error: expect.stringMatching(/pages in "(?:docs|manual)".*: import first/) }

test('an export to where the repository does not look for pages is refused, and goes to their place after an import', async () => {
  const repository = await server.repository()
  const commit = await repository.commit(files)
  const { id } = await world.makeSpace()
  await world.publish(id, { Mine: 'Text.' })
  expect(await git.exportTo(repository, id)).toMatchObject(isElsewhere)
  expect(await git.exportTo(repository, id, { force: true })).toMatchObject(isElsewhere)
  expect(await repository.head()).toBe(commit)
  expect(await git.importFrom(repository, id)).toMatchObject({ state: 'success' })
  expect(await git.exportTo(repository, id)).toMatchObject({ state: 'success' })
  expect(await pathsIn(repository)).toEqual([...Object.keys(files), 'docs/mine.md'].sort())
})

test('an import of the commit that the space has records where pages are, if that was not done', async () => {
  const repository = await server.repository()
  await repository.commit(files)
  const { id } = await world.makeSpace()
  await world.publish(id, { Mine: 'Text.' })
  const { revision } = await world.space(id)
  expect(await git.importFrom(repository, id)).toMatchObject({ state: 'success' })
  // The content as it would be without what the import recorded.
  await world.sql().updateTable('space').set({ revision }).where('id', '=', id).execute()
  await world.sql().updateTable('space_git').set({ revision }).where('space_id', '=', id).execute()
  expect(await git.exportTo(repository, id)).toMatchObject(isElsewhere)
  expect(await git.importFrom(repository, id)).toMatchObject({ state: 'success' })
  expect(await git.exportTo(repository, id)).toMatchObject({ state: 'success' })
  expect(await pathsIn(repository)).toEqual([...Object.keys(files), 'docs/mine.md'].sort())
})

test('an export is refused where a commit that the space lacks has moved the pages', async () => {
  const { repository, id } = await imported(files)
  await git.edit(id, await pageOf(id, 'Guide'), 'Two.\n')
  const moved = Object.entries(files).flatMap(([path, text]): [string, string | null][] =>
    path.startsWith('docs/')
      ? [
          [path, null],
          [path.replace('docs/', 'manual/'), text],
        ]
      : [],
  )
  await repository.commit({ ...Object.fromEntries(moved), '.gitbook.yaml': 'root: manual\n' })
  expect(await git.exportTo(repository, id)).toMatchObject(isElsewhere)
  expect(await git.importFrom(repository, id)).toMatchObject({ state: 'success' })
  expect(await git.exportTo(repository, id)).toMatchObject({ state: 'success' })
  expect(await repository.read('manual/guide.md')).toBe('# Guide\n\nTwo.\n')
  expect(await pathsIn(repository)).not.toContain('docs/guide.md')
})
