import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { StartError } from './errors.ts'
import { end, followingParent } from './process.ts'
import type { Terminal } from './progress.ts'
import { keepLog } from './service-log.ts'
import type { Running } from './supervise.ts'

export interface ServiceOptions {
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

/** Starts a service and resolves when it says over the channel to its parent that it is ready. */
export async function startServiceProcess(options: ServiceOptions): Promise<Running> {
  const { name, script, env, logFolder, terminal, signal } = options
  signal.throwIfAborted()
  const command = followingParent({ program: process.execPath, args: [script] }, 'TERM')
  const child = spawn(command.program, command.args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null)
  const last = lastLine(streams)
  keepLog(name, join(logFolder, `${name}.log`), streams, terminal)
  const giveUp = () => child.kill('SIGTERM')
  signal.addEventListener('abort', giveUp)
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('error', (error) => reject(new StartError(`${name} cannot be run: ${error.message}`)))
    child.once('close', () =>
      reject(new StartError(`${name} did not start: ${last() || `see ${logFolder}/${name}.log`}`)),
    )
  }).finally(() => signal.removeEventListener('abort', giveUp))
  const stop = async () => {
    // A request that never ends must not keep the person at the terminal waiting.
    const patience = setTimeout(() => child.kill('SIGKILL'), drainMs)
    await end(child, 'SIGTERM')
    clearTimeout(patience)
  }
  return { pid: child.pid ?? 0, ended, stop }
}

/** What the service said last, on either stream: why it ended, when it ended early; of a stack, its head. */
function lastLine(streams: Readable[]): () => string {
  let tail = ''
  for (const stream of streams) {
    stream.on('data', (chunk) => {
      tail = (tail + chunk).slice(-2000)
    })
  }
  return () => {
    const lines = tail.trim().split('\n')
    return lines.findLast((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1) ?? ''
  }
}
