import { createHash, type KeyObject } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isNotDeleted } from '@quire/access'
import { badRequest, type Download, download, notFound } from '@quire/kit'
import { sql as raw } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Sql } from '../../database.ts'
import type { BlobStore } from '../../storage/files/blobs.ts'
import { downloadHeaders } from '../../storage/files/downloads.ts'
import type { FileEntry, Roots } from '../../storage/revisions/revision-entries.ts'
import { pageById } from '../../storage/revisions/revision-reads.ts'
import { findRevision } from '../../storage/revisions/revisions.ts'
import { type RevisionCaches, type Storage, sqlStorage } from '../../storage/revisions/storage.ts'
import { getMany } from '../../storage/trees/tree-reads.ts'
import { findWorkHolder } from '../../tables/work-holder.ts'
import { collectTexts } from './collect-texts.ts'
import { type PdfGrant, signPdf, verifyPdf } from './pdf-address.ts'
import { pdfLimits } from './pdf-limits.ts'
import { inFolder, type PrintFile, type PrintHead } from './print/print-job.ts'
import { type PrintFonts, writeFonts } from './print-fonts.ts'
import type { Printer } from './printer.ts'
import { selectPages } from './selection.ts'

/** Picture formats that Typst reads. */
const printableTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'])

interface Budget {
  pictures: number
  bytes: number
  pixels: number
}

interface PrintContent {
  storage: Storage
  roots: Roots
  blobs: BlobStore
  grant: PdfGrant
  fonts: PrintFonts
  head: KnownHead
}

/** The part of the head that is known before the content is read. */
type KnownHead = Omit<PrintHead, 'titles' | 'reusables' | 'files' | 'fonts'>

/** Addresses and downloads of the PDFs of all spaces. */
export interface Pdfs {
  /** The address of a PDF, valid for an hour. */
  url(grant: PdfGrant): string
  /** Answers `downloadPdf`. Throws 404 if the address is forged or expired, or its space was deleted. */
  download(token: string, request: { sql: Sql; signal: AbortSignal }): Promise<Download>
}

interface PdfsParts {
  /** Connections of jobs, not of a request: several requests may wait for one PDF. */
  sql: () => Sql
  blobs: BlobStore
  caches: RevisionCaches
  printer: Printer
  /** Finds the uploaded fonts for the PDFs of a space. */
  fontsOf: (spaceId: string, signal: AbortSignal) => Promise<PrintFonts>
  /** Key that signs addresses; any secret of the service. */
  key: KeyObject
  publicUrl: string
  now: () => Date
}

/** Part of the cache key. Increase it with each change of the layout of PDFs. */
const layoutVersion = 1

export function createPdfs({ sql, blobs, caches, printer, fontsOf, key, publicUrl, now }: PdfsParts): Pdfs {
  return {
    url: (grant) => `${publicUrl}/v1/pdfs/${signPdf(grant, key, now())}`,
    async download(token, request) {
      const { exp, ...grant } = verifyPdf(token, key, now())
      const { space, page, changeRequest, revision } = await subjectOf(request.sql, grant, caches)
      const above = page ? [named(space), changeRequest] : [changeRequest]
      const head = {
        ...{
          title: named(page ?? space),
          subtitle: above.filter(Boolean).join(' · '),
          date: dayOf(revision.createdAt),
          spaceId: space.id,
          publicUrl,
        },
        location: `${publicUrl}/v1/spaces/${space.id}/revisions/${revision.id}`,
      }
      // The texts of one PDF would evict the texts that readers use.
      const withoutDocuments = { ...caches, documents: new LRUCache<string, string>({ max: 1 }) }
      const storage = sqlStorage(sql(), revision.store, withoutDocuments)
      const fonts = await fontsOf(space.id, request.signal)
      const pdf = keyOf(head, grant, fonts)
      const file = await printer.print(
        {
          key: pdf,
          organizationId: space.organization_id,
          holder: await holderOf(request.sql, grant, space.organization_id),
          collect: (folder, ends) =>
            collectPrint({ storage, roots: revision.roots, blobs, grant, fonts, head }, folder, ends),
        },
        request.signal,
      )
      const maxAgeSeconds = exp - Math.floor(now().getTime() / 1000)
      const name = `${(page ?? space).title || 'Untitled'}.pdf`
      return download(
        { ...file, etag: `"${pdf}"` },
        downloadHeaders({ name, contentType: 'application/pdf', maxAgeSeconds }),
      )
    },
  }
}

const keyOf = (head: KnownHead, { page, only }: PdfGrant, { digest }: PrintFonts) =>
  createHash('sha256')
    .update(JSON.stringify([layoutVersion, head, page, only, digest]))
    .digest('hex')

