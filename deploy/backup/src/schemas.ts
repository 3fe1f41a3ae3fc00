import { readFileSync } from 'node:fs'
import { migrations as ai } from '@quire/ai/migrations'
import { migrations as content } from '@quire/content/migrations'
import { migrations as identity } from '@quire/identity/migrations'
import { migrationsOf } from '@quire/kit'
import { migrations as sites } from '@quire/sites/migrations'
import { z } from 'zod'
import { type Manifest, madeByWords, type Owner } from './archive/manifest.ts'
import { BadBackup } from './archive/read-archive.ts'

/** The schemas of this version, by owner. Loading the services themselves would take longer than a small restore. */
export const schemas = {
  identity: { migrations: identity },
  content: { migrations: content },
  sites: { migrations: sites },
  ai: { migrations: ai },
}

/** The version of the whole repository, whose packages have none of their own. */
export const ownVersion = (): string =>
  z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))).version

/** Throws `BadBackup` if a database of a backup has a migration that this version does not know. */
export function requireKnown(manifest: Manifest, owner: Owner): void {
  const names = manifest.databases[owner].migrations
  const known = migrationsOf(schemas[owner]).map(({ name }) => name)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new BadBackup(
    `The backup is of a newer version: its database of ${owner} has ${unknown}, and this version, ${ownVersion()}, ends with ${known.at(-1)}.` +
      `${madeByWords(manifest)} After an upgrade with compose, also build its tools: docker compose --profile tools build.`,
  )
}
