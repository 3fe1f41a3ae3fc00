import { existsSync, readFileSync } from 'node:fs'
import { glob, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { openBlobs } from '@quire/content/blobs'
import {
  environmentOfService,
  readSettings,
  runningSystem,
  StartError,
  services,
  type Terminal,
  withDatabases,
} from '@quire/embedded'
import { z } from 'zod'
import { type Owner, owners } from '../archive/manifest.ts'
import { type Keys, keysInFolder, keysOfServices } from './keys.ts'
import { openFiles } from './open-files.ts'

/** All that an installation has to keep: the databases, the files of content and the keys. */
export interface Installation {
  databaseUrls: Record<Owner, string>
  files: Awaited<ReturnType<typeof openBlobs>>
  keys: Keys
  /** Deletes what belongs to the installation and is in no backup. */
  removeUnsaved?(): Promise<void>
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
  const { dataFolder, mailFolder } = settings
  const running = runningSystem(dataFolder)
  if (running && isAlone)
    throw new StartError(`Quire runs on ${dataFolder}: stop it first, with Ctrl-C where it was started.`)
  // The running process of content knows its storage; this command may have been started with other settings.
  const ofContent = running ? environmentOfService(running.services.content, env) : env
  const rest = {
    files: await openFiles({ ...ofContent, DATA_DIR: dataFolder }),
    keys: keysInFolder(join(dataFolder, 'secrets')),
    removeUnsaved: () => removeUnsaved({ dataFolder, mailFolder }),
  }
  if (!running)
    return withDatabases({ settings, terminal, signal }, (urls) =>
      work({ databaseUrls: DatabaseUrls.parse(urls), ...rest }),
    )
  const urls = Object.entries(running.services).map(([name, service]) => [name, service.env.DATABASE_URL])
  return work({ databaseUrls: DatabaseUrls.parse(Object.fromEntries(urls)), ...rest })
}

async function ofContainers(secrets: string, env: NodeJS.ProcessEnv): Promise<Installation> {
  const envOf = (name: string) => parseEnv(readFileSync(join(secrets, name, 'service.env'), 'utf8'))
  // Like Node, which does not replace what the environment has.
  const ofContent = { ...envOf('content'), ...env }
  return {
    databaseUrls: DatabaseUrls.parse(Object.fromEntries(owners.map((owner) => [owner, envOf(owner).DATABASE_URL]))),
    files: await openFiles(ofContent),
    keys: keysOfServices(secrets, services),
    removeUnsaved: () => removeUnsaved({ dataFolder: env.DATA_DIR, mailFolder: undefined }),
  }
}

/** Folders of content that it fills again, or that hold what was under way. */
const refilled = ['git', 'imports', 'pdf']

interface UnsavedFolders {
  dataFolder: string | undefined
  mailFolder: string | undefined
}

/** Deletes copies of Git repositories, PDFs, written mails, and the mark of a demo whose first start was interrupted. */
async function removeUnsaved({ dataFolder, mailFolder }: UnsavedFolders): Promise<void> {
  const remove = (path: string) => rm(path, { recursive: true, force: true })
  if (dataFolder) for (const name of [...refilled, 'demo-begun']) await remove(join(dataFolder, name))
  if (!mailFolder) return
  // Another file is not one of Quire's.
  for await (const name of glob('*.eml', { cwd: mailFolder }))
    if (/^[0-9A-Z]{26}\.eml$/.test(name)) await remove(join(mailFolder, name))
}
