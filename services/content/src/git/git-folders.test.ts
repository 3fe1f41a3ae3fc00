import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { type GitFolders, openGitFolders } from './git-folders.ts'

const maxBytes = 1000

/** Uses a repository at a time, and lets it grow to a size; returns true if it was not there before. */
async function use({ take }: GitFolders, folder: string, key: string, bytes: number, at: number): Promise<boolean> {
  const taken = await take(key)
  await mkdir(taken.repository, { recursive: true })
  await writeFile(join(taken.repository, 'pack'), Buffer.alloc(bytes))
  taken.keep()
  await taken[Symbol.asyncDispose]()
  await utimes(join(folder, 'cache', key), at, at).catch(() => undefined)
  return taken.isNew
}

test('repositories that are kept take no more than they may: those used last stay, and none that is most of them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quire-git-folders-'))
  const folders = openGitFolders(folder, maxBytes)
  const kept = async () => (await readdir(join(folder, 'cache'))).toSorted()
  for (const [at, key] of ['a', 'b'].entries()) expect(await use(folders, folder, key, 400, at + 1)).toBe(true)
  expect(await kept()).toEqual(['a', 'b'])
  expect(await use(folders, folder, 'a', 450, 3)).toBe(false)
  await use(folders, folder, 'c', 400, 4)
  expect(await kept()).toEqual(['a', 'c'])
  await use(folders, folder, 'c', 501, 5)
  expect(await kept()).toEqual(['a'])
  expect(await readdir(join(folder, 'runs'))).toEqual([])
  await folders.forget()
  expect(await kept()).toEqual([])
  await rm(folder, { recursive: true })
})

/** Retains a repository of 400 bytes with each key. */
async function retain(folders: GitFolders, folder: string, ...keys: string[]) {
  for (const [at, key] of keys.entries()) await use(folders, folder, key, 400, at + 1)
}

test('a look at a server reads and removes nothing of what is kept', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quire-git-folders-'))
  const folders = openGitFolders(folder, maxBytes)
  await retain(folders, folder, 'a', 'b')
  for (const key of ['a', 'b']) await rm(join(folder, 'cache', key, 'quire-bytes'))
  await writeFile(join(folder, 'cache', 'a', 'more'), Buffer.alloc(900))
  const look = await folders.take()
  expect(look.isNew).toBe(true)
  await look[Symbol.asyncDispose]()
  expect((await readdir(join(folder, 'cache'))).toSorted()).toEqual(['a', 'b'])
  expect(await readdir(join(folder, 'runs'))).toEqual([])
  await rm(folder, { recursive: true })
})

test('making room goes by the sizes that repositories had when they were kept, and reads those without', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quire-git-folders-'))
  const folders = openGitFolders(folder, maxBytes)
  const kept = async () => (await readdir(join(folder, 'cache'))).toSorted()
  await retain(folders, folder, 'a')
  await writeFile(join(folder, 'cache', 'a', 'more'), Buffer.alloc(900))
  await utimes(join(folder, 'cache', 'a'), 1, 1)
  await use(folders, folder, 'b', 400, 2)
  expect(await kept()).toEqual(['a', 'b'])
  await rm(join(folder, 'cache', 'a', 'quire-bytes'))
  await utimes(join(folder, 'cache', 'a'), 1, 1)
  await use(folders, folder, 'b', 400, 2)
  expect(await kept()).toEqual(['b'])
  await rm(folder, { recursive: true })
})

test('a repository of many fetches is not kept: the next run fetches it anew', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quire-git-folders-'))
  const folders = openGitFolders(folder, 1024 ** 2)
  const withPacks = async (count: number) => {
    const taken = await folders.take('a')
    const packs = join(taken.repository, 'objects', 'pack')
    await mkdir(packs, { recursive: true })
    for (let at = 0; at < count; at += 1) await writeFile(join(packs, `pack-${at}.pack`), 'a pack')
    taken.keep()
    await taken[Symbol.asyncDispose]()
    return taken.isNew
  }
  expect(await withPacks(50)).toBe(true)
  expect(await withPacks(51)).toBe(false)
  expect(await withPacks(1)).toBe(true)
  await rm(folder, { recursive: true })
})
