import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bundleProgram } from '@quire/bundle-runtime'
import type { Logger } from '@quire/kit'

/** A program with the arguments before those of `workerd`. */
export interface BundleCommand {
  program: string
  args: string[]
  /** The user that it runs as, if that is another than this process's. */
  uid?: number
}

/** Limits that the kernel holds a process of a bundle to. */
export interface KernelLimits {
  /** Bytes of private memory that it may write to. */
  dataBytes: number
  cpuSeconds: number
}

const folders = ['/usr/bin', '/bin', '/usr/sbin', '/sbin']
/** Sockets of its own and of its fetches; few, and enough for both. */
const maxDescriptors = 128
const stackBytes = 1024 ** 2
const nobody = 65_534

/**
 * Returns the command that runs bundles with limits, which ends with this process; the reason in words if none runs here.
 * A root process runs them as nobody, or where nobody may not read the program, as root without any capability.
 */
export async function findBundleCommand(limits: KernelLimits, log: Logger): Promise<BundleCommand | string> {
  const workerd = bundleProgram()
  if (!workerd)
    return 'the program workerd is not installed: on Linux, npm start installs it if INTEGRATION_BUNDLES is "on" then'
  const [prlimit, setpriv] = [find('prlimit'), find('setpriv')]
  if (!prlimit || !setpriv) return 'prlimit and setpriv of util-linux are not installed'
  const bounds = [
    ...[`--data=${limits.dataBytes}`, `--cpu=${limits.cpuSeconds}`, `--nofile=${maxDescriptors}`],
    ...[`--stack=${stackBytes}`, '--core=0', '--fsize=0'],
  ]
  const commandWith = (privileges: string[], uid?: number): BundleCommand => ({
    program: prlimit,
    args: [...bounds, setpriv, '--pdeathsig', 'KILL', '--no-new-privs', ...privileges, workerd],
    ...(uid !== undefined && { uid }),
  })
  const none = ['--inh-caps=-all', '--bounding-set=-all']
  const candidates =
    process.getuid?.() === 0
      ? [commandWith([...none, `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'], nobody), commandWith(none)]
      : [commandWith([])]
  let problem = ''
  for (const candidate of candidates) {
    try {
      await promisify(execFile)(candidate.program, [...candidate.args, '--version'], { env: {}, cwd: '/' })
      return candidate
    } catch (error) {
      problem = String((error as { stderr?: string }).stderr || error).trim()
      log.warn({ err: error, user: candidate.uid }, 'the program of bundles cannot be run so')
    }
  }
  return `the program workerd cannot be run: ${problem.slice(0, 200)}`
}

function find(name: string): string | undefined {
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
