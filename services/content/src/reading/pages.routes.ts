import { pageOperations } from '@quire/contracts'
import { reading } from '@quire/kit'
import { type LiveRow, liveRevision, openRow } from '../pages/open-revision.ts'
import { contentReads } from './content-reads.ts'
import { implement } from './context.ts'

const live = contentReads<{ spaceId: string }, LiveRow>(openRow)

export const pageRoutes = implement(pageOperations, {
  getCurrentRevision: reading(liveRevision, (context) => live.revision(context)),
  listPages: reading(liveRevision, (context) => live.pages(context)),
  getPageById: reading(liveRevision, (context) => live.page(context)),
  listSpacePageMetaLinks: reading(liveRevision, (context) => live.pageMetaLinks(context)),
  getPageByPath: reading(liveRevision, (context) => live.pageAtPath(context)),
  listFiles: reading(liveRevision, (context) => live.files(context)),
  getFileById: reading(liveRevision, (context) => live.file(context)),
  getReusableContentById: reading(liveRevision, (context) => live.reusableContent(context)),
})
