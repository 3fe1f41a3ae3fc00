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
