import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { end, killedWithinMs, stopWithinMs } from './end-process.ts'
import { followingParent } from './server-process.ts'
import { captureLog, reasonOf } from './service-log.ts'
import { StartError } from './start-error.ts'
import type { RunningProcess } from './supervise.ts'
import type { Terminal } from './terminal.ts'

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

/** A larger heap for new objects from the start: loading creates many, and garbage collection would take a third of its time. */
const youngHeapOption = '--min-semi-space-size=16'
/** Resolves modules from a cache file: resolving them otherwise takes a third of a start (docs/adr/0037). */
const resolutions = new URL('../../../libs/kit/src/resolutions.ts', import.meta.url).href

/** Starts a service and resolves when it reports over the channel to its parent that it is ready. */
export async function startServiceProcess(options: ServiceOptions): Promise<RunningProcess> {
  const { name, script, env, logFolder, terminal, signal } = options
  signal.throwIfAborted()
  const args = [youngHeapOption, '--import', resolutions, script]
  const command = followingParent({ program: process.execPath, args }, 'TERM')
  const child = spawn(command.program, command.args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null)
  const output = captureLog(name, join(logFolder, `${name}.log`), streams, terminal)
  // A request that never ends must not delay the person at the terminal.
  const stop = (withinMs = stopWithinMs) => end(child, [{ signal: 'SIGTERM', withinMs: withinMs - killedWithinMs }])
  const giveUp = () => void stop()
  signal.addEventListener('abort', giveUp)
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('error', (error) => reject(new StartError(`${name} cannot be run: ${error.message}`)))
    child.once('close', () =>
      reject(new StartError(`${name} did not start: ${output.error() || `see ${logFolder}/${name}.log`}`)),
    )
  }).finally(() => signal.removeEventListener('abort', giveUp))
  return { pid: child.pid ?? 0, ended, reason: () => reasonOf(child, output), stop }
}
