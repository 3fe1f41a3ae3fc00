import type { Collection, PermissionSource, Team } from '@quire/contracts'
import type { Words } from '../../../words/general/en.ts'
import type { OrganizationWords } from '../../../words/organization/en.ts'

interface Names {
  collections: readonly Collection[]
  teams: readonly Pick<Team, 'id' | 'title'>[]
}

/** Returns a sentence about the rule that a level comes from. */
export function ruleText(
  { type, team, space, collection }: PermissionSource,
  words: Words & OrganizationWords,
  { collections, teams }: Names,
): string {
  if (type === 'organization') return words.byOrganization
  const found = collections.find(({ id }) => id === collection)
  const place = space ? words.onTheSpace : words.onCollection(found?.title || words.untitled)
  if (type === 'user') return words.byGrant(place)
  if (type === 'default-level') return words.byDefault(place)
  return words.byTeam(teams.find(({ id }) => id === team)?.title ?? '', place)
}
