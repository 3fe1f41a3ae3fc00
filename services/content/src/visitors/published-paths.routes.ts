import { publishedPathOperations } from '@quire/contracts'
import { notFound } from '@quire/kit'
import { implement } from '../context.ts'
import { openLive, placedPage } from '../pages/history.ts'
import { isShown, visitorWith } from '../pages/readers.ts'

export const publishedPathRoutes = implement(publishedPathOperations, {
  async findPublishedPath(context) {
    const { params, body } = context
    const open = await openLive(context, params.spaceId)
    const placed = await placedPage(open, params.pageId)
    const reader = body.visitor && visitorWith(body.visitor.claims)
    if (!placed || !(await isShown(reader, open.storage, open.revision.roots, placed.page))) throw notFound('The page')
    return { path: placed.path }
  },
})
