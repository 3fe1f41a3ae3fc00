import { linkOperations } from '@quire/contracts'
import { reading } from '@quire/kit'
import { openLive } from '../pages/open-revision.ts'
import { spaceWithPublication } from '../spaces/spaces.present.ts'
import { listBacklinks, listBacklinksInChangeRequest } from './backlinks.ts'
import { changeRequestContent, listChangeRequestLinks } from './change-request-links.ts'
import { implement } from './context.ts'
import { listPageLinks } from './page-links.ts'
import { listSpaceLinks, liveContent } from './space-links.ts'

export const linkRoutes = implement(linkOperations, {
  listSpaceLinks: reading(spaceWithPublication, (context) => listSpaceLinks(context)),
  listPageLinksInSpace: reading(spaceWithPublication, async (context) => {
    const { revision } = await openLive(context, context.params.spaceId)
    return listPageLinks(context, await liveContent(context, revision.id))
  }),
  listSpacePageBacklinks: reading(spaceWithPublication, (context) =>
    listBacklinks(context, { kind: 'pages', id: context.params.pageId }),
  ),
  listSpaceFileBacklinks: reading(spaceWithPublication, (context) =>
    listBacklinks(context, { kind: 'files', id: context.params.fileId }),
  ),
  listChangeRequestLinks: reading(spaceWithPublication, (context) => listChangeRequestLinks(context)),
  listPageLinksInChangeRequest: reading(spaceWithPublication, async (context) =>
    listPageLinks(context, await changeRequestContent(context), true),
  ),
  listChangeRequestPageBacklinks: reading(spaceWithPublication, (context) =>
    listBacklinksInChangeRequest(context, { kind: 'pages', id: context.params.pageId }),
  ),
  listChangeRequestFileBacklinks: reading(spaceWithPublication, (context) =>
    listBacklinksInChangeRequest(context, { kind: 'files', id: context.params.fileId }),
  ),
})
