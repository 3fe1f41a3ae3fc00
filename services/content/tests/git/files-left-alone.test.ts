import { afterAll, expect, test } from '@jest/globals'
import type { Files, GitRepository } from '@quire/world/git-server'
import { startGitWorld } from '../support/git-world.ts'

const { server, world, git, stop } = await startGitWorld()
afterAll(stop)

/** No import reads it: an included text cannot have a rule of its own. */
const unreadable = '---\nhidden: true\n---\n\nText.\n'
const included = '.gitbook/includes/e.md'
const picture = '<svg xmlns="http://www.w3.org/2000/svg"/>'
const docs = {
  'README.md': '# Home\n\nOne.\n',
  'SUMMARY.md': '# Contents\n\n- [Home](README.md)\n- [A](a.md)\n- [B](b.md)\n- [Aux](aux.md)\n- [C](c.md)\n',
  'a.md': '# A\n\n[B](./b.md)\n',
  'b.md': '# B\n',
  'c.md': '# C\n\n![](p.svg)\n',
  'p.svg': picture,
  // A name that an archive could not have, in the list and not.
  'aux.md': '# Aux\n',
  'What?.md': '# What\n\n[B](./b.md)\n',
}

async function imported(given: Files) {
  const repository = await server.repository()
  await repository.commit(given)
  const { id } = await world.makeSpace()
  expect(await git.importFrom(repository, id)).toMatchObject({ state: 'success' })
  return { repository, id }
}

async function push(repository: GitRepository, id: string, changed: Files) {
  const commit = await repository.commit(changed)
  expect(await git.importFrom(repository, id)).toMatchObject({ state: 'success', commit })
  return commit
}

const pageOf = async (id: string, title: string) =>
  (await git.pagesOf(id)).find((page) => page.title === title)?.id ?? ''

async function changedBy(repository: GitRepository, id: string, from: string) {
  expect(await git.exportTo(repository, id)).toMatchObject({ state: 'success' })
  return (await repository.git('diff', '--name-status', '--no-renames', from, 'main'))
    .trim()
    .split('\n')
    .filter(Boolean)
}

const list = '# Contents\n\n- [Home](README.md)\n- [Bee](b.md)\n'

test('what a commit removed or changed stays so, although a file of it cannot be imported', async () => {
  const { repository, id } = await imported({ ...docs, [included]: unreadable })
  const removed = { 'a.md': null, 'c.md': null, 'p.svg': null, 'aux.md': null, 'What?.md': null }
  const commit = await push(repository, id, { ...removed, 'b.md': '# Bee\n', 'SUMMARY.md': list })
  expect(await changedBy(repository, id, commit)).toEqual([])
  await git.edit(id, await pageOf(id, 'Home'), 'Two.\n')
  expect(await changedBy(repository, id, commit)).toEqual(['M\tREADME.md'])
  await world.publish(id, { New: 'Text.' })
  const expected = ['M\tREADME.md', 'M\tSUMMARY.md', 'A\tnew.md']
  expect(await changedBy(repository, id, commit)).toEqual(expected)
  expect(await repository.read('SUMMARY.md')).toBe(`${list}- [New](new.md)\n`)
  // As soon as all can be read, the space has what the repository has.
  await push(repository, id, { [included]: 'Shown.\n' })
  expect((await git.pagesOf(id)).map(({ title }) => title)).toEqual(['Home', 'Bee', 'New'])
  const { body } = await world.send('listFiles', { params: { spaceId: id } })
  expect(body.items).toEqual([])
})

test('a page that the repository lacks is written there again once somebody changes it', async () => {
  const { repository, id } = await imported({ ...docs, [included]: unreadable })
  const commit = await push(repository, id, {
    'a.md': null,
    'What?.md': null,
    'SUMMARY.md': docs['SUMMARY.md'].replace('- [A](a.md)\n', ''),
  })
  await git.edit(id, await pageOf(id, 'A'), 'Edited here.\n')
  expect(await changedBy(repository, id, commit)).toEqual(['M\tSUMMARY.md', 'A\ta.md'])
  expect(await repository.read('SUMMARY.md')).toBe(docs['SUMMARY.md'])
  // A page that an export has brought back stays in the next one.
  await world.publish(id, { New: 'Text.' })
  expect(await changedBy(repository, id, commit)).toEqual(['M\tSUMMARY.md', 'A\ta.md', 'A\tnew.md'])
  expect(await repository.read('SUMMARY.md')).toContain('- [A](a.md)\n')
  expect(await repository.read('a.md')).toBe('# A\n\nEdited here.\n')
})

test('a file that cannot be read any more stays as it was pushed', async () => {
  const { repository, id } = await imported({ ...docs, [included]: 'Shown.\n' })
  const broken = Buffer.from('# B\n\n\xff\xff\n', 'latin1')
  await push(repository, id, { 'What?.md': null })
  const commit = await push(repository, id, { [included]: unreadable, 'b.md': broken })
  await git.edit(id, await pageOf(id, 'Home'), 'Two.\n')
  await world.publish(id, { New: 'Text.' })
  expect(await changedBy(repository, id, commit)).toEqual(['M\tREADME.md', 'M\tSUMMARY.md', 'A\tnew.md'])
  expect(await repository.read('SUMMARY.md')).toBe(`${docs['SUMMARY.md']}- [New](new.md)\n`)
})

test('a page that no import reads stays in the list of pages, where it is and with its subpages', async () => {
  const broken = Buffer.from('# Broken\n\n\xff\xff\n', 'latin1')
  const contents =
    '# Contents\n\n- [First](first.md)\n- [Home](README.md)\n- [Second](second.md)\n    - [B](b.md)\n- [Last](last.md)\n'
  const given = { 'README.md': '# Home\n', 'b.md': '# B\n', 'SUMMARY.md': contents }
  const { repository, id } = await imported({ ...given, 'first.md': broken, 'second.md': broken, 'last.md': broken })
  const commit = await repository.head()
  await world.publish(id, { New: 'Text.' })
  expect(await changedBy(repository, id, commit)).toEqual(['M\tSUMMARY.md', 'A\tnew.md'])
  expect(await repository.diff(commit, 'main')).toEqual(
    expect.arrayContaining(['--- a/SUMMARY.md', '+++ b/SUMMARY.md', '+- [New](new.md)']),
  )
  expect((await repository.diff(commit, 'main')).filter((line) => /^-[^-]/.test(line))).toEqual([])
})

test('pages that were here before the first import go to the repository', async () => {
  const repository = await server.repository()
  const commit = await repository.commit({ ...docs, [included]: unreadable })
  const { id } = await world.makeSpace()
  await world.publish(id, { Mine: 'Text.' })
  expect(await git.importFrom(repository, id)).toMatchObject({ state: 'success' })
  expect(await changedBy(repository, id, commit)).toEqual(['M\tSUMMARY.md', 'A\tmine.md'])
})
