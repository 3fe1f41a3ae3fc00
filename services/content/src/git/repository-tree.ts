import { badRequest } from '@quire/kit'
import { archiveLimits } from '../imports/import-limits.ts'
import { type Git, GitFailure } from './run-git.ts'

/** A file of a commit, by its path from the project's folder. */
export interface TreeFile {
  path: string
  oid: string
  mode: string
  /** In bytes. */
  size: number
}

/** A commit as its author wrote it. */
export interface Commit {
  oid: string
  message: string
  author: { name: string; email: string }
  committerEmail: string
  /** ISO 8601. */
  committedAt: string
}

const field = 'body.url'
const maxListBytes = 32 * 1024 ** 2
const modes = { link: '120000', submodule: '160000' }

interface Listing {
  commit: string
  directory: string
  signal: AbortSignal
  /** True if a folder that does not exist is empty. */
  mayBeEmpty?: boolean
}

/**
 * Lists the files of a commit below a folder, with the paths of what is left out of them, and why in words: links, which may
 * lead anywhere, submodules, which are other repositories, and names that no system should unpack. Throws 400 for too many
 * files or bytes, and if the folder does not exist.
 */
export async function listTree(
  git: Git,
  { commit, directory, signal, mayBeEmpty = false }: Listing,
): Promise<{ files: TreeFile[]; left: string[]; problems: string[] }> {
  const entries = parseTree(await lsTree(git, { commit, directory, signal, mayBeEmpty }))
  if (entries.length === 0 && !mayBeEmpty)
    throw badRequest(field, directory ? `the repository has no folder ${directory}` : 'the repository is empty')
  if (entries.length > archiveLimits.entries) throw badRequest(field, `holds more than ${archiveLimits.entries} files`)
  const problems: string[] = []
  const left: string[] = []
  const files: TreeFile[] = []
  let bytes = 0
  for (const file of entries) {
    const problem = problemOf(file)
    if (problem) {
      left.push(file.path.normalize())
      problems.push(`${file.path.toWellFormed().slice(0, 200)}: ${problem}`)
      continue
    }
    bytes += file.size <= archiveLimits.entryBytes ? file.size : 0
    files.push(file)
  }
  // The same large file in many places counts each time: it is stored once, but read as often.
  if (bytes > archiveLimits.totalBytes * 4)
    throw badRequest(field, `holds more than ${archiveLimits.totalBytes * 4} bytes`)
  return { files, left, problems }
}

async function lsTree(git: Git, { commit, directory, signal, mayBeEmpty }: Listing): Promise<Buffer> {
  try {
    const at = directory === '' ? commit : `${commit}:${directory}`
    return await git.run(['ls-tree', '-r', '-z', '-l', '--full-tree', '--end-of-options', at], {
      signal,
      maxOutput: maxListBytes,
    })
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error
    if (error.said === 'too much output') throw badRequest(field, `holds more than ${archiveLimits.entries} files`)
    if (mayBeEmpty) return Buffer.alloc(0)
    throw badRequest(
      field,
      directory ? `the repository has no folder ${directory}` : 'holds a commit that git cannot read',
    )
  }
}

/** `<mode> <type> <oid> <size>\t<path>\0` of each entry. Names that are not UTF-8 are recognized by their U+FFFD. */
function parseTree(listed: Buffer): TreeFile[] {
  return listed
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const [, mode, oid, size, path] = /^(\d{6}) \w+ ([0-9a-f]{40,64}) +(\d+|-)\t(.+)$/s.exec(line) ?? []
      if (mode === undefined || oid === undefined || path === undefined) return []
      return [{ mode, oid, size: Number(size === '-' ? 0 : size), path }]
    })
}

function problemOf({ mode, path }: TreeFile): string | undefined {
  if (mode === modes.link) return 'is a symbolic link, which is not followed'
  if (mode === modes.submodule) return 'is a submodule, which is not followed'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a name with a control character is a forged one
  if (/[\u0000-\u001f\u007f\\\uFFFD]/.test(path) || path.length > 1024) return 'is not a proper file name'
  const parts = path.split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..' || /^\.git$/i.test(part)))
    return 'has a name that no system should unpack'
  return undefined
}

/** Reads what a commit says of itself. */
export async function readCommit(git: Git, oid: string, signal: AbortSignal): Promise<Commit> {
  const format = ['%H', '%cI', '%an', '%ae', '%ce', '%B'].join('%x00')
  const shown = await git.run(['log', '-1', '--no-show-signature', `--format=${format}`, '--end-of-options', oid], {
    signal,
    maxOutput: 1024 ** 2,
  })
  const [found = oid, at = '', name = '', email = '', committerEmail = '', ...message] = shown
    .toString('utf8')
    .split('\0')
  return {
    oid: found.trim(),
    committedAt: new Date(at).toISOString(),
    author: { name: name.slice(0, 200), email: email.slice(0, 320) },
    committerEmail,
    message: message.join('').replaceAll('\0', '').trim().toWellFormed().slice(0, 4000),
  }
}

/** Returns the first commit that a commit names as its parent, also where only the commit itself was fetched. */
export async function parentOf(git: Git, oid: string, signal: AbortSignal): Promise<string | undefined> {
  const commit = await git.run(['cat-file', 'commit', oid], { signal, maxOutput: 1024 ** 2 })
  const [head = ''] = commit.toString('utf8').split('\n\n', 1)
  return /^parent ([0-9a-f]+)$/m.exec(head)?.[1]
}

/** Returns the paths below a folder that differ between two commits, with Git's name of the file in the first one. */
export async function changedPaths(
  git: Git,
  { from, to, directory, signal }: { from: string; to: string; directory: string; signal: AbortSignal },
): Promise<Map<string, string | undefined>> {
  const below = directory === '' ? [] : ['--', `:(literal,top)${directory}/`]
  const listed = await git.run(
    [
      'diff-tree',
      '-r',
      '-z',
      '--raw',
      '--no-renames',
      '--no-ext-diff',
      '--ignore-submodules=all',
      '--end-of-options',
      from,
      to,
      ...below,
    ],
    { signal, maxOutput: maxListBytes },
  )
  const parts = listed.toString('utf8').split('\0')
  const found = new Map<string, string | undefined>()
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, before] = /^:\d{6} \d{6} ([0-9a-f]+) [0-9a-f]+ [A-Z]/.exec(parts[at] ?? '') ?? []
    const path = (parts[at + 1] ?? '').slice(directory === '' ? 0 : directory.length + 1).normalize()
    if (before !== undefined) found.set(path, /^0+$/.test(before) ? undefined : before)
  }
  return found
}
