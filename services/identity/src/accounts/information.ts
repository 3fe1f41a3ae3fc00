import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod'

const manifest = new URL('../../package.json', import.meta.url)

/** Returns the version of this service and the time of its installation (ISO 8601). */
export function apiInformation() {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(manifest, 'utf8')))
  return { version, build: statSync(manifest).mtime.toISOString() }
}
