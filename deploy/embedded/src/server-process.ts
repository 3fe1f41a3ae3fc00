import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { openLog } from './log-file.ts'
import { type LastOutput, lastOutput } from './service-log.ts'
import { StartError } from './start-error.ts'
import type { Terminal } from './terminal.ts'

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

/** The file that a server's error stream is kept in, and the terminal that is told if that fails. */
export interface ServerLog {
  file: string
  terminal: Terminal
}

interface StartWatch {
  /** Ends the starting server when it aborts. */
  signal: AbortSignal | undefined
  end: () => Promise<void>
  log: ServerLog | undefined
}

/**
 * Resolves when a line of the server's error stream contains `marker`. Rejects with a StartError that carries the last
 * lines when the server ends first. The stream is still read afterwards, because a full pipe would block the server.
 * Returns the last output of the server.
 */
export async function waitForLine(server: Server, marker: string, watch: StartWatch): Promise<LastOutput> {
  const output = lastOutput()
  const log = watch.log && openLog(server.spawnfile, watch.log.file, watch.log.terminal)
  const giveUp = () => void watch.end()
  watch.signal?.addEventListener('abort', giveUp)
  if (watch.signal?.aborted) giveUp()
  await new Promise<void>((resolve, reject) => {
    const lines = createInterface({ input: server.stderr }).on('line', (line) => {
      if (line.includes(marker)) resolve()
      output.add(line)
      log?.write(line)
    })
    lines.once('close', () => log?.end())
    server.once('error', (error) => reject(new StartError(`${server.spawnfile} cannot be run: ${error.message}`)))
    server.once('close', () => reject(new StartError('the server ended before it was ready', output.text())))
  }).finally(() => watch.signal?.removeEventListener('abort', giveUp))
  return output
}
