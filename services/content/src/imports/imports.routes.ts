import { importOperations } from '@quire/contracts'
import { conflict, created, prepared } from '@quire/kit'
import { implement } from '../context.ts'
import { goLive } from '../publishing/live.ts'
import { endWriting } from '../revisions/unnamed.ts'
import { lockSpace } from '../structure/spaces.state.ts'
import { requireLiveEdits, writeImport } from './write-import.ts'

export const importRoutes = implement(importOperations, {
  importContent: prepared(writeImport, async (context, written) => {
    const { sql, params, userId, afterCommit, deps } = context
    const space = await lockSpace(context, params.spaceId)
    requireLiveEdits(space)
    if (space.revision !== written.basedOn)
      throw conflict('The content changed while the import was read: import again.')
    const live = await goLive(context, {
      revision: {
        spaceId: space.id,
        store: space.store,
        changeRequestId: null,
        parents: [written.basedOn],
        kind: 'import',
        message: null,
        createdBy: userId,
        createdAt: written.createdAt,
      },
      drafted: written.drafted,
    })
    await endWriting(sql, written.writing)
    afterCommit(deps.indexSoon)
    const { importedResources, totalResources } = written
    return created({ revision: live.id, importedResources, totalResources })
  }),
})
