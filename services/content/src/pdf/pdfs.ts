import { createHash, type KeyObject } from 'node:crypto'
import { badRequest, type Download, download, notFound } from '@quire/kit'
import { LRUCache } from 'lru-cache'
import type { Sql } from '../database.ts'
import type { BlobStore } from '../files/blobs.ts'
import { downloadHeaders } from '../files/download-headers.ts'
import { findRevision } from '../revisions/revisions.ts'
import { type RevisionCaches, sqlStorage } from '../revisions/storage.ts'
import { type PdfGrant, signPdf, verifyPdf } from './address.ts'
import { gather } from './gather.ts'
import type { PrintHead } from './print/job.ts'
import type { Printer } from './printer.ts'

/** PDFs of all spaces: their addresses, and what these answer. */
export interface Pdfs {
  /** The address of a PDF, good for an hour. */
  url(grant: PdfGrant): string
  /** Answers `downloadPdf`; throws 404 for an address that is forged or expired, or whose space is gone. */
  download(token: string, request: { sql: Sql; signal: AbortSignal }): Promise<Download>
}

interface PdfsParts {
  /** Of jobs: several requests may wait for one PDF, whichever of them began it. */
  sql: () => Sql
  blobs: BlobStore
  caches: RevisionCaches
  printer: Printer
  /** Signs addresses; any secret of the service. */
  key: KeyObject
  publicUrl: string
  now: () => Date
}

/** Rises with each change of how PDFs look, so that none of the old ones is answered. */
const look = 1

export function createPdfs({ sql, blobs, caches, printer, key, publicUrl, now }: PdfsParts): Pdfs {
  return {
    url: (grant) => `${publicUrl}/v1/pdfs/${signPdf(grant, key, now())}`,
    async download(token, request) {
      const { exp, ...grant } = verifyPdf(token, key, now())
      const { space, subtitle, revision } = await subjectOf(request.sql, grant, caches)
      const title = [space.emoji, space.title].filter(Boolean).join(' ')
      const head = {
        ...{ title, subtitle, date: dayOf(revision.createdAt), spaceId: space.id, publicUrl },
        location: `${publicUrl}/v1/spaces/${space.id}/revisions/${revision.id}`,
      }
      // One PDF's texts would push out what readers use.
      const apart = { ...caches, documents: new LRUCache<string, string>({ max: 1 }) }
      const storage = sqlStorage(sql(), revision.store, apart)
      const pdf = keyOf(head, grant)
      const file = await printer.print(
        {
          key: pdf,
          organizationId: space.organization_id,
          gather: (folder, ends) => gather({ storage, roots: revision.roots, blobs, grant, head }, folder, ends),
        },
        request.signal,
      )
      const maxAgeSeconds = exp - Math.floor(now().getTime() / 1000)
      const name = `${space.title || 'Untitled'}.pdf`
      return download(
        { ...file, etag: `"${pdf}"` },
        downloadHeaders({ name, contentType: 'application/pdf', maxAgeSeconds }),
      )
    },
  }
}

const keyOf = (head: Omit<PrintHead, 'titles' | 'reusables' | 'files'>, { page, only }: PdfGrant) =>
  createHash('sha256')
    .update(JSON.stringify([look, head, page, only]))
    .digest('hex')

/** The space, what of it is printed, and the revision; 404 where one of them is gone. */
async function subjectOf(sql: Sql, grant: PdfGrant, caches: RevisionCaches) {
  const space = await sql
    .selectFrom('space')
    .select(['id', 'title', 'emoji', 'organization_id'])
    .where('id', '=', grant.space)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const revision = space && (await findRevision(sql, space.id, grant.revision, caches.revisions))
  if (!space || !revision) throw notFound('The space')
  return { space, revision, subtitle: await subtitleOf(sql, grant) }
}

async function subtitleOf(sql: Sql, { space, changeRequest }: PdfGrant): Promise<string> {
  if (changeRequest === undefined) return ''
  const row = await sql
    .selectFrom('change_request')
    .select(['number', 'subject'])
    .where('space_id', '=', space)
    .where('id', '=', changeRequest)
    .executeTakeFirst()
  if (!row) throw notFound('The change request')
  return `Change request #${row.number}${row.subject ? `: ${row.subject}` : ''}`
}

/** A day as the title page says it. */
const dayOf = (at: Date | string) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(at),
  )

/** Throws 400 for a page alone that nobody named. */
export function requirePage({ page, only }: { page?: string | undefined; only?: boolean | undefined }): void {
  if (only && page === undefined) throw badRequest('query.only', 'say by `page` which page is wanted alone')
}
