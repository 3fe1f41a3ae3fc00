import { afterAll, expect, test } from '@jest/globals'
import { startGitWorld } from '../support/git-world.ts'
import { insertion } from '../world.ts'

const { server, world, git, stop } = await startGitWorld()
afterAll(stop)

/** A source whose spelling is its own, beside files that are none of the space. */
const files = {
  'package.json': '{ "name": "docs" }\n',
  '.github/workflows/build.yml': 'on: push\n',
  'docs/.gitbook.yaml': '# Where it is\nstructure:\n  summary: ./toc.md\n',
  'docs/toc.md': '# Contents\r\n\r\n- [Home](./README.md)\r\n- [Guides](guides/)\r\n    - [A](guides/a.md)\r\n',
  'docs/README.md': '# Home\r\n\r\nSee [A](./guides/a.md).\r\n\r\nA first sentence.\r\n\r\nThe end.',
  'docs/guides/README.md': '# Guides\n',
  'docs/guides/a.md': '---\ndescription: >-\n  About a\n---\n\n# A\n\n* one\n* two [home](<../README.md>)\n',
  'docs/.gitbook/assets/a b.txt': 'text',
}
const project = { repoProjectDirectory: 'docs' }

async function imported(given: Record<string, string> = files, options: object = project) {
  const repository = await server.repository()
  const commit = await repository.commit(given)
  const { id } = await world.makeSpace()
  const operation = await git.importFrom(repository, id, { ...options })
  if (operation.state !== 'success') throw new Error(operation.error)
  return { repository, commit, id, pages: await git.pagesOf(id) }
}

test('without a change there is no commit', async () => {
  const { repository, commit, id } = await imported()
  expect(await git.exportTo(repository, id, project)).toMatchObject({ state: 'success', direction: 'export', commit })
  expect(await repository.head()).toBe(commit)
})

test('an edited sentence is a commit of its author that changes one line', async () => {
  const { repository, commit, id, pages } = await imported()
  const markdown = await git.markdownOf(id, pages[0]?.id ?? '')
  await git.edit(id, pages[0]?.id ?? '', markdown.replace('A first sentence.', 'Another sentence.'), 'edda')
  const operation = await git.exportTo(repository, id, { ...project, commitMessage: 'Say it otherwise' })
  const head = await repository.head()
  expect(operation).toMatchObject({ state: 'success', commit: head })
  expect(await repository.diff(commit, head)).toEqual([
    '--- a/docs/README.md',
    '+++ b/docs/README.md',
    '-A first sentence.\r',
    '+Another sentence.\r',
  ])
  expect((await repository.log())[0]).toBe('Say it otherwise|Edda <edda@example.com>|Quire')
  expect(await git.exportTo(repository, id, project)).toMatchObject({ commit: head })
  // The commit is known: importing it changes nothing.
  const { revision } = await world.space(id)
  expect(await git.importFrom(repository, id, project)).toMatchObject({ state: 'success', revision })
})

test('where a page gets another address, the files that link to it say so, and no others change', async () => {
  const { repository, commit, id, pages } = await imported()
  const a = pages.find(({ title }) => title === 'A')
  const { id: changeRequestId } = await world.makeChangeRequest(id)
  await world.write(id, changeRequestId, [{ operation: 'update_page', page: a?.id, slug: 'letter' }])
  await world.merge(id, changeRequestId)
  expect(await git.exportTo(repository, id, project)).toMatchObject({ state: 'success' })
  const changed = (await repository.git('diff', '--name-status', '--no-renames', commit, 'main'))
    .trim()
    .split('\n')
    .sort()
  expect(changed).toEqual(['A\tdocs/guides/letter.md', 'D\tdocs/guides/a.md', 'M\tdocs/README.md', 'M\tdocs/toc.md'])
  expect((await repository.diff(commit, 'main')).filter((line) => line.includes('See'))).toEqual([
    '-See [A](./guides/a.md).\r',
    '+See [A](guides/letter.md).\r',
  ])
})

