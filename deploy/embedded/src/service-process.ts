import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { StartError } from './errors.ts'
import { reasonOf } from './last-words.ts'
import { end, followingParent } from './process.ts'
import type { Terminal } from './progress.ts'
import { keepLog } from './service-log.ts'
import type { RunningProcess } from './supervise.ts'

interface ServiceOptions {
  name: string
  /** The program to run with Node. */
  script: string
  env: NodeJS.ProcessEnv
  logFolder: string
  terminal: Terminal
  /** Ends a service that is still starting. */
  signal: AbortSignal
}

const drainMs = 15_000
/** Megabytes for new objects from the start: loading makes many, and the collector would take a third of its time. */
const roomToStart = '--min-semi-space-size=16'
/** Answers from a file where modules are: to find them takes a third of a start (docs/adr/0044). */
const resolutions = new URL('../../../libs/kit/src/resolutions.ts', import.meta.url).href

/** Starts a service and resolves when it says over the channel to its parent that it is ready. */
export async function startServiceProcess(options: ServiceOptions): Promise<RunningProcess> {
  const { name, script, env, logFolder, terminal, signal } = options
  signal.throwIfAborted()
  const args = [roomToStart, '--import', resolutions, script]
  const command = followingParent({ program: process.execPath, args }, 'TERM')
  const child = spawn(command.program, command.args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null)
  const words = keepLog(name, join(logFolder, `${name}.log`), streams, terminal)
  const stop = async () => {
    // A request that never ends must not keep the person at the terminal waiting.
    const patience = setTimeout(() => child.kill('SIGKILL'), drainMs)
    await end(child, 'SIGTERM')
    clearTimeout(patience)
  }
  signal.addEventListener('abort', stop)
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('error', (error) => reject(new StartError(`${name} cannot be run: ${error.message}`)))
    child.once('close', () =>
      reject(new StartError(`${name} did not start: ${words.error() || `see ${logFolder}/${name}.log`}`)),
    )
  }).finally(() => signal.removeEventListener('abort', stop))
  return { pid: child.pid ?? 0, ended, reason: () => reasonOf(child, words), stop }
}
