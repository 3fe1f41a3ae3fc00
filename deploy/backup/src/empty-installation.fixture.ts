import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copiedDatabase, dropDatabase, testBackends } from '@quire/embedded'
import { migrateTo, migrationsOf } from '@quire/kit'
import pg from 'pg'
import { type Owner, owners } from './archive/manifest.ts'
import type { Installation } from './installation/installation.ts'
import { keysInFolder } from './installation/keys.ts'
import { openFiles } from './installation/open-files.ts'
import { schemas } from './schemas.ts'

/** Progress that nobody reads. */
export const silent = { line: () => undefined, part: () => ({ add: () => undefined, end: () => undefined }) }

/** An installation with nobody in it, whose services do not run. */
export interface EmptyInstallation extends AsyncDisposable {
  installation: Installation
  dataFolder: string
  /** The variables by which commands find it. */
  env: Record<string, string>
  inContent(statement: string, values?: unknown[]): Promise<void>
}

let made = 0

export async function emptyInstallation(): Promise<EmptyInstallation> {
  const { postgresUrl } = testBackends()
  const prefix = `backup_${process.pid}_${made++}`
  const nameOf = (owner: Owner) => `${prefix}_${owner}`
  const databaseOf = async (owner: Owner) => {
    const make = (url: string) => migrateTo({ DATABASE_URL: url }, schemas[owner], namesOf(owner))
    return copiedDatabase(postgresUrl, { name: nameOf(owner), source: `backup ${owner} ${namesOf(owner)}`, make })
  }
  const databaseUrls: Record<Owner, string> = {
    identity: await databaseOf('identity'),
    content: await databaseOf('content'),
    sites: await databaseOf('sites'),
    ai: await databaseOf('ai'),
  }
  const dataFolder = await mkdtemp(join(tmpdir(), 'quire-installation-'))
  const urls = owners.map((owner) => [`DATABASE_URL_${owner.toUpperCase()}`, databaseUrls[owner]])
  return {
    installation: {
      databaseUrls,
      files: await openFiles({ DATA_DIR: dataFolder }),
      keys: keysInFolder(join(dataFolder, 'secrets')),
    },
    dataFolder,
    env: { DATA_DIR: dataFolder, ...Object.fromEntries(urls) },
    async inContent(statement, values) {
      const client = new pg.Client({ connectionString: databaseUrls.content })
      await client.connect()
      await client.query(statement, values).finally(() => client.end())
    },
    async [Symbol.asyncDispose]() {
      await rm(dataFolder, { recursive: true })
      for (const owner of owners) await dropDatabase(postgresUrl, nameOf(owner))
    },
  }
}

const namesOf = (owner: Owner) => migrationsOf(schemas[owner]).map(({ name }) => name)

/** Stores a file as one that was uploaded to the store, which is the id of its upload, and returns its name. */
export async function upload({ installation, inContent }: EmptyInstallation, store: string, text: string) {
  const blob = await installation.files.put(store, Buffer.from(text))
  await inContent(
    `insert into upload (id, organization_id, member_id, user_id, kind, name, size, blob, kept_until)
     values ($1, '', '', '', 'file', 'a.txt', 1, $2, 'infinity')`,
    [store, blob],
  )
  return blob
}
