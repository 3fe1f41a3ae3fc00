// Starts one PostgreSQL and one NATS for the whole run; the workers, which start later, find them in their environment.
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
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
  removeLeftFolders()
  const folder = mkdtempSync(join(testFolder(), `quire-tests-${process.pid}-`))
  // Servers of tests run as another user if the tests run as root.
  chmodSync(folder, passable)
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

/** Removes the folders of runs that were killed: each takes memory until the machine starts again. */
function removeLeftFolders() {
  for (const name of readdirSync(testFolder())) {
    const [, pid] = /^quire-tests-(\d+)-/.exec(name) ?? []
    if (pid && !isRunning(Number(pid))) rmSync(join(testFolder(), name), { recursive: true, force: true })
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of somebody else may not be asked, but is there.
    return error.code === 'EPERM'
  }
}
