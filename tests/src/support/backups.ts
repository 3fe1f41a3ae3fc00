import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backUp, check, type Installation, keysInFolder, type Manifest, readArchive, restore } from '@quire/backup'
import { BlobConfig, openBlobs } from '@quire/content/blobs'
import type { World } from '@quire/world'

type Environments = Record<keyof World['services'], Record<string, string>>

const silent = { line: () => undefined, part: () => ({ add: () => undefined, end: () => undefined }) }

/** The databases, files and keys of services in this process. */
export async function installationOf({ identity, content, sites, ai }: Environments): Promise<Installation> {
  const urlOf = ({ DATABASE_URL = '' }: Record<string, string>) => DATABASE_URL
  return {
    databaseUrls: { identity: urlOf(identity), content: urlOf(content), sites: urlOf(sites), ai: urlOf(ai) },
    files: await openBlobs(BlobConfig.parse(content)),
    keys: keysInFolder(content.SECRETS_DIR ?? ''),
  }
}

/** The installation of a world that runs. */
export const runningInstallation = ({ services, env }: World): Promise<Installation> => {
  const of = (name: keyof World['services']) => ({
    ...env,
    DATABASE_URL: services[name].foundation.config.DATABASE_URL,
  })
  return installationOf({ identity: of('identity'), content: of('content'), sites: of('sites'), ai: of('ai') })
}

/** A folder for backups; `remove` deletes it. */
export async function backupFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'quire-backups-'))
  return {
    pathOf: (name: string) => join(folder, name),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

export const save = (installation: Installation, path: string) =>
  backUp(installation, createWriteStream(path), { passphrase: undefined, progress: silent })

/** Has a command work with these settings alone. */
export const commandOn = (env: Record<string, string>, isAlone: boolean) => ({
  ...{ env, isAlone, signal: AbortSignal.timeout(240_000) },
  terminal: { line: () => undefined } as never,
})

/** The tables of all databases by their hashes, without the two that a restore changes. */
export const rowsOf = ({ databases, files, keys }: Manifest) => ({
  files,
  keys,
  tables: Object.entries(databases).flatMap(([owner, { tables }]) =>
    tables
      .filter(({ name }) => name !== 'incarnation' && name !== 'projector_position')
      .map(({ name, rows, sha256 }) => ({ owner, name, rows, sha256 })),
  ),
})

const never = new AbortController().signal

interface BringOptions {
  mayReplace?: boolean
  signal?: AbortSignal
  passphrase?: string | undefined
}

export async function bring(
  installation: Installation,
  path: string,
  { mayReplace = false, signal = never, passphrase }: BringOptions = {},
) {
  await using archive = await readArchive(path)
  const checked = check(archive, silent)
  return await restore(installation, { checked, passphrase, mayReplace, progress: silent, signal })
}
