import { pageOperations } from '@quire/contracts'
import { implement } from '../context.ts'
import { openLive } from '../pages/history.ts'
import { readingOf } from './reading.ts'

const live = readingOf((context) => openLive(context, context.params.spaceId))

export const pageRoutes = implement(pageOperations, {
  getCurrentRevision: live.revision,
  listPages: live.pages,
  getPageById: live.page,
  getPageByPath: live.pageAtPath,
  listFiles: live.files,
  getFileById: live.file,
  getReusableContentById: live.reusableContent,
})
