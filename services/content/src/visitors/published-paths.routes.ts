import { publishedPathOperations } from '@quire/contracts'
import { notFound } from '@quire/kit'
import { openLive, pageWithPath } from '../pages/open-revision.ts'
import { isVisible, visitorWith } from '../pages/page-visibility.ts'
import { findFormerAddress } from '../storage/revisions/former-addresses.ts'
import { implement } from './context.ts'

export const publishedPathRoutes = implement(publishedPathOperations, {
  async findPublishedPath(context) {
    const { params, body } = context
    const open = await openLive(context, params.spaceId)
    const found = await pageWithPath(open, params.pageId)
    const reader = body.visitor && visitorWith(body.visitor.claims, context.caller)
    if (!found || !(await isVisible(reader, open.storage, open.revision.roots, found.page))) throw notFound('The page')
    return { path: found.path }
  },
  async findMovedPage(context) {
    const { sql, params, body } = context
    const open = await openLive(context, params.spaceId)
    const { revision, storage } = open
    const id = await findFormerAddress(sql, { storage, spaceId: params.spaceId, roots: revision.roots }, body.path)
    const found = id === undefined ? undefined : await pageWithPath(open, id)
    const visitor = visitorWith(body.visitor.claims, context.caller)
    // A page that is where it was asked for is hidden in some other way.
    if (!found || found.path === body.path || !(await isVisible(visitor, storage, revision.roots, found.page)))
      throw notFound('The page')
    return { path: found.path }
  },
})
