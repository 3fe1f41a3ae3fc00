import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { StartError } from './start-error.ts'

interface Pin {
  /** The place of the file below its origin. */
  path: string
  sha256: string
}

/** Programs of one architecture. Both are of one line, so a stream that one of them has written can be read by the other. */
interface Pins {
  /** The project's own release. */
  release: Pin
  /** The package of Debian's stable release, which lies on every mirror. */
  debian: Pin
}

/** 2.10 syncs each message, and after a full disk goes on by itself; later lines keep a stream closed until a restart. */
export const natsPins: Record<string, Pins> = {
  'linux-x64': {
    release: {
      path: 'v2.10.29/nats-server-v2.10.29-linux-amd64.tar.gz',
      sha256: 'e314da74a83a1d3876db8814c27eb990fe729640fd6452025b441bcede8390da',
    },
    debian: {
      path: 'nats-server_2.10.27-1+b2_amd64.deb',
      sha256: '6d913ac987b78734c08537c2adeb1526cf735f216173a9170d94b185fcfe6f8a',
    },
  },
  'linux-arm64': {
    release: {
      path: 'v2.10.29/nats-server-v2.10.29-linux-arm64.tar.gz',
      sha256: 'da4b27942ecfb4c5f0c54553d2e7f470ddda9d7581cfe8131b351a0e223ed401',
    },
    debian: {
      path: 'nats-server_2.10.27-1+b2_arm64.deb',
      sha256: '0c9a617510b28c1b4fb4a38aabea6ab8cd7f026247f2abdff8b955b2278ce049',
    },
  },
}

const releases = 'https://github.com/nats-io/nats-server/releases/download/'
const answerTimeoutMs = 4000
const downloadTimeoutMs = 60_000

/** The origins of a fetch, for tests. */
export interface FetchOptions {
  /** The address of the releases, with a slash at its end. */
  releases?: string
  pins?: Pins | undefined
}

/**
 * Puts `nats-server` into `folder`, from the first origin that has it: the project's release, Debian's package on the
 * mirrors that apt knows, or the machine's own package of another version. Needs no root. Throws a StartError with the
 * reason of the last failure.
 */
export async function fetchNats(folder: string, signal?: AbortSignal, options: FetchOptions = {}): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true })
  const work = mkdtempSync(`${folder}-`)
  const run = runnerIn(work, signal)
  const pinned = options.pins ?? natsPins[`${process.platform}-${process.arch}`]
  const origins = [
    ...(pinned ? [() => releasedProgram(work, run, pinned.release, options.releases ?? releases, signal)] : []),
    ...(hasApt() && pinned ? [() => pinnedPackage(work, run, pinned.debian)] : []),
    ...(hasApt() ? [() => ownPackage(work, run)] : []),
  ]
  try {
    const program = await firstOf(origins, signal)
    mkdirSync(join(work, 'found'))
    renameSync(program, join(work, 'found', 'nats-server'))
    // Two starts may fetch at once: the first to finish wins.
    if (!existsSync(folder)) renameSync(join(work, 'found'), folder)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

async function firstOf(origins: (() => Promise<string>)[], signal: AbortSignal | undefined): Promise<string> {
  let failure: unknown = unavailable('none is known for this platform')
  for (const origin of origins) {
    try {
      return await origin()
    } catch (error) {
      signal?.throwIfAborted()
      failure = error
    }
  }
  throw failure instanceof StartError ? failure : unavailable('it cannot be fetched; is there a network?')
}

async function releasedProgram(
  work: string,
  run: Run,
  { path, sha256 }: Pin,
  origin: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  await writeFile(join(work, 'release.tar.gz'), refuseAltered(path, sha256, await download(origin + path, signal)))
  mkdirSync(join(work, 'release'))
  await run('tar', ['-xzf', 'release.tar.gz', '-C', 'release', '--strip-components=1'])
  return join(work, 'release', 'nats-server')
}

/** A firewall that answers nothing must not delay the start. */
async function download(url: string, signal: AbortSignal | undefined): Promise<Buffer> {
  const unanswered = new AbortController()
  const timer = setTimeout(() => unanswered.abort(), answerTimeoutMs)
  const ends = [unanswered.signal, AbortSignal.timeout(downloadTimeoutMs), ...(signal ? [signal] : [])]
  const response = await fetch(url, { signal: AbortSignal.any(ends) }).finally(() => clearTimeout(timer))
  if (!response.ok) throw unavailable(`its release is answered ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}

/** Fetches a package that need not be of the machine's own release, without its lists: the pin says more than they do. */
async function pinnedPackage(work: string, run: Run, { path, sha256 }: Pin): Promise<string> {
  for (const mirror of await mirrors(run, aptOptions(work))) {
    const url = `${mirror}/pool/main/n/nats-server/${path}`
    const fetched = await run('/usr/lib/apt/apt-helper', ['download-file', url, 'pinned.deb']).then(
      () => true,
      () => false,
    )
    if (!fetched) continue
    refuseAltered(path, sha256, await readFile(join(work, 'pinned.deb')))
    return unpacked(work, run, 'pinned.deb')
  }
  throw unavailable('no mirror has it')
}

/** The addresses that apt reads package lists from. */
async function mirrors(run: Run, apt: string[]): Promise<string[]> {
  const printed = await run('apt-get', [...apt, 'update', '--print-uris'])
  return [...new Set([...printed.matchAll(/^'(https?:[^']+?)\/dists\//gm)].map(([, mirror = '']) => mirror))]
}

/** Fetches the package of the machine's release, which apt verifies. */
async function ownPackage(work: string, run: Run): Promise<string> {
  const apt = aptOptions(work)
  await run('apt-get', [...apt, 'update'])
  await run('apt-get', [...apt, 'download', 'nats-server'])
  const archive = readdirSync(work).find((name) => name.startsWith('nats-server') && name.endsWith('.deb'))
  if (!archive) throw unavailable('the package lists have none')
  return unpacked(work, run, archive)
}

async function unpacked(work: string, run: Run, archive: string): Promise<string> {
  await run('dpkg', ['-x', archive, 'files'])
  return join(work, 'files', 'usr', 'sbin', 'nats-server')
}

const hasApt = () => spawnSync('apt-get', ['--version']).status === 0

/** Separate folders, so that apt needs neither root nor the machine's package lists. */
function aptOptions(work: string): string[] {
  const folders = ['lists', 'cache'].map((name) => join(work, name))
  for (const folder of folders) mkdirSync(join(folder, 'partial'), { recursive: true })
  const options = [`Dir::State::Lists=${folders[0]}`, `Dir::Cache=${folders[1]}`, 'Debug::NoLocking=1']
  return options.flatMap((option) => ['-o', option])
}

function refuseAltered(name: string, sha256: string, bytes: Buffer): Buffer {
  if (createHash('sha256').update(bytes).digest('hex') === sha256) return bytes
  throw unavailable(`${name} is not the file we know`)
}

type Run = ReturnType<typeof runnerIn>

/** Returns a function that runs a program in `cwd` and returns its output. */
const runnerIn = (cwd: string, signal: AbortSignal | undefined) => async (program: string, args: string[]) => {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], ...(signal && { signal }) })
  const [printed, output, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  if (code === 0) return printed
  if (/No space left/.test(output)) throw new StartError('The disk is full: free some space and start again.', output)
  throw Object.assign(unavailable(`${program} could not fetch it; is there a network?`), { output })
}

function unavailable(reason: string): StartError {
  return new StartError(`There is no nats-server (${reason}): install it, or set NATS_URL to a server of your own.`)
}
