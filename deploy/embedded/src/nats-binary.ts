import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { StartError } from './start-error.ts'

const runtime = resolve(import.meta.dirname, '../../../.runtime')

/**
 * The packages that were tested. Debian's signatures already vouch for all packages that apt fetches, other versions too.
 * The pin also detects a package that was signed with a stolen key.
 */
const pins: Record<string, string> = {
  'nats-server_2.9.10-1+b3_amd64.deb': '9f69ebb6f612e652382fde175622160dcd81fd97f2356f5da80bb5c3f48513dd',
  'nats-server_2.9.10-1+b3_arm64.deb': '7748c8906ffbaf4f08018c61eeeb5f5e57b4f7bd5307415a802450141b0ee8cd',
}

/** Returns path and version of a nats-server: the one on PATH, else one that is fetched once into `.runtime` without root. */
export async function natsBinary(): Promise<{ program: string; version: string }> {
  const cached = join(runtime, 'nats', 'usr', 'sbin', 'nats-server')
  for (const program of ['nats-server', cached]) {
    const version = versionOf(program)
    if (version) return { program, version }
  }
  await fetchDebianPackage()
  return { program: cached, version: versionOf(cached) ?? '' }
}

function versionOf(program: string): string | undefined {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return stdout?.match(/v(\d+\.\d+\.\d+)/)?.[1]
}

/** Fetches the package with apt on separate folders, so that it needs neither root nor the machine's package lists. */
async function fetchDebianPackage(): Promise<void> {
  if (spawnSync('apt-get', ['--version']).status !== 0) throw unavailable('this is neither Debian nor Ubuntu')
  mkdirSync(runtime, { recursive: true })
  const work = mkdtempSync(join(runtime, 'nats-'))
  try {
    const folders = ['lists', 'cache'].map((name) => join(work, name))
    for (const folder of folders) mkdirSync(join(folder, 'partial'), { recursive: true })
    const options = [`Dir::State::Lists=${folders[0]}`, `Dir::Cache=${folders[1]}`, 'Debug::NoLocking=1']
    const apt = options.flatMap((option) => ['-o', option])
    await inFolder(work, 'apt-get', [...apt, 'update'])
    await inFolder(work, 'apt-get', [...apt, 'download', 'nats-server'])
    const archive = readdirSync(work).find((name) => name.endsWith('.deb'))
    if (!archive) throw unavailable('the package lists have none')
    refuseAltered(archive, readFileSync(join(work, archive)))
    await inFolder(work, 'dpkg', ['-x', archive, 'files'])
    const target = join(runtime, 'nats')
    // Two starts may fetch at once: the first to finish wins.
    if (!existsSync(target)) renameSync(join(work, 'files'), target)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function refuseAltered(archive: string, bytes: Buffer): void {
  const pin = pins[decodeURIComponent(archive)]
  if (pin && createHash('sha256').update(bytes).digest('hex') !== pin)
    throw unavailable(`${archive} is not the package we know`)
}

async function inFolder(cwd: string, program: string, args: string[]): Promise<void> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] })
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  if (code === 0) return
  if (/No space left/.test(output)) throw new StartError('The disk is full: free some space and start again.', output)
  throw Object.assign(unavailable(`${program} could not fetch it; is there a network?`), { output })
}

function unavailable(reason: string): StartError {
  return new StartError(`There is no nats-server (${reason}): install it, or set NATS_URL to a server of your own.`)
}
