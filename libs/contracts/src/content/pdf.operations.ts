import { z } from 'zod'
import { anyone, spaceRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { QueryFlag } from '../shared/list.ts'
import { Id } from '../shared/primitives.ts'

/** Selects the content to print: all of it, a page with the pages beneath it, or with `only` the page alone. */
const PdfQuery = z.object({ page: Id.optional(), only: QueryFlag.optional() })

const PdfAddress = z.strictObject({ url: z.url() })

/** PDFs of content (docs/interface.md#pdf). The address itself is the permission, as with files. */
export const pdfOperations = operations('content', {
  getSpacePDF: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/pdf',
    summary: 'Get an address, good for an hour, of the live content or that of another revision as a PDF',
    access: spaceRole('read'),
    query: PdfQuery.extend({ revision: Id.optional() }),
    replies: { 200: PdfAddress },
  },
  getChangeRequestPDF: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/pdf',
    summary: 'Get an address, good for an hour, of a change request’s content as a PDF',
    access: spaceRole('read'),
    query: PdfQuery,
    replies: { 200: PdfAddress },
  },
  downloadPdf: {
    method: 'GET',
    path: '/v1/pdfs/{pdfToken}',
    summary: 'Download a PDF by its address',
    access: anyone,
    replies: { 200: null },
    download: true,
    // The first download creates the PDF.
    slow: true,
  },
})
