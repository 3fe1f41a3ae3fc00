import { customFontFileIn } from '@quire/contracts'
import { VisitAnswer, type VisitRequest } from '@quire/kit'
import type { Sql } from '../../database.ts'
import { isFresh } from '../cache/visit-answers.ts'
import { cachedFile, type SiteFileCache } from './site-file-answer.ts'

/** A file that changes gets another address. */
const maxAgeSeconds = 86_400

/**
 * Answers with a file of a custom font, whose address is the permission to read it; undefined if the path below the
 * assets is none of a custom font. Throws 404.
 */
export async function customFontAnswer(
  { sql, cache, visit }: { sql: Sql; cache: SiteFileCache; visit: VisitRequest },
  path: string,
): Promise<VisitAnswer | undefined> {
  const id = customFontFileIn(path)
  if (id === undefined) return undefined
  const file = await cachedFile(cache, `custom-fonts/${id}`, () => readFace(sql, id))
  const headers = {
    'Content-Type': file.contentType,
    'Cache-Control': `public, max-age=${maxAgeSeconds}, immutable`,
    ETag: `"${file.sha256}"`,
    'X-Content-Type-Options': 'nosniff',
    // Browsers load fonts for pages of other origins, such as an editor's, with permission only.
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  }
  return isFresh(visit, headers.ETag) ? new VisitAnswer(304, headers) : new VisitAnswer(200, headers, file.bytes)
}

const readFace = (sql: Sql, id: string) =>
  sql
    .selectFrom('custom_font_face')
    .select(['content_type as contentType', 'sha256', 'bytes'])
    .where('id', '=', id)
    .executeTakeFirst()
