import { siteToolOperations } from '@quire/contracts'
import { badRequest, Refusal } from '@quire/kit'
import { implementWith } from '../../context.ts'
import type { WebsiteNeeds } from '../pages-dependencies.ts'
import { toolPaths } from '../site/site-hrefs.ts'
import { readVisitAddress } from '../visit/visit-address.ts'
import { openToolVisitor, requireOwnOrigin } from './tool-visitor.ts'

export const siteToolRoutes = implementWith<WebsiteNeeds>()(siteToolOperations, {
  async callSiteTools(context) {
    const { visit, body, deps } = context
    const { rest } = readVisitAddress(visit.url)
    if (!toolPaths.some((path) => rest === path || rest.endsWith(`/${path}`)))
      throw new Refusal(405, 'POST is not possible here: use GET.', { Allow: 'GET' })
    requireOwnOrigin(visit, deps.publicUrl)
    // Later protocol versions have no batches, and the rate limit would count a hundred calls as one request.
    if (Array.isArray(body)) throw badRequest('body', 'must be one message: batches are not taken')
    const visitor = await openToolVisitor(context)
    // Imported on demand, because the library is large and few sites get messages.
    const { answerMessage } = await import('./answer-message.ts')
    return answerMessage(context, visitor)
  },
})
