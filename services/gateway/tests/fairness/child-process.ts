import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The commands that a process follows, by name. */
type Commands = Record<string, (argument: never) => unknown>

/** A process of the measurement, as the leading process uses it. */
export interface Part<Of extends Commands> {
  ask<Name extends keyof Of & string>(
    name: Name,
    argument: Parameters<Of[Name]>[0],
  ): Promise<Awaited<ReturnType<Of[Name]>>>
  /** Milliseconds of CPU time that the process has used. */
  cpuMs(): Promise<number>
  stop(): void
}

/** Executes commands in a child process until its parent ends. */
export function serve(commands: Commands): void {
  const cpuMs = () => Object.values(process.cpuUsage()).reduce((sum, one) => sum + one) / 1000
  const all: Commands = { ...commands, cpuMs }
  process.on('message', async ({ id, name, argument }: { id: number; name: string; argument: never }) => {
    process.send?.({ id, result: await all[name]?.(argument) })
  })
  process.on('disconnect', () => process.exit())
}

/** Starts one of the files beside this one as a process of its own. */
export async function startPart<Of extends Commands>(file: string): Promise<Part<Of>> {
  const path = fileURLToPath(new URL(file, import.meta.url))
  // The same options as those of the services.
  const execArgv = ['--disable-warning=ExperimentalWarning', '--min-semi-space-size=16']
  const child = fork(path, { execArgv, env: { PATH: process.env.PATH } })
  await once(child, 'spawn')
  const ask = asker(child)
  return {
    ask: ask as Part<Of>['ask'],
    cpuMs: () => ask('cpuMs', undefined) as Promise<number>,
    stop: () => void child.disconnect(),
  }
}

function asker(child: ChildProcess) {
  const waiting = new Map<number, (result: unknown) => void>()
  let last = 0
  child.on('message', ({ id, result }: { id: number; result: unknown }) => {
    waiting.get(id)?.(result)
    waiting.delete(id)
  })
  return (name: string, argument: unknown) =>
    new Promise((resolve, reject) => {
      last += 1
      waiting.set(last, resolve)
      child.send({ id: last, name, argument }, (error) => error && reject(error))
    })
}
