import { newId } from '@quire/kit'
import type { Change } from './compare-tree.ts'
import { type CommitPerson, personLine } from './people.ts'
import type { Git } from './run-git.ts'

interface NewCommit {
  parent: string | undefined
  /** The folder of the project; empty for the root. */
  directory: string
  changes: readonly Change[]
  message: string
  /** The first one is the author, the others are named in the message. */
  people: readonly CommitPerson[]
  committer: CommitPerson
  at: Date
  signal: AbortSignal
}

/**
 * Makes a commit with these changes on top of its parent, and returns its name. One process of `git fast-import` reads
 * all of it, so that nothing is written beside the objects, and no path is ever one of the disk.
 */
export async function makeCommit(git: Git, commit: NewCommit): Promise<string> {
  const ref = `refs/quire/made/${newId()}`
  const { signal } = commit
  await git.run(['fast-import', '--quiet', '--done', '--force', '--date-format=raw'], {
    input: instructions(ref, commit),
    signal,
  })
  const made = await git.run(['rev-parse', '--verify', '--end-of-options', ref], { signal })
  await git.run(['update-ref', '-d', ref], { signal })
  return made.toString().trim()
}

async function* instructions(ref: string, commit: NewCommit): AsyncGenerator<Buffer> {
  const { parent, directory, changes, people, committer, at } = commit
  const lineOf = (one: CommitPerson) => personLine(one, { ...committer, name: 'Somebody' })
  const when = `${Math.floor(at.getTime() / 1000)} +0000`
  const [author = committer, ...others] = people
  const trailers = others.map((one) => `Co-authored-by: ${lineOf(one)}`).join('\n')
  const message = Buffer.from(`${commit.message.replaceAll('\0', '').trim()}\n${trailers && `\n${trailers}\n`}`)
  yield Buffer.from(`commit ${ref}\nauthor ${lineOf(author)} ${when}\ncommitter ${lineOf(committer)} ${when}\n`)
  yield dataOf(message)
  if (parent !== undefined) yield Buffer.from(`from ${parent}\n`)
  // Removals first: a file may take the place of a folder.
  for (const { path, read } of changes) if (!read) yield Buffer.from(`D ${quoted(directory, path)}\n`)
  for (const { path, mode, read } of changes) {
    if (!read) continue
    yield Buffer.from(`M ${mode} inline ${quoted(directory, path)}\n`)
    yield dataOf(await read())
  }
  yield Buffer.from('done\n')
}

const dataOf = (bytes: Buffer) => Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n')])

/** A path in the quotes of C, in which only these signs have a meaning. */
function quoted(directory: string, path: string): string {
  const whole = directory === '' ? path : `${directory}/${path}`
  return `"${whole.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`
}
