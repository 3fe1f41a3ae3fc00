import { siteToolOperations } from '@quire/contracts'
import { badRequest, Refusal } from '@quire/kit'
import { implement } from '../../context.ts'
import { toolPaths } from '../frame/links.ts'
import { readVisitAddress } from '../routes/visit-address.ts'
import { openReader, requireOwnOrigin } from './reader.ts'

export const siteToolRoutes = implement(siteToolOperations, {
  async callSiteTools(context) {
    const { visit, body, deps } = context
    const { rest } = readVisitAddress(visit.url)
    if (!toolPaths.some((path) => rest === path || rest.endsWith(`/${path}`)))
      throw new Refusal(405, 'POST is not possible here: use GET.', { Allow: 'GET' })
    requireOwnOrigin(visit, deps.publicUrl)
    // Later versions of the protocol have none, and a hundred calls would count as one request.
    if (Array.isArray(body)) throw badRequest('body', 'must be one message: batches are not taken')
    const reader = await openReader(context)
    // Few sites are read so, and the library is large.
    const { answerMessage } = await import('./answer-message.ts')
    return answerMessage(context, reader)
  },
})
