import { siteFileIn } from '@quire/contracts'
import { notFound, ownBytes, VisitAnswer, type VisitRequest } from '@quire/kit'
import { LRUCache } from 'lru-cache'
import type { PublishedLocation } from '../../addresses/resolve-address.ts'
import type { Sql } from '../../database.ts'
import { isFresh } from '../cache/visit-answers.ts'

interface CachedFile {
  contentType: string
  sha256: string
  bytes: Buffer
}

const maxCachedBytes = 12 * 1024 ** 2
/** A file that was deleted may be sent for as long. */
const maxCachedMs = 600_000
/** Bytes never change under their address. */
const maxAgeSeconds = 86_400

export type SiteFileCache = ReturnType<typeof createSiteFileCache>

export const createSiteFileCache = () =>
  new LRUCache<string, CachedFile>({
    maxSize: maxCachedBytes,
    ttl: maxCachedMs,
    sizeCalculation: ({ bytes }) => bytes.length + 500,
  })

/** Returns a file from the cache, or reads it. What is read again and again leaves the cache in time too. Throws 404. */
export async function cachedFile(
  cache: SiteFileCache,
  key: string,
  read: () => Promise<CachedFile | undefined>,
): Promise<CachedFile> {
  const known = cache.get(key)
  if (known) return known
  const file = await read()
  if (!file) throw notFound('The file')
  const kept = { ...file, bytes: ownBytes(file.bytes) }
  cache.set(key, kept)
  return kept
}

/**
 * Answers with an uploaded picture or font of a site, for those who may read the site; undefined if the path is none of
 * a file. Throws 404. A drawing that is opened by itself runs no script, and loads nothing.
 */
export async function siteFileAnswer(
  { sql, cache, visit }: { sql: Sql; cache: SiteFileCache; visit: VisitRequest },
  { site, admission, pathname }: PublishedLocation,
): Promise<VisitAnswer | undefined> {
  const id = siteFileIn(`http://site/sites/${site.id}/${pathname}`, site.id)?.id
  if (id === undefined) return undefined
  const file = await cachedFile(cache, `${site.id}/${id}`, () => readFile(sql, site.id, id))
  // A preview shows a site that may not be published yet: no cache may give its files to others.
  const isOpen = site.published && admission.previewOf === undefined
  const isPublic = isOpen && (site.visibility === 'public' || site.visibility === 'unlisted')
  const headers = {
    'Content-Type': file.contentType,
    'Cache-Control': `${isPublic ? 'public' : 'private'}, max-age=${maxAgeSeconds}`,
    ETag: `"${file.sha256}"`,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox",
    'Cross-Origin-Resource-Policy': isPublic ? 'cross-origin' : 'same-origin',
  }
  return isFresh(visit, headers.ETag) ? new VisitAnswer(304, headers) : new VisitAnswer(200, headers, file.bytes)
}

const readFile = (sql: Sql, siteId: string, id: string): Promise<CachedFile | undefined> =>
  sql
    .selectFrom('site_file')
    .select(['content_type as contentType', 'sha256', 'bytes'])
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst()
