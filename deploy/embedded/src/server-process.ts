import { type ChildProcess, type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setInterval } from 'node:timers/promises'
import { type LastOutput, lastOutput } from './service-log.ts'
import { StartError } from './start-error.ts'

/** A server process of ours, with its error stream to read. */
type Server = ChildProcessByStdio<null, null, Readable>

/** A program, its arguments, and the user that runs it. */
export interface Command {
  program: string
  args: string[]
  /** User and group the process takes (root only). */
  owner?: { uid: number; gid: number }
}

let parentDeathSignals: boolean | undefined

/** True if the kernel of this machine can signal a child whose parent dies (Linux with util-linux). */
function canFollowParent(): boolean {
  parentDeathSignals ??=
    process.platform === 'linux' &&
    spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true'], { stdio: 'ignore' }).status === 0
  return parentDeathSignals
}

/**
 * Returns `command` changed so that its process gets `signal` when this one dies, even by SIGKILL, if the machine supports
 * that.
 */
export function followingParent(command: Command, signal: 'INT' | 'TERM' | 'KILL'): Command {
  if (!canFollowParent()) return command
  return { ...command, program: 'setpriv', args: ['--pdeathsig', signal, '--', command.program, ...command.args] }
}

/**
 * Starts a server in a separate session: a terminal's Ctrl-C must reach only the supervisor, which stops in order.
 */
export function spawnServer({ program, args, owner }: Command): Server {
  return spawn(program, args, { ...owner, detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
}

/**
 * Resolves when a line of the server's error stream contains `marker`. Rejects with a StartError that carries the last
 * lines when the server ends first; when the signal aborts, the server is stopped. The stream is still read afterwards,
 * because a full pipe would block the server. Returns the last output of the server.
 */
export async function waitForLine(server: Server, marker: string, stop: StartStop): Promise<LastOutput> {
  const output = lastOutput()
  const giveUp = () => server.kill(stop.with)
  stop.signal?.addEventListener('abort', giveUp)
  if (stop.signal?.aborted) giveUp()
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: server.stderr }).on('line', (line) => {
      if (line.includes(marker)) resolve()
      output.add(line)
    })
    server.once('error', (error) => reject(new StartError(`${server.spawnfile} cannot be run: ${error.message}`)))
    server.once('close', () => reject(new StartError('the server ended before it was ready', output.text())))
  }).finally(() => stop.signal?.removeEventListener('abort', giveUp))
  return output
}

/** The abort signal of a start, and the process signal that ends a starting server in order. */
interface StartStop {
  signal: AbortSignal | undefined
  with: NodeJS.Signals
}

/**
 * Sends `signal` and resolves when the process and every descendant that inherited its error stream have ended: only then
 * may another server use the folder.
 */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.kill(signal)
  await closed
}

/** Returns the command line of a process, or an empty string if it has ended (or is a zombie). */
function commandLine(pid: number): string {
  if (process.platform !== 'linux') return spawnSync('ps', ['-o', 'args=', '-p', `${pid}`], { encoding: 'utf8' }).stdout
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/** True if process `pid` runs and has `marker` in its command line: the id may belong to another process by now. */
export function isRunning(pid: number, marker: string): boolean {
  return pid > 0 && commandLine(pid).includes(marker)
}

/**
 * Ends a server that an earlier, killed supervisor left behind, and resolves when it has ended. Only a
 * process with `marker` in its command line is touched.
 */
export async function endLeftover(
  pid: number,
  marker: string,
  signal: NodeJS.Signals,
  timeoutMs = 20_000,
): Promise<void> {
  if (!isRunning(pid, marker)) return
  process.kill(pid, signal)
  const deadline = Date.now() + timeoutMs
  // The system has no event for the end of a process that is not a child.
  for await (const _ of setInterval(20)) {
    if (!isRunning(pid, marker)) return
    if (Date.now() > deadline)
      throw new StartError(`process ${pid} of an earlier start does not end: kill it and start again`)
  }
}