const holderOf = (sql: Sql, { user: userId }: PdfGrant, organizationId: string) =>
  findWorkHolder(sql, userId === undefined ? { kind: 'none' } : { kind: 'user', userId }, organizationId)

const named = ({ emoji, title }: { emoji?: string | null | undefined; title: string }) =>
  [emoji, title].filter(Boolean).join(' ')

/** Finds the space and the revision of a PDF, the page that it is of, and its change request in words. Throws 404 if one was deleted. */
async function subjectOf(sql: Sql, grant: PdfGrant, caches: RevisionCaches) {
  const space = await sql
    .selectFrom('space')
    .select(['id', 'title', 'emoji', 'organization_id'])
    .where('id', '=', grant.space)
    .where('deleted_at', 'is', null)
    .where(isNotDeleted(raw.ref('space.organization_id')))
    .executeTakeFirst()
  const revision = space && (await findRevision(sql, space.id, grant.revision, caches.revisions))
  if (!space || !revision) throw notFound('The space')
  const storage = sqlStorage(sql, revision.store, caches)
  const page = grant.page === undefined ? undefined : await pageById(storage, revision.roots, grant.page)
  if (grant.page !== undefined && !page) throw notFound('The page')
  return { space, revision, page, changeRequest: await changeRequestOf(sql, grant) }
}

async function changeRequestOf(sql: Sql, { space, changeRequest }: PdfGrant): Promise<string> {
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

/** Formats a day for the title page. */
const dayOf = (at: Date | string) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(at),
  )

/** Throws 400 for `only` without `page`. */
export function requirePage({ page, only }: { page?: string | undefined; only?: boolean | undefined }): void {
  if (only && page === undefined) throw badRequest('query.only', 'say by `page` which page is wanted alone')
}

/**
 * Writes the input of a print to its folder. Throws 404 if the page does not exist, 409 if the content is too large.
 */
async function collectPrint(
  { storage, roots, blobs, grant, fonts, head }: PrintContent,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const selected = await selectPages(storage, roots, grant)
  const { referred, reusables } = await collectTexts({ storage, roots, signal }, selected, folder)
  const titles = await getMany(storage.nodes, roots.pages, [...referred.pages])
  const entries = await getMany(storage.nodes, roots.files, [...referred.files])
  const files = await collectFiles(entries, { blobs, folder, signal })
  const whole: PrintHead = {
    ...head,
    titles: Object.fromEntries([...titles].map(([id, { title }]) => [id, title])),
    reusables,
    files,
    fonts: await writeFonts(folder, fonts),
  }
  await writeFile(join(folder, inFolder.head), JSON.stringify(whole), { flag: 'wx', mode: 0o600 })
}

/** Describes files for a print, and copies the bytes of pictures to the folder of the job, within the limits. */
async function collectFiles(
  files: ReadonlyMap<string, FileEntry>,
  { blobs, folder, signal }: { blobs: BlobStore; folder: string; signal: AbortSignal },
): Promise<Record<string, PrintFile>> {
  const budget = { pictures: pdfLimits.pictures, bytes: pdfLimits.allPictureBytes, pixels: pdfLimits.allPixels }
  const collected: Record<string, PrintFile> = {}
  for (const [id, entry] of files) {
    signal.throwIfAborted()
    const { name, size, dimensions } = entry
    const picture = takeFromBudget(entry, budget) ? `picture-${Object.keys(collected).length}` : undefined
    const isCopied = picture !== undefined && (await copied(entry.blob, join(folder, picture)))
    collected[id] = { name, size, ...(isCopied && { picture, width: dimensions?.width }) }
  }
  return collected

  async function copied(blob: string, path: string): Promise<boolean> {
    const content = await blobs.open(blob)
    if (!content) return false
    await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal })
    return true
  }
}

/**
 * True if a file is a picture that fits into the budget, which it then reduces. Unknown dimensions count as too large.
 */
function takeFromBudget({ contentType, size, dimensions }: FileEntry, budget: Budget): boolean {
  const pixels = dimensions ? dimensions.width * dimensions.height : Number.POSITIVE_INFINITY
  // Vector graphics have no pixels.
  const unpacked = contentType === 'image/svg+xml' ? 0 : pixels
  if (!printableTypes.has(contentType) || size > pdfLimits.pictureBytes || unpacked > pdfLimits.pixels) return false
  if (budget.pictures < 1 || size > budget.bytes || unpacked > budget.pixels) return false
  budget.pictures -= 1
  budget.bytes -= size
  budget.pixels -= unpacked
  return true
}
