import { type RawBuilder, sql } from 'kysely'

/**
 * Returns SQL for the version of an organization's index, from the column `version` of its row in `search_index`, which
 * may be null. A restored or promoted database repeats the column's numbers for other lists, and has another epoch
 * (docs/adr/0040), so the version names both. The table `incarnation` is the kit's.
 */
export const indexVersion = (version: RawBuilder<unknown>) =>
  sql<string>`((select epoch from incarnation) || '/' || coalesce(${version}, 0))`

/** True if the list at one version includes all changes of the other: of two epochs, neither includes the other. */
export function includesVersion(one: string, other: string): boolean {
  const [epoch, version] = one.split('/')
  const [otherEpoch, otherVersion] = other.split('/')
  return epoch === otherEpoch && Number(version) >= Number(otherVersion)
}
