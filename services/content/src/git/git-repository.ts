import { type OutboundAllow, openForwardProxy, Refusal } from '@quire/kit'
import type { Disk } from '../storage/files/disk.ts'
import { folderBytes, type GitFolders } from './git-folders.ts'
import type { GitRemote } from './git-remote.ts'
import { type FindLfsAccess, lfsAccessOverHttp, lfsAccessOverSsh } from './lfs-access.ts'
import { type Git, GitFailure, openGit } from './run-git.ts'
import { openSshFiles, type SshKeys } from './ssh-files.ts'

/** How git operations of this process run. */
export interface GitNeeds {
  folders: GitFolders
  /** OUTBOUND_ALLOW. */
  allow: OutboundAllow
  /** Bytes that a server may send, and that a repository may take on the disk. */
  maxBytes: number
  disk: Disk
}

interface Opening {
  remote: GitRemote
  /** Names the repository among those retained; the caller makes sure that no other space has it. Without it, none is. */
  cacheKey?: string
  ssh?: SshKeys | undefined
  signal: AbortSignal
}

/** A local copy of a remote repository, without a working tree, for one run. */
export interface Repository extends AsyncDisposable {
  git: Git
  /** Asks for the commit of a branch; undefined if the server has no such branch. */
  head(ref: string): Promise<string | undefined>
  /** Fetches one state of a ref; undefined if the server has no such ref. Throws 409 if the server cannot be read. */
  fetch(ref: string): Promise<string | undefined>
  /** Makes a commit available, fetching it if need be; false if the server does not give it. */
  has(commit: string): Promise<boolean>
  /** Pushes a commit; false if the ref has moved meanwhile, and nothing was changed. */
  push(commit: string, ref: string): Promise<boolean>
  /** Finds where the server offers Git LFS. */
  lfs: FindLfsAccess
  /** The server's SSH keys after the last connection. */
  knownHosts(): Promise<string>
  /** Retains the repository for the next run. */
  keep(): void
}

/** Time for one conversation with a server. */
const networkMs = 30 * 60_000
const watchEveryMs = 500
const fetched = 'refs/quire/fetched'

