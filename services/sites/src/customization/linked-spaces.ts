import { type Level, spaceLevels } from '@quire/access'
import type { CustomizationInput } from '@quire/contracts'
import { badRequest } from '@quire/kit'
import type { SitesContext } from '../context.ts'
import { spaceOf, targetsIn } from './targets.ts'

type Reading = Pick<SitesContext, 'sql' | 'access'>

/**
 * Throws 400, naming the place, where a link leads into a space that the caller does not see in the site's organization:
 * the settings must not tell whether it is there. Spaces that the `kept` settings name are not asked about again, so that
 * settings can be sent back as they were read, though a space is gone meanwhile or closed to this caller.
 */
export async function requireSpaces(context: Reading, body: CustomizationInput, kept: CustomizationInput) {
  const known = new Set(targetsIn(kept).map(({ to }) => spaceOf(to)))
  const added = targetsIn(body).flatMap(({ field, to }) => {
    const space = spaceOf(to)
    return space === undefined || known.has(space) ? [] : [{ field: `${field}.space`, space }]
  })
  const readable = await readableSpaces(
    context,
    added.map(({ space }) => space),
  )
  const unseen = added.find(({ space }) => !readable.has(space))
  if (unseen) throw badRequest(unseen.field, 'is no space of this organization that you may read')
}

/** Those of the spaces that the caller may read. */
export async function readableSpaces({ sql, access }: Reading, spaceIds: readonly string[]): Promise<Set<string>> {
  if (spaceIds.length === 0) return new Set()
  const levels: ReadonlyMap<string, Level> = await spaceLevels(sql, access.member, [...new Set(spaceIds)])
  return new Set([...levels].flatMap(([id, level]) => (level === 'none' ? [] : [id])))
}
