import { presentSpaceToVisitors, type Space, type spaceOperations } from '@quire/contracts'
import type { Input } from '@quire/kit'
import { findPublication } from '../visitors/publications.ts'
import type { SpacesContext } from './context.ts'
import { presentSpaceRow, type SpaceWithPublication } from './spaces.present.ts'

type Reading = SpacesContext & Input<typeof spaceOperations.getSpaceById> & { row: SpaceWithPublication }

/** Presents a space to the caller. Visitors of a site learn only about that site, and only the fields for visitors. */
export async function presentForCaller({ sql, row, access, deps, caller, params, query }: Reading): Promise<Space> {
  const { visit } = caller
  if (!visit && query.shareKey === undefined) return presentSpaceRow(row, access.level, deps.publicUrl)
  const readers = {
    spaceId: params.spaceId,
    siteId: visit?.siteId,
    shareKey: query.shareKey,
    publicUrl: deps.publicUrl,
  }
  const space = presentSpaceRow(row, access.level, deps.publicUrl, await findPublication(sql, readers))
  return visit ? presentSpaceToVisitors(space) : space
}
