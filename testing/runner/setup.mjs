// Starts one PostgreSQL and one NATS for the whole run; the workers, which start later, find them in their environment.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { passable } from '../../deploy/embedded/src/postgres-user.ts'
import { testFolder } from '../../deploy/embedded/src/test-folder.ts'
import { startTestServers } from '../../deploy/embedded/src/test-servers.ts'

const fromHere = (path) => new URL(path, import.meta.url)

export default async function setUp() {
  // Workers, threads and commands load modules as services do: compiled and resolved once.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(fromHere('../../.runtime/compile-cache'))
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${fromHere('../../libs/kit/src/resolutions.ts')}`
  globalThis.removeTestFolder = useTestFolder()
  if (process.env.TEST_POSTGRES_URL && process.env.TEST_NATS_URL) return
  const servers = await startTestServers(process.env)
  process.env.TEST_POSTGRES_URL = servers.postgresUrl
  process.env.TEST_NATS_URL = servers.natsUrl
  globalThis.stopTestServers = servers.stop
}

/** Puts temporary files of tests into memory if possible. Returns a function that removes them. */
function useTestFolder() {
  const folder = mkdtempSync(join(testFolder(), 'quire-tests-'))
  // Servers of tests run as another user if the tests run as root.
  chmodSync(folder, passable)
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
