import { mkdir } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { conflict } from '@quire/kit'
import { type ConnectionTerms, configured, connectionOf, settings } from './git-connection.ts'
import type { GitRemote } from './git-remote.ts'

/** What one call of git gets besides its arguments. */
interface GitCall {
  input?: string | Uint8Array | AsyncIterable<Uint8Array>
  /** Bytes of output; more end the call. */
  maxOutput?: number
  signal: AbortSignal
}

export interface Git {
  /** Runs git in the repository and returns its output. Throws GitFailure if it fails. */
  run(args: readonly string[], call: GitCall): Promise<Buffer>
  /** Runs a program of an SSH server, for a remote that is reached over SSH; as `run` does. */
  runThere(command: string, call: GitCall): Promise<Buffer>
  /** Starts git with pipes to it, for many questions to one process. */
  start(args: readonly string[], signal: AbortSignal): Promise<RunningGit>
}

interface RunningGit {
  ask: (line: string) => void
  output: Readable
  stop: () => void
}

interface GitTerms extends ConnectionTerms {
  /** The bare repository. */
  folder: string
  remote?: GitRemote
}

/** Git ended with an error. `said` is for finding out why, never for people: it may hold words of the server. */
export class GitFailure extends Error {
  override readonly name = 'GitFailure'
  readonly said: string
  constructor(command: string, said: string) {
    super(`${command} failed`)
    this.said = said
  }
}

const megabyte = 1024 ** 2
const defaultOutput = 64 * megabyte
/** Address space of one process, in KiB: a hostile pack can ask for any amount of memory. */
const maxMemoryKiB = 4 * 1024 ** 2
const killAfterMs = 2000

/**
 * Opens the git program for one repository. The environment holds nothing of the service's own but PATH; credentials come
 * by it, for the remote's host alone, and never stand among the arguments. execa feeds and reads processes, ends them with
 * their group and bounds their output; simple-git cannot write to the process, which reading thousands of files needs,
 * and refuses the settings above.
 */
export async function openGit({ folder, home, remote, ssh, proxy }: GitTerms): Promise<Git> {
  await mkdir(home, { recursive: true, mode: 0o700 })
  const { execa } = await import('execa')
  const env = {
    PATH: process.env.PATH ?? '/usr/bin:/bin',
    HOME: home,
    XDG_CONFIG_HOME: home,
    TMPDIR: home,
    LC_ALL: 'C',
    GIT_DIR: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_PROTOCOL_FROM_USER: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_ALLOW_PROTOCOL: remote?.transport ?? '',
    ...(remote ? await connectionOf(remote, { home, ssh, proxy }) : configured(settings)),
  }
  const start = (words: readonly string[], options: object) =>
    execa('sh', ['-c', limited, 'sh', ...words], {
      cwd: home,
      env,
      extendEnv: false,
      // Its children, which speak to the server, end with it.
      detached: true,
      forceKillAfterDelay: killAfterMs,
      stripFinalNewline: false,
      reject: false,
      ...options,
    })
  const endGroup = (pid: number | undefined, signal: AbortSignal) => {
    const end = () => {
      try {
        if (pid !== undefined) process.kill(-pid, 'SIGKILL')
      } catch {
        // It has ended.
      }
    }
    signal.addEventListener('abort', end, { once: true })
    return { end, release: () => signal.removeEventListener('abort', end) }
  }
  async function finish(words: readonly string[], { input, maxOutput = defaultOutput, signal }: GitCall) {
    signal.throwIfAborted()
    const running = start(words, {
      encoding: 'buffer',
      maxBuffer: { stdout: maxOutput, stderr: megabyte },
      ...(input === undefined
        ? { stdin: 'ignore' }
        : typeof input === 'object' && Symbol.asyncIterator in input
          ? { stdin: input }
          : { input }),
    })
    const group = endGroup(running.pid, signal)
    const result = await running.finally(group.release)
    group.end()
    signal.throwIfAborted()
    const said = Buffer.from((result.stderr as unknown as Uint8Array) ?? '').toString('utf8')
    if (result.isMaxBuffer) throw new GitFailure(words.slice(0, 2).join(' '), 'too much output')
    if (result.failed) throw new GitFailure(words.slice(0, 2).join(' '), said || String(result.code ?? ''))
    return Buffer.from(result.stdout as unknown as Uint8Array)
  }
  return {
    run: (args, call) => finish(['git', ...args], call),
    async runThere(command, call) {
      if (remote?.transport !== 'ssh') throw new Error('only a remote of SSH runs programs')
      return finish([...sshWords(remote), command], call)
    },
    async start(args, signal) {
      const running = start(['git', ...args], {
        stdin: 'pipe',
        stdout: 'pipe',
        stderr: 'ignore',
        buffer: false,
        encoding: 'buffer',
      })
      const group = endGroup(running.pid, signal)
      running.stdin?.on('error', () => group.end())
      running.finally(group.release).catch(() => undefined)
      if (!running.stdout) throw new Error('git has no output')
      return { ask: (line) => void running.stdin?.write(line), output: running.stdout as Readable, stop: group.end }
    },
  }
}

/** Bounds memory where the shell can, and becomes git, so that the process is git's own. */
const limited = `ulimit -v ${maxMemoryKiB} 2>/dev/null; ulimit -c 0 2>/dev/null; exec "$@"`

/** The words of `ssh` that lead to the server of a remote, with the options of GIT_SSH_COMMAND. */
function sshWords({ url }: GitRemote): string[] {
  const { username, hostname, port } = new URL(url)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return ['sh', '-c', 'eval "exec $GIT_SSH_COMMAND \\"\\$@\\""', 'ssh', '-p', port || '22', '-l', username, '--', host]
}

/** The PATH by which git was found last: another one may lead to none. */
let foundBy: string | undefined

/** Throws 409 if this server has no git program. */
export async function requireGit(): Promise<void> {
  const { PATH = '' } = process.env
  if (foundBy === PATH) return
  const { execa } = await import('execa')
  try {
    await execa('git', ['--version'])
  } catch {
    throw conflict('This server has no git program: its operator has to install git.')
  }
  foundBy = PATH
}
