import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { fetchNats } from './fetch-nats.ts'

/** Holds the fetched program. Its name changes with the wanted release, so that a new one is fetched. */
const folder = resolve(import.meta.dirname, '../../../.runtime/nats-2.10')

export interface NatsProgram {
  program: string
  version: string
}

/**
 * Returns path and version of a nats-server: the one on PATH if it can sync each message to disk, else one that is fetched
 * once into `.runtime` without root. An older one on PATH is better than none.
 */
export async function natsBinary(signal?: AbortSignal): Promise<NatsProgram> {
  const installed = programAt('nats-server')
  if (installed && canSyncAlways(installed.version)) return installed
  const cached = join(folder, 'nats-server')
  const fetched = programAt(cached)
  if (fetched) return fetched
  try {
    await fetchNats(folder, signal)
  } catch (error) {
    if (installed) return installed
    throw error
  }
  return { program: cached, version: programAt(cached)?.version ?? '' }
}

function programAt(program: string): NatsProgram | undefined {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  const version = stdout?.match(/v(\d+\.\d+\.\d+)/)?.[1]
  return version === undefined ? undefined : { program, version }
}

/** True since 2.10. Before, a power failure may lose an acknowledged message; the outboxes publish it again. */
export function canSyncAlways(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 2 || (major === 2 && minor >= 10)
}
