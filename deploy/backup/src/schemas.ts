import { ai } from '@quire/ai'
import { content } from '@quire/content'
import { identity } from '@quire/identity'
import { migrationsOf } from '@quire/kit'
import { sites } from '@quire/sites'
import type { Owner } from './archive/manifest.ts'
import { BadBackup } from './archive/read-archive.ts'

/** The schemas of this version, by owner. */
export const schemas = { identity: identity.schema, content: content.schema, sites: sites.schema, ai: ai.schema }

/** Throws `BadBackup` if a database of a backup has a migration that this version does not know. */
export function requireKnown(owner: Owner, names: readonly string[]): void {
  const known = migrationsOf(schemas[owner]).map(({ name }) => name)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new BadBackup(
    `The backup is of a newer version: its database of ${owner} has ${unknown}, and this version ends with ${known.at(-1)}.`,
  )
}
