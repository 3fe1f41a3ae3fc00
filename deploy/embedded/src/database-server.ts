import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startDatabases } from './backends.ts'
import { isRunning, ownProcess } from './end-process.ts'
import { passable } from './postgres-user.ts'
import { clearEarlierStart, Runtime, removeRuntime, writeRuntime } from './runtime-file.ts'
import type { Backends } from './service-environment.ts'
import type { Settings } from './start-settings.ts'
import { supervise } from './supervise.ts'
import type { Terminal } from './terminal.ts'

/** Returns the system that runs on a folder; undefined if none does. */
export function runningSystem(dataFolder: string): Runtime | undefined {
  const file = join(dataFolder, 'runtime.json')
  if (!existsSync(file)) return undefined
  const { data } = Runtime.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  return data && isRunning(data.supervisor.pid, data.supervisor.script) ? data : undefined
}

interface DatabaseServerOptions {
  settings: Settings
  terminal: Terminal
  signal: AbortSignal
}

/**
 * Does `work` while no service runs: with the databases of the settings, and the embedded server for those that these do
 * not name. Refuses while a system runs on the folder; none can start on it meanwhile.
 */
export async function withDatabases<Result>(
  { settings, terminal, signal }: DatabaseServerOptions,
  work: (databaseUrls: Backends['databaseUrls']) => Promise<Result>,
): Promise<Result> {
  mkdirSync(settings.dataFolder, { recursive: true, mode: passable })
  await clearEarlierStart(settings.dataFolder)
  writeRuntime(settings.dataFolder, { supervisor: ownProcess(), publicUrl: settings.publicUrl, services: {} })
  await using running = new AsyncDisposableStack()
  running.defer(() => removeRuntime(settings.dataFolder))
  const urls = await startDatabases(
    settings,
    async (name, start) => {
      const stop = await supervise({ name, start, terminal, onUp: () => undefined })
      running.defer(() => stop())
    },
    terminal,
    signal,
  )
  return await work(urls)
}
