import type { Readable } from 'node:stream'
import { openApiAddressOperations } from '@quire/contracts'
import { type ByteRange, type Download, download, notFound, type Spool, spooled } from '@quire/kit'
import { type ContentContext, implement } from '../context.ts'
import { downloadHeaders } from '../files/download-headers.ts'

export const openApiAddressRoutes = implement(openApiAddressOperations, {
  async downloadPublishedOpenAPISpec({ sql, params, deps }) {
    const row = await documents(sql)
      .innerJoin('openapi_spec', 'openapi_spec.id', 'openapi_version.spec_id')
      .where('openapi_spec.id', '=', params.openAPISpecId)
      .where('openapi_spec.visibility', '=', 'public')
      .where('openapi_version.id', '=', (where) =>
        where
          .case()
          .when(where.val(params.versionId), '=', 'latest')
          .then(where.ref('openapi_spec.last_version'))
          .else(where.val(params.versionId))
          .end(),
      )
      .executeTakeFirst()
    // Whether it is public, and which version is the latest, is asked each time. Any page may read what is public.
    const forAll = { 'Cache-Control': 'no-cache', 'Access-Control-Allow-Origin': '*' }
    return documentOf(row, deps.uploads.spool, forAll)
  },

  async downloadOpenAPISpecVersion({ sql, params, deps }) {
    const { versionId, maxAgeSeconds } = deps.specAddresses.opened(params.versionToken)
    const row = await documents(sql).where('openapi_version.id', '=', versionId).executeTakeFirst()
    return documentOf(row, deps.uploads.spool, {
      'Cache-Control': `private, max-age=${maxAgeSeconds}, immutable`,
    })
  },
})

const documents = (sql: ContentContext['sql']) =>
  sql
    .selectFrom('openapi_version')
    .innerJoin('openapi_content', (join) =>
      join
        .onRef('openapi_content.spec_id', '=', 'openapi_version.spec_id')
        .onRef('openapi_content.hash', '=', 'openapi_version.hash'),
    )
    .select(['openapi_content.document', 'openapi_content.hash'])

function documentOf(
  row: { document: string; hash: string } | undefined,
  spool: Spool,
  headers: Record<string, string>,
): Download {
  if (!row) throw notFound('The OpenAPI specification')
  const bytes = Buffer.from(row.document)
  const file = { size: bytes.length, etag: `"${row.hash}"`, open: openedOnce(bytes, spool) }
  return download(file, {
    ...downloadHeaders({ name: 'openapi.json', contentType: 'application/json', maxAgeSeconds: 0 }),
    ...headers,
  })
}

/** Opens bytes for one reader; what waits in a file is not kept here. */
function openedOnce(given: Buffer, spool: Spool) {
  let bytes = given
  return (range: ByteRange = { start: 0, end: bytes.length - 1 }): Promise<Readable> => {
    const all = bytes
    bytes = Buffer.alloc(0)
    return spooled(all, spool, range)
  }
}
