import { asVisitorsSee, type Space, type spaceOperations } from '@quire/contracts'
import type { Input } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import { findPublication } from '../visitors/publications.ts'
import { presentRow, type ShownSpaceRow } from './spaces.present.ts'

type Reading = ContentContext & Input<typeof spaceOperations.getSpaceById> & { row: ShownSpaceRow }

/** A space for who asks. The visitors of a site learn of that site only, and what readers of it are to know. */
export async function showToReader({ sql, row, access, deps, caller, params, query }: Reading): Promise<Space> {
  const { visit } = caller
  if (!visit && query.shareKey === undefined) return presentRow(row, access.level, deps.publicUrl)
  const readers = {
    spaceId: params.spaceId,
    siteId: visit?.siteId,
    shareKey: query.shareKey,
    publicUrl: deps.publicUrl,
  }
  const space = presentRow(row, access.level, deps.publicUrl, await findPublication(sql, readers))
  return visit ? asVisitorsSee(space) : space
}
