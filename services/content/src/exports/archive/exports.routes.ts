import { exportOperations } from '@quire/contracts'
import { openLive } from '../../pages/open-revision.ts'
import { implement } from './context.ts'

export const exportRoutes = implement(exportOperations, {
  async exportSpaceArchive(context) {
    const { deps, params, signal, sql } = context
    const { title } = await sql
      .selectFrom('space')
      .select('title')
      .where('id', '=', params.spaceId)
      .executeTakeFirstOrThrow()
    return deps.exports.archive(await openLive(context, params.spaceId), title, signal)
  },
})