test('new pages become files, and files of pages that are gone go, but no other file does', async () => {
  const { repository, id, pages } = await imported()
  await world.publish(id, { 'More about it': 'Text.' })
  const a = pages.find(({ title }) => title === 'A')
  const { id: changeRequestId } = await world.makeChangeRequest(id)
  await world.write(id, changeRequestId, [{ operation: 'delete_page', page: a?.id }])
  await world.merge(id, changeRequestId)
  expect(await git.exportTo(repository, id, project)).toMatchObject({ state: 'success' })
  const listed = (await repository.git('ls-tree', '-r', '--name-only', '-z', 'main')).split('\0').filter(Boolean)
  const expected = Object.keys(files).filter((path) => path !== 'docs/guides/a.md')
  expect(listed.sort()).toEqual([...expected, 'docs/more-about-it.md'].sort())
  expect(await repository.read('docs/more-about-it.md')).toBe('# More about it\n\nText.')
})

test('an export goes on top of the commits of others, and is refused where they changed the same file', async () => {
  const { repository, id, pages } = await imported()
  await git.edit(id, pages[0]?.id ?? '', 'Edited here.')
  await repository.commit({ 'docs/guides/README.md': '# Guides\n\nPushed.\n', 'src/index.ts': 'export {}\n' })
  expect(await git.exportTo(repository, id, project)).toMatchObject({ state: 'success' })
  expect(await repository.read('docs/guides/README.md')).toBe('# Guides\n\nPushed.\n')
  expect(await repository.read('src/index.ts')).toBe('export {}\n')
  expect(await repository.read('docs/README.md')).toContain('Edited here.')
  expect(await repository.log()).toHaveLength(3)
  // The foreign commit is still to be imported.
  await git.importFrom(repository, id, project)
  expect(await git.markdownOf(id, pages[1]?.id ?? '')).toContain('Pushed.')
  await git.edit(id, pages[1]?.id ?? '', 'Edited here too.')
  const pushed = await repository.commit({ 'docs/guides/README.md': '# Guides\n\nPushed again.\n' })
  const refused = await git.exportTo(repository, id, project)
  expect(refused).toMatchObject({ state: 'failure', error: expect.stringContaining('guides/README.md') })
  expect(await repository.head()).toBe(pushed)
  expect(await git.exportTo(repository, id, { ...project, force: true })).toMatchObject({ state: 'success' })
  expect(await repository.read('docs/guides/README.md')).toContain('Edited here too.')
  expect((await repository.git('rev-parse', 'main^')).trim()).toBe(pushed)
})

test('a space that was written here fills an empty repository, and a new branch of another one', async () => {
  const { id } = await world.makeSpace()
  const { id: changeRequestId } = await world.makeChangeRequest(id, 'cleo')
  await world.write(id, changeRequestId, Object.entries({ Home: 'It is so.', Use: 'So.' }).map(insertion))
  await world.merge(id, changeRequestId)
  const empty = await server.repository()
  expect(await git.exportTo(empty, id)).toMatchObject({ state: 'success' })
  expect(await empty.read('README.md')).toBe('# Home\n\nIt is so.')
  expect(await empty.read('SUMMARY.md')).toContain('[Use](use.md)')
  expect((await empty.log())[0]).toBe('Update the docs|Cleo <cleo@example.com>|Quire')
  const other = await server.repository()
  await other.commit({ 'index.js': '' })
  expect(await git.exportTo(other, id, { ref: 'refs/heads/docs', repoProjectDirectory: 'manual' })).toMatchObject({
    state: 'success',
  })
  expect(await other.read('manual/use.md', 'docs')).toBe('# Use\n\nSo.')
  expect(await other.read('index.js', 'docs')).toBe('')
  await expect(other.read('manual/use.md', 'main')).rejects.toThrow()
})

test('links to other files of the repository get their address there, and their spelling back', async () => {
  const given = {
    'src/index.ts': 'export {}\n',
    'docs/README.md': '# Home\n\nSee [the code](../src/index.ts#L1), [up](../../x) and [A](a.md).\n\nA sentence.\n',
    'docs/a.md': '# A\n',
  }
  const repoTreeURL = 'https://example.com/team/docs/tree/main/'
  const { repository, commit, id, pages } = await imported(given, { ...project, repoTreeURL })
  const text = await git.markdownOf(id, pages[0]?.id ?? '')
  expect(text).toContain('[the code](https://example.com/team/docs/tree/main/src/index.ts#L1)')
  expect(text).toContain('[up](../../x)')
  expect(await git.exportTo(repository, id, { ...project, repoTreeURL })).toMatchObject({ commit })
  await git.edit(id, pages[0]?.id ?? '', text.replace('A sentence.', 'B.'))
  await git.exportTo(repository, id, { ...project, repoTreeURL })
  expect((await repository.diff(commit, 'main')).slice(2)).toEqual(['-A sentence.', '+B.'])
})