/** Opens a repository behind a proxy of its own, which lets it reach what the service may reach. */
export async function openRepository(needs: GitNeeds, { remote, cacheKey, ssh, signal }: Opening): Promise<Repository> {
  await using opened = new AsyncDisposableStack()
  const folder = opened.use(await needs.folders.take(cacheKey))
  const proxy = opened.use(await openForwardProxy({ allow: needs.allow, maxBytes: needs.maxBytes }))
  const sshFiles = remote.transport === 'ssh' && ssh ? await openSshFiles(folder.home, ssh) : undefined
  const terms = { folder: folder.repository, home: folder.home }
  const git = await openGit(terms)
  const outside = await openGit({ ...terms, remote, ssh: sshFiles, proxy })
  if (folder.isNew) await git.run(['init', '--quiet', '--bare', '--template='], { signal })

  /** Talks to the server; `expected` are failures that the caller understands. */
  async function talk<Expected>(
    args: string[],
    expected: (said: string) => Expected | undefined,
  ): Promise<Expected | Buffer> {
    if (!(await needs.disk.isFree())) await needs.folders.forget()
    await needs.disk.requireRoom({ temporary: 0, stored: 0 })
    const late = AbortSignal.timeout(networkMs)
    const full = new AbortController()
    const timer = setInterval(() => {
      void folderBytes(folder.repository).then((bytes) => bytes > needs.maxBytes && full.abort())
      void needs.disk.isFree().then((isFree) => isFree || full.abort())
    }, watchEveryMs)
    try {
      return await outside.run(args, { signal: AbortSignal.any([signal, late, full.signal]) })
    } catch (error) {
      signal.throwIfAborted()
      if (full.signal.aborted || proxy.refusal() === 'size') throw refused(`is larger than ${needs.maxBytes} bytes`)
      if (late.aborted) throw refused(`did not answer within ${networkMs / 60_000} minutes`)
      if (!(error instanceof GitFailure)) throw error
      const known = expected(error.said)
      if (known !== undefined) return known
      throw refused(proxy.refusal() === 'address' ? notPublic : problemOf(error.said))
    } finally {
      clearInterval(timer)
    }
  }

  const commitAt = async (name: string) => {
    try {
      return (await git.run(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`], { signal }))
        .toString()
        .trim()
    } catch (error) {
      if (error instanceof GitFailure) return undefined
      throw error
    }
  }
  const fetchArgs = [
    ...['fetch', '--quiet', '--depth=1', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules'],
    ...['--no-auto-maintenance', '--force', '--end-of-options', remote.url],
  ]
  const all = opened.move()
  return {
    git,
    async fetch(ref) {
      const missing = await talk([...fetchArgs, `+${ref}:${fetched}`], (said) => noSuchRef.test(said) || undefined)
      if (missing === true) return undefined
      const commit = await commitAt(fetched)
      if (commit === undefined) throw refused('has something else than a commit at this ref')
      return commit
    },
    async head(ref) {
      const listed = await talk(['ls-remote', '--quiet', '--end-of-options', remote.url, ref], () => undefined)
      const line = String(listed ?? '')
        .split('\n')
        .find((one) => one.endsWith(`\t${ref}`))
      return line?.split('\t')[0]
    },
    async has(commit) {
      if ((await commitAt(commit)) === commit) return true
      const failed = await talk([...fetchArgs, `+${commit}:refs/quire/base`], () => true as const)
      return failed !== true && (await commitAt(commit)) === commit
    },
    async push(commit, ref) {
      const args = ['push', '--quiet', '--no-verify', '--no-recurse-submodules', '--end-of-options', remote.url]
      const moved = await talk([...args, `${commit}:${ref}`], (said) => {
        // Credentials that have just read the repository are good: they may not write.
        if (/HTTP code 403|error: 403/i.test(said)) throw refused(takesNoPush)
        return hasMoved.test(said) || undefined
      })
      if (moved !== true) await git.run(['update-ref', fetched, commit], { signal })
      return moved !== true
    },
    lfs: remote.transport === 'ssh' ? lfsAccessOverSsh(outside, remote, signal) : lfsAccessOverHttp(remote),
    knownHosts: async () => (await sshFiles?.knownHosts()) ?? '',
    keep: folder.keep,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

const refused = (problem: string) => new Refusal(409, `The Git repository ${problem}.`)

const notPublic = 'leads to an address that is not public, which this server does not connect to'
const noSuchRef = /couldn't find remote ref/i
const hasMoved = /\[rejected\]|fetch first|non-fast-forward|cannot lock ref|stale info|failed to update ref/i

/** The problem of a repository that the credentials may only read, or of a ref that is protected. */
export const takesNoPush = 'does not accept a push to this ref'

/** The words of git and of the server are never repeated: they say what they want. */
const problems: readonly (readonly [RegExp, string])[] = [
  [
    /pre-receive hook|\[remote rejected\]|protected branch|denied to|write access|marked as read.only|not allowed to push/i,
    takesNoPush,
  ],
  [
    /authentication failed|could not read (?:username|password)|permission denied|HTTP code 40[13]|error: 40[13]/i,
    'does not accept the credentials, or does not exist',
  ],
  [
    /not found|does not exist|HTTP code 404|does not appear to be a git repository/i,
    'does not exist, or needs credentials',
  ],
  [
    /host key verification failed|REMOTE HOST IDENTIFICATION HAS CHANGED/i,
    'has another SSH host key than before: set up the synchronization again if that is right',
  ],
  [/certificate|SSL/i, 'has a certificate that is not trusted'],
  [/could not resolve|proxy|timed? ?out|connection|recv failure|early EOF|hung up/i, 'cannot be reached'],
  [/unable to update url base from redirection/i, 'redirects to another place'],
]

const problemOf = (said: string): string =>
  problems.find(([pattern]) => pattern.test(said))?.[1] ?? 'could not be read: git does not understand the server'
