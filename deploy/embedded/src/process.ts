import { type ChildProcess, type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setInterval } from 'node:timers/promises'
import { StartError } from './errors.ts'
import { type LastWords, lastWords } from './last-words.ts'

/** A server process of ours, with its error stream to read. */
type Server = ChildProcessByStdio<null, null, Readable>

/** A program, its arguments, and the words before it that change how it runs. */
export interface Command {
  program: string
  args: string[]
  /** User and group the process takes (root only). */
  owner?: { uid: number; gid: number }
}

let parentDeathSignals: boolean | undefined

/** Whether this machine can have the kernel signal a child whose parent dies (Linux with util-linux). */
function canFollowParent(): boolean {
  parentDeathSignals ??=
    process.platform === 'linux' &&
    spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true'], { stdio: 'ignore' }).status === 0
  return parentDeathSignals
}

/**
 * Returns `command` changed so that its process gets `signal` when this one dies, even by SIGKILL, where that is
 * possible.
 */
export function followingParent(command: Command, signal: 'INT' | 'TERM' | 'KILL'): Command {
  if (!canFollowParent()) return command
  return { ...command, program: 'setpriv', args: ['--pdeathsig', signal, '--', command.program, ...command.args] }
}

/**
 * Starts a server in a session of its own: a terminal's Ctrl-C must reach the supervisor only, which stops in order.
 */
export function spawnServer({ program, args, owner }: Command): Server {
  return spawn(program, args, { ...owner, detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
}

/**
 * Resolves when a line of the server's error stream contains `mark`. Rejects with a StartError that carries the last
 * lines when the server ends first; when the signal aborts, the server is told to end. It goes on reading afterwards,
 * since a full pipe would stop the server. Answers what the server says.
 */
export async function waitForLine(server: Server, mark: string, stop: StartStop): Promise<LastWords> {
  const words = lastWords()
  const giveUp = () => server.kill(stop.with)
  stop.signal?.addEventListener('abort', giveUp)
  if (stop.signal?.aborted) giveUp()
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: server.stderr }).on('line', (line) => {
      if (line.includes(mark)) resolve()
      words.add(line)
    })
    server.once('error', (error) => reject(new StartError(`${server.spawnfile} cannot be run: ${error.message}`)))
    server.once('close', () => reject(new StartError('the server ended before it was ready', words.text())))
  }).finally(() => stop.signal?.removeEventListener('abort', giveUp))
  return words
}

/** The signal that a server which is starting is no longer wanted, and the process signal that ends it in order. */
interface StartStop {
  signal: AbortSignal | undefined
  with: NodeJS.Signals
}

/**
 * Sends `signal` and resolves when the process and every descendant that inherited its error stream are gone: only
 * then may another server take the folder.
 */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.kill(signal)
  await closed
}

/** The command line of a process, or an empty string where it is gone (or a zombie). */
function commandLine(pid: number): string {
  if (process.platform !== 'linux') return spawnSync('ps', ['-o', 'args=', '-p', `${pid}`], { encoding: 'utf8' }).stdout
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/** Whether process `pid` runs and has `mark` in its command line: the id may belong to another process by now. */
export function isRunning(pid: number, mark: string): boolean {
  return pid > 0 && commandLine(pid).includes(mark)
}

/**
 * Ends a server that an earlier, killed supervisor left behind, and resolves when it is gone. Only a
 * process with `mark` in its command line is touched.
 */
export async function endLeftover(
  pid: number,
  mark: string,
  signal: NodeJS.Signals,
  timeoutMs = 20_000,
): Promise<void> {
  if (!isRunning(pid, mark)) return
  process.kill(pid, signal)
  const deadline = Date.now() + timeoutMs
  // The system offers no event for the end of a process that is not our child.
  for await (const _ of setInterval(20)) {
    if (!isRunning(pid, mark)) return
    if (Date.now() > deadline)
      throw new StartError(`process ${pid} of an earlier start does not end: kill it and start again`)
  }
}
