import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivate } from '@quire/secrets'
import { environmentOfProcess } from '@quire/secrets/environment-of-process'
import { z } from 'zod'
import { endLeftover, isRunning, stopWithinMs } from './end-process.ts'
import { StartError } from './start-error.ts'

/** The processes and addresses of the running system: `runtime.json` in DATA_DIR exists while it runs, readable by its owner only. */
export const Runtime = z.object({
  supervisor: z.object({ pid: z.number(), script: z.string() }),
  publicUrl: z.string(),
  services: z.record(
    z.string(),
    z.object({ pid: z.number(), script: z.string(), env: z.record(z.string(), z.string()) }),
  ),
})
export type Runtime = z.infer<typeof Runtime>

export function writeRuntime(dataFolder: string, runtime: Runtime): void {
  writePrivate(pathIn(dataFolder), JSON.stringify(runtime, undefined, 2))
}

export function removeRuntime(dataFolder: string): void {
  rmSync(pathIn(dataFolder), { force: true })
}

/**
 * Returns the environment with which a service of a running system was started. Where the system does not let it be read, it
 * is what the file has of it, added to `env`.
 */
export function environmentOfService(
  service: Runtime['services'][string] | undefined,
  env: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  return environmentOfProcess(service?.pid) ?? { ...env, ...service?.env }
}

/**
 * Claims the folder: refuses while another supervisor runs on it, and ends services that a killed one left behind.
 */
export async function clearEarlierStart(dataFolder: string): Promise<void> {
  const file = pathIn(dataFolder)
  if (!existsSync(file)) return
  const earlier = Runtime.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
  if (!earlier) return
  const { pid, script } = earlier.supervisor
  if (pid !== process.pid && isRunning(pid, script)) {
    throw new StartError(
      `Quire already runs on ${dataFolder} (process ${pid}): stop that one, or choose another DATA_DIR.`,
    )
  }
  await Promise.all(Object.values(earlier.services).map((one) => endLeftover(one.pid, one.script, [term])))
  removeRuntime(dataFolder)
}

const term = { signal: 'SIGTERM', withinMs: stopWithinMs } as const

function pathIn(dataFolder: string): string {
  return join(dataFolder, 'runtime.json')
}
