import { execFileSync } from 'node:child_process'
import { afterAll, expect, test } from '@jest/globals'
import type { Files, GitRepository } from '@quire/world/git-server'
import { startGitWorld } from '../support/git-world.ts'

const { server, world, git, stop } = await startGitWorld()
afterAll(stop)

/** No import reads it: it is Latin-1. */
const unreadable = Buffer.from('# Guide\n\nCaf\xe9.\n', 'latin1')
const docs = { 'README.md': '# Home\n', 'SUMMARY.md': '# Contents\n\n- [Home](README.md)\n' }

async function imported(given: Files) {
  const repository = await server.repository()
  await repository.commit(given)
  const { id } = await world.makeSpace()
  expect(await git.importFrom(repository, id)).toMatchObject({ state: 'success' })
  return { repository, id, commit: await repository.head() }
}

async function changedBy(repository: GitRepository, id: string, from: string, given: object = {}) {
  expect(await git.exportTo(repository, id, { ...given })).toMatchObject({ state: 'success' })
  const changed = await repository.git('diff', '--name-status', '--no-renames', from, 'main')
  return changed.trim().split('\n').filter(Boolean)
}

async function remove(spaceId: string, page = '') {
  const { id } = await world.makeChangeRequest(spaceId)
  await world.write(spaceId, id, [{ operation: 'delete_page', page }])
  await world.merge(spaceId, id)
}

test.each(['guide.md', 'Guide.md'])('a new page leaves the file %s alone, which no import could read', async (path) => {
  const { repository, id, commit } = await imported({ ...docs, [path]: unreadable })
  const { Guide: page } = await world.publish(id, { Guide: 'Text.' })
  expect(await changedBy(repository, id, commit)).toEqual(['M\tSUMMARY.md', 'A\tguide-1.md'])
  expect(await repository.read('SUMMARY.md')).toBe(`${docs['SUMMARY.md']}- [Guide](guide-1.md)\n`)
  expect(await repository.read('guide-1.md')).toBe('# Guide\n\nText.')
  await git.edit(id, page ?? '', 'Another text.')
  expect(await changedBy(repository, id, commit)).toEqual(['M\tSUMMARY.md', 'A\tguide-1.md'])
  expect(await repository.read('guide-1.md')).toBe('# Guide\n\nAnother text.')
  // The next import knows the page by its file.
  await repository.commit({ 'guide-1.md': '# Guide\n\nPushed.\n' })
  expect(await git.importFrom(repository, id)).toMatchObject({ state: 'success' })
  expect(await git.markdownOf(id, page ?? '')).toBe('Pushed.\n')
  await remove(id, page)
  expect(await changedBy(repository, id, commit)).toEqual([])
})

test('a page that was never exported takes no file of others along when it is removed', async () => {
  const repository = await server.repository()
  const commit = await repository.commit({ ...docs, 'guide.md': unreadable })
  const { id } = await world.makeSpace()
  const { Guide: page } = await world.publish(id, { Guide: 'Text.' })
  expect(await git.importFrom(repository, id)).toMatchObject({ state: 'success' })
  await remove(id, page)
  expect(await changedBy(repository, id, commit)).toEqual([])
})

test('the first export leaves the files alone that were there before, and takes over what is the same', async () => {
  const repository = await server.repository()
  const there = { 'README.md': '# The program\n', 'use.md': '# Use\n\nBy others.\n', 'more.md': '# More\n\nSo.' }
  const commit = await repository.commit(there)
  const { id } = await world.makeSpace()
  await world.publish(id, { Home: 'It is so.', Use: '[Home](/home)', More: 'So.' })
  const added = ['A\tSUMMARY.md', 'A\thome.md', 'A\tuse-1.md']
  expect(await changedBy(repository, id, commit)).toEqual(added)
  expect(await repository.read('use-1.md')).toBe('# Use\n\n[Home](home.md)')
  expect(await repository.read('SUMMARY.md')).toContain('* [More](more.md)\n')
  expect(await changedBy(repository, id, commit, { force: true })).toEqual(added)
})

