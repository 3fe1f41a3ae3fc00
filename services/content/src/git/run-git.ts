import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { getCACertificates } from 'node:tls'
import { conflict, type ForwardProxy, Refusal } from '@quire/kit'
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
  /** Starts git with pipes to it, for many questions to one process. */
  start(args: readonly string[], signal: AbortSignal): Promise<RunningGit>
}

interface RunningGit {
  ask: (line: string) => void
  output: Readable
  stop: () => void
}

interface GitTerms {
  /** The bare repository. */
  folder: string
  /** A folder of this run alone, git's home. */
  home: string
  remote?: GitRemote
  /** The private key of SSH, in the form of OpenSSH, and the server's keys that are known. */
  ssh?: { keyFile: string; knownHostsFile: string; isStrict: boolean } | undefined
  proxy?: ForwardProxy
}

/** Git ended with an error. `said` is for finding out why, never for people: it may hold words of the server. */
export class GitFailure extends Error {
  override readonly name = 'GitFailure'
  readonly said: string
  constructor(command: string, said: string) {
    super(`git ${command} failed`)
    this.said = said
  }
}

const megabyte = 1024 ** 2
const defaultOutput = 64 * megabyte
/** Address space of one process, in KiB: a hostile pack can ask for any amount of memory. */
const maxMemoryKiB = 4 * 1024 ** 2
const killAfterMs = 2000

/**
 * Settings that hold for every call, before those of the connection: no hooks, no helpers, no maintenance, nothing that
 * follows what a repository says.
 */
const settings: readonly (readonly [string, string])[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.attributesFile', '/dev/null'],
  ['core.bigFileThreshold', '16m'],
  ['core.packedGitLimit', '256m'],
  ['pack.threads', '1'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['transfer.unpackLimit', '1'],
  ['fetch.unpackLimit', '1'],
  ['commit.gpgSign', 'false'],
  ['protocol.version', '2'],
  ['http.followRedirects', 'initial'],
  ['http.proxyAuthMethod', 'basic'],
  ['http.lowSpeedLimit', '100'],
  ['http.lowSpeedTime', '60'],
  ['http.userAgent', 'Quire'],
]

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
  const start = (args: readonly string[], options: object) =>
    execa('sh', ['-c', limited, 'sh', 'git', ...args], {
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
  return {
    async run(args, { input, maxOutput = defaultOutput, signal }) {
      signal.throwIfAborted()
      const running = start(args, {
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
      if (result.isMaxBuffer) throw new GitFailure(args[0] ?? '', 'too much output')
      if (result.failed) throw new GitFailure(args[0] ?? '', said || String(result.code ?? ''))
      return Buffer.from(result.stdout as unknown as Uint8Array)
    },
    async start(args, signal) {
      const running = start(args, {
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

async function connectionOf(
  { url, transport, credentials }: GitRemote,
  { home, ssh, proxy }: Pick<GitTerms, 'home' | 'ssh' | 'proxy'>,
): Promise<Record<string, string>> {
  if (!proxy) throw new Error('git connects through a proxy only')
  const config = [...settings, ['protocol.allow', 'never'] as const, [`protocol.${transport}.allow`, 'always'] as const]
  if (transport === 'ssh') return { ...configured(config), ...sshWith(ssh, proxy) }
  config.push(['http.proxy', proxy.url], ['http.sslCAInfo', await certificatesIn(home)])
  if (credentials) config.push([`credential.${new URL(url).origin}.helper`, helper])
  return {
    ...configured(config),
    ...(credentials && { QUIRE_GIT_USERNAME: credentials.username, QUIRE_GIT_PASSWORD: credentials.password }),
  }
}

/** Answers with the credentials of the environment; git asks it for the remote's host alone. */
const helper = `!f() { test "$1" = get && printf 'username=%s\\npassword=%s\\n' "$QUIRE_GIT_USERNAME" "$QUIRE_GIT_PASSWORD"; }; f`

const configured = (config: readonly (readonly [string, string])[]) =>
  Object.fromEntries([
    ['GIT_CONFIG_COUNT', String(config.length)],
    ...config.flatMap(([key, value], at) => [
      [`GIT_CONFIG_KEY_${at}`, key],
      [`GIT_CONFIG_VALUE_${at}`, value],
    ]),
  ])

const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

function sshWith(ssh: GitTerms['ssh'], proxy: ForwardProxy): Record<string, string> {
  if (!ssh)
    throw conflict('The space has no key for SSH: set up its synchronization, and add the key to the repository.')
  const through = [process.execPath, join(import.meta.dirname, 'connect-through-proxy.ts')].map(quoted).join(' ')
  const options = {
    ...{ BatchMode: 'yes', IdentitiesOnly: 'yes', IdentityAgent: 'none', ForwardAgent: 'no', PermitLocalCommand: 'no' },
    ...{ ClearAllForwardings: 'yes', ControlMaster: 'no', ControlPath: 'none', ConnectTimeout: '30' },
    ...{ ServerAliveInterval: '20', ServerAliveCountMax: '3' },
    UserKnownHostsFile: ssh.knownHostsFile,
    GlobalKnownHostsFile: '/dev/null',
    StrictHostKeyChecking: ssh.isStrict ? 'yes' : 'accept-new',
    ProxyCommand: `${through} %h %p`,
  }
  const given = Object.entries(options).map(([name, value]) => `-o ${quoted(`${name}=${value}`)}`)
  return {
    GIT_SSH_COMMAND: `ssh -F /dev/null -i ${quoted(ssh.keyFile)} ${given.join(' ')}`,
    GIT_SSH_VARIANT: 'ssh',
    QUIRE_GIT_PROXY: proxy.url,
  }
}

/** Writes the authorities that the service's other fetches trust too, NODE_EXTRA_CA_CERTS included. */
async function certificatesIn(home: string): Promise<string> {
  const file = join(home, 'authorities.pem')
  await writeFile(file, getCACertificates('default').join('\n'))
  return file
}

let version: Promise<string> | undefined

/** Throws 409 if this server has no git program. */
export async function requireGit(): Promise<void> {
  const { execa } = await import('execa')
  version ??= execa('git', ['--version']).then(({ stdout }) => stdout)
  try {
    await version
  } catch {
    version = undefined
    throw new Refusal(409, 'This server has no git program: its operator has to install git.')
  }
}
