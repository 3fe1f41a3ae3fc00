import { migrations as ai } from '@quire/ai/migrations'
import { migrations as content } from '@quire/content/migrations'
import { migrations as identity } from '@quire/identity/migrations'
import { migrationsOf } from '@quire/kit'
import { migrations as sites } from '@quire/sites/migrations'
import type { Owner } from './archive/manifest.ts'
import { BadBackup } from './archive/read-archive.ts'

/** The schemas of this version, by owner. Loading the services themselves would take longer than a small restore. */
export const schemas = {
  identity: { migrations: identity },
  content: { migrations: content },
  sites: { migrations: sites },
  ai: { migrations: ai },
}

/** Throws `BadBackup` if a database of a backup has a migration that this version does not know. */
export function requireKnown(owner: Owner, names: readonly string[]): void {
  const known = migrationsOf(schemas[owner]).map(({ name }) => name)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new BadBackup(
    `The backup is of a newer version: its database of ${owner} has ${unknown}, and this version ends with ${known.at(-1)}. ` +
      'After an upgrade with compose, also build its tools: docker compose --profile tools build.',
  )
}
