import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { BlobConfig, openBlobs } from '@quire/content/blobs'
import { readSettings, runningSystem, StartError, services, type Terminal, withDatabases } from '@quire/embedded'
import { z } from 'zod'
import { type Owner, owners } from '../archive/manifest.ts'
import { type Keys, keysInFolder, keysOfServices } from './keys.ts'

/** All that an installation has to keep: the databases, the files of content and the keys. */
export interface Installation {
  databaseUrls: Record<Owner, string>
  files: Awaited<ReturnType<typeof openBlobs>>
  keys: Keys
}

const DatabaseUrls = z.object(
  Object.fromEntries(
    owners.map((owner) => [owner, z.string({ error: `the address of its database is missing` })]),
  ) as Record<Owner, z.ZodString>,
)

interface Finding {
  env: NodeJS.ProcessEnv
  terminal: Terminal
  signal: AbortSignal
  /** True if no service may run meanwhile. */
  isAlone: boolean
}

/**
 * Does `work` with the installation that the environment names: the one whose services have their secrets in the folders
 * of SECRETS_DIR (compose, Kubernetes), else that of DATA_DIR, whose database server is started if it does not run.
 */
export async function withInstallation<Result>(
  { env, terminal, signal, isAlone }: Finding,
  work: (installation: Installation) => Promise<Result>,
): Promise<Result> {
  const secrets = env.SECRETS_DIR
  if (secrets && existsSync(join(secrets, 'identity', 'service.env'))) return work(await ofContainers(secrets, env))
  const settings = readSettings(env)
  const keys = keysInFolder(join(settings.dataFolder, 'secrets'))
  const files = await openBlobs(BlobConfig.parse({ ...env, DATA_DIR: settings.dataFolder }))
  const running = runningSystem(settings.dataFolder)
  if (!running)
    return withDatabases({ settings, terminal, signal }, (urls) =>
      work({ databaseUrls: DatabaseUrls.parse(urls), files, keys }),
    )
  if (isAlone)
    throw new StartError(`Quire runs on ${settings.dataFolder}: stop it first, with Ctrl-C where it was started.`)
  const urls = Object.entries(running.services).map(([name, service]) => [name, service.env.DATABASE_URL])
  return work({ databaseUrls: DatabaseUrls.parse(Object.fromEntries(urls)), files, keys })
}

async function ofContainers(secrets: string, env: NodeJS.ProcessEnv): Promise<Installation> {
  const envOf = (name: string) => parseEnv(readFileSync(join(secrets, name, 'service.env'), 'utf8'))
  // The S3 library reads its credentials from the environment of the process.
  const ofContent = { ...env, ...envOf('content') }
  Object.assign(process.env, ofContent)
  return {
    databaseUrls: DatabaseUrls.parse(Object.fromEntries(owners.map((owner) => [owner, envOf(owner).DATABASE_URL]))),
    files: await openBlobs(BlobConfig.parse(ofContent)),
    keys: keysOfServices(secrets, services),
  }
}
