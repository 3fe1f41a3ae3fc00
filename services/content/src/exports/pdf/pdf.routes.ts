import { pdfOperations } from '@quire/contracts'
import { notFound } from '@quire/kit'
import { findChangeRequest } from '../../editing/change-requests/change-requests.rules.ts'
import { type OpenRevision, openLive, openRevision } from '../../pages/open-revision.ts'
import { pageById } from '../../storage/revisions/revision-reads.ts'
import { implement, type PdfContext } from './context.ts'
import { requirePage } from './pdfs.ts'

interface PdfQuery extends Pick<PdfContext, 'deps' | 'caller'> {
  query: { page?: string | undefined; only?: boolean | undefined }
}

export const pdfRoutes = implement(pdfOperations, {
  async getSpacePDF(context) {
    const { spaceId } = context.params
    const { revision } = context.query
    requirePage(context.query)
    const open =
      revision === undefined ? await openLive(context, spaceId) : await openRevision(context, spaceId, revision)
    return addressOf(context, open)
  },

  async getChangeRequestPDF(context) {
    requirePage(context.query)
    const { id, space_id: spaceId, revision } = await findChangeRequest(context.sql, context.params)
    return addressOf(context, await openRevision(context, spaceId, revision), id)
  },

  downloadPdf: ({ deps, params, sql, signal }) => deps.pdfs.download(params.pdfToken, { sql, signal }),
})

/** Returns an address that names the current revision; later changes are in the next PDF. */
async function addressOf(
  { deps, query, caller }: PdfQuery,
  { revision, storage }: OpenRevision,
  changeRequest?: string,
) {
  const { page, only } = query
  if (page !== undefined && !(await pageById(storage, revision.roots, page))) throw notFound('The page')
  const user = caller.kind === 'user' ? caller.userId : undefined
  return { url: deps.pdfs.url({ space: revision.spaceId, revision: revision.id, changeRequest, page, only, user }) }
}
