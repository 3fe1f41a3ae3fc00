import { publishedPathOperations } from '@quire/contracts'
import { notFound } from '@quire/kit'
import { openLive, pageWithPath } from '../pages/open-revision.ts'
import { isVisible, visitorWith } from '../pages/page-visibility.ts'
import { implement } from './context.ts'

export const publishedPathRoutes = implement(publishedPathOperations, {
  async findPublishedPath(context) {
    const { params, body } = context
    const open = await openLive(context, params.spaceId)
    const found = await pageWithPath(open, params.pageId)
    const reader = body.visitor && visitorWith(body.visitor.claims)
    if (!found || !(await isVisible(reader, open.storage, open.revision.roots, found.page))) throw notFound('The page')
    return { path: found.path }
  },
})
