import { linkOperations } from '@quire/contracts'
import { reading } from '@quire/kit'
import { implement } from '../context.ts'
import { openLive } from '../pages/history.ts'
import { shownSpace } from '../spaces/spaces.present.ts'
import { listBacklinks, listBacklinksInChangeRequest } from './backlinks.ts'
import { changeRequestContent, listChangeRequestLinks } from './change-request-links.ts'
import { listPageLinks } from './page-links.ts'
import { listSpaceLinks, liveContent } from './space-links.ts'

export const linkRoutes = implement(linkOperations, {
  listSpaceLinks: reading(shownSpace, (context) => listSpaceLinks(context)),
  listPageLinksInSpace: reading(shownSpace, async (context) => {
    const { revision } = await openLive(context, context.params.spaceId)
    return listPageLinks(context, await liveContent(context, revision.id))
  }),
  listSpacePageBacklinks: reading(shownSpace, (context) =>
    listBacklinks(context, { kind: 'pages', id: context.params.pageId }),
  ),
  listSpaceFileBacklinks: reading(shownSpace, (context) =>
    listBacklinks(context, { kind: 'files', id: context.params.fileId }),
  ),
  listChangeRequestLinks: reading(shownSpace, (context) => listChangeRequestLinks(context)),
  listPageLinksInChangeRequest: reading(shownSpace, async (context) =>
    listPageLinks(context, await changeRequestContent(context), true),
  ),
  listChangeRequestPageBacklinks: reading(shownSpace, (context) =>
    listBacklinksInChangeRequest(context, { kind: 'pages', id: context.params.pageId }),
  ),
  listChangeRequestFileBacklinks: reading(shownSpace, (context) =>
    listBacklinksInChangeRequest(context, { kind: 'files', id: context.params.fileId }),
  ),
})