test('a first export whose record was cut off is recorded by the next one, which adds no file again', async () => {
  const repository = await server.repository()
  await repository.commit({ 'README.md': '# The program\n', 'use.md': '# Use\n\nBy others.\n' })
  const { id } = await world.makeSpace()
  await world.publish(id, { Home: 'It is so.', Use: '[Home](/home)' })
  const pushed = await git.exportUnrecorded(repository, id)
  expect(await git.exportTo(repository, id)).toMatchObject({ state: 'success', commit: pushed })
  const paths = (await git.pagesOf(id)).map((page) => page.git?.path)
  expect(paths.toSorted()).toEqual(['home.md', 'use-1.md'])
})

test('content of one branch takes its files on another one, and leaves alone what only that one has', async () => {
  const { repository, id } = await imported({ ...docs, 'guide.md': '# Guide\n' })
  const others = { 'README.md': '# Next\n', 'guide.md': '# Guide\n\nNext.\n', 'notes.md': '# Notes\n\nBy others.\n' }
  const commit = await repository.commit(others, { branch: 'next' })
  await world.publish(id, { Notes: 'Text.' })
  expect(await git.exportTo(repository, id, { ref: 'refs/heads/next' })).toMatchObject({ state: 'success' })
  const changed = await repository.git('diff', '--name-status', '--no-renames', commit, 'next')
  const expected = ['M\tREADME.md', 'A\tSUMMARY.md', 'M\tguide.md', 'A\tnotes-1.md']
  expect(changed.trim().split('\n')).toEqual(expected)
})

test('where the last common commit is gone, a forced export overwrites the files of the space and no others', async () => {
  const given = { ...docs, 'SUMMARY.md': `${docs['SUMMARY.md']}- [Guide](guide.md)\n`, 'guide.md': '# Guide\n' }
  const { repository, id } = await imported(given)
  await repository.git('update-ref', '-d', 'refs/heads/main')
  const others = { 'README.md': '# Rewritten\n', 'notes.md': '# Notes\n\nBy others.\n' }
  const commit = await repository.commit({ ...given, ...others })
  await repository.git('prune', '--expire=now')
  await world.publish(id, { Notes: 'Text.' })
  // Another retained repository, which lacks the commit as the server does.
  const elsewhere = { repoCacheID: 'another' }
  const expected = ['M\tREADME.md', 'M\tSUMMARY.md', 'A\tnotes-1.md']
  expect(await changedBy(repository, id, commit, { ...elsewhere, force: true })).toEqual(expected)
  expect(await repository.read('README.md')).toBe(docs['README.md'])
})

test('a link and a submodule stay what they are', async () => {
  const { repository, id } = await imported({ 'a.md': '# A\n' })
  const atGit = (args: string[], input: string) =>
    execFileSync('git', args, { input, env: { PATH: process.env.PATH, GIT_DIR: repository.bare } })
      .toString()
      .trim()
  const link = atGit(['hash-object', '-w', '--stdin'], '../README.md')
  const before = await repository.git('ls-tree', 'main')
  const others = [`120000 blob ${link}\tREADME.md`, `160000 commit ${'1'.repeat(40)}\texamples`]
  const tree = atGit(['mktree', '--missing'], [...before.trim().split('\n'), ...others].join('\n'))
  const identity = ['-c', 'user.name=x', '-c', 'user.email=x@example.com']
  const commit = (await repository.git(...identity, 'commit-tree', tree, '-p', 'main', '-m', 'x')).trim()
  await repository.git('update-ref', 'refs/heads/main', commit)
  expect(await git.importFrom(repository, id)).toMatchObject({ state: 'success', commit })
  const { id: changeRequestId } = await world.makeChangeRequest(id)
  const insertion = { operation: 'insert_page', document: { markdown: 'Text.' } }
  const { changes } = await world.write(id, changeRequestId, [
    { ...insertion, title: 'Start', at: 0 },
    { ...insertion, title: 'Examples' },
  ])
  await world.write(id, changeRequestId, [{ ...insertion, title: 'One', into: changes[1].page.id }])
  await world.merge(id, changeRequestId)
  const added = ['A\tSUMMARY.md', 'A\texamples-1/README.md', 'A\texamples-1/one.md', 'A\tstart.md']
  expect(await changedBy(repository, id, commit)).toEqual(added)
  expect(await repository.git('ls-tree', 'main')).toContain(`160000 commit ${'1'.repeat(40)}\texamples\n`)
})
