import { publishedPathOperations } from '@quire/contracts'
import { notFound } from '@quire/kit'
import { implement } from '../context.ts'
import { openLive, placedPage } from '../pages/history.ts'

export const publishedPathRoutes = implement(publishedPathOperations, {
  async findPublishedPath(context) {
    const placed = await placedPage(await openLive(context, context.params.spaceId), context.params.pageId)
    if (!placed) throw notFound('The page')
    return { path: placed.path }
  },
})