test('where the tree of the repository has another address, all links to its other files have it too', async () => {
  const given = {
    'src/index.ts': 'export {}\n',
    'docs/README.md': '# Home\n\nSee [the code](../src/index.ts).\n',
    'docs/a.md': '# A\n',
  }
  const { repository, id, pages } = await imported(given, { ...project, repoTreeURL: 'https://example.com/docs/tree' })
  const linksAfter = async (options: object) => {
    expect(await git.importFrom(repository, id, { ...project, ...options })).toMatchObject({ state: 'success' })
    return /\[the code\]\((.*)\)/.exec(await git.markdownOf(id, pages[0]?.id ?? ''))?.[1]
  }
  const repoTreeURL = 'https://git.example.com/docs/src'
  expect(await linksAfter({ repoTreeURL })).toBe('https://git.example.com/docs/src/src/index.ts')
  await repository.commit({ 'docs/a.md': '# A\n\nMore.\n' })
  expect(await linksAfter({})).toBe('../src/index.ts')
})

test('what was made here and exported is the same page after the next commit, and goes with its file', async () => {
  const { repository, id } = await imported()
  const made = (await world.publish(id, { 'More about it': 'Text.' }))['More about it']
  // Others push at the same time.
  await repository.commit({ 'docs/guides/a.md': `${files['docs/guides/a.md']}\nMore.\n` })
  await git.exportTo(repository, id, project)
  const blob = (await repository.git('rev-parse', 'main:docs/more-about-it.md')).trim()
  const page = async () => (await git.pagesOf(id)).find((one) => one.title === 'More about it')
  expect(await page()).toMatchObject({ id: made, git: { path: 'more-about-it.md', oid: blob } })
  await repository.commit({ 'docs/more-about-it.md': '# More about it\n\nPushed.\n' })
  await git.importFrom(repository, id, project)
  const pages = await git.pagesOf(id)
  expect(pages.filter(({ title }) => title.startsWith('More'))).toHaveLength(1)
  expect(await git.markdownOf(id, made ?? '')).toBe('Pushed.\n')
  expect(await git.markdownOf(id, pages.find(({ title }) => title === 'A')?.id ?? '')).toContain('More.')
  const toc = (await repository.read('docs/toc.md')).split('\n').filter((line) => !line.includes('more-about-it'))
  await repository.commit({ 'docs/more-about-it.md': null, 'docs/toc.md': toc.join('\n') })
  await git.importFrom(repository, id, project)
  expect(await page()).toBeUndefined()
})

test('an export whose process ended after its push is found out by the next one: nothing is committed or made twice', async () => {
  const { repository, id, pages } = await imported()
  await git.edit(id, pages[0]?.id ?? '', 'Edited here.')
  await world.publish(id, { 'More about it': 'Text.' })
  const table = () =>
    world.sql().selectFrom('space_git').selectAll().where('space_id', '=', id).executeTakeFirstOrThrow()
  const before = await table()
  const { revision } = await world.space(id)
  await git.exportTo(repository, id, project)
  const head = await repository.head()
  // What the row and the live content were when the push had been made.
  await world.sql().updateTable('space_git').set(before).where('space_id', '=', id).execute()
  await world.sql().updateTable('space').set({ revision }).where('id', '=', id).execute()
  expect(await git.exportTo(repository, id, project)).toMatchObject({ state: 'success', commit: head })
  expect(await repository.head()).toBe(head)
  expect((await table()).commit_oid).toBe(head)
  await repository.commit({ 'docs/more-about-it.md': '# More about it\n\nPushed.\n' })
  await git.importFrom(repository, id, project)
  expect((await git.pagesOf(id)).filter(({ title }) => title.startsWith('More'))).toHaveLength(1)
})
