import type { Readable } from 'node:stream'
import { isNotDeleted } from '@quire/access'
import { openApiAddressOperations } from '@quire/contracts'
import { type ByteRange, type Download, download, notFound, Refusal, type Spool, spooled } from '@quire/kit'
import { sql as raw } from 'kysely'
import { downloadHeaders } from '../storage/files/downloads.ts'
import { implement, type OpenApiContext } from './context.ts'

export const openApiAddressRoutes = implement(openApiAddressOperations, {
  async downloadPublishedOpenAPISpec({ sql, params, deps }) {
    const row = await documents(sql)
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
    // Pages of any origin may read a public specification, and learn that there is none.
    const forAll = { 'Access-Control-Allow-Origin': '*' }
    if (!row) throw new Refusal(404, 'There is no public OpenAPI specification here.', forAll)
    // Visibility and latest version are checked on each request.
    return documentOf(row, deps.uploads.spool, { 'Cache-Control': 'no-cache', ...forAll })
  },

  async downloadOpenAPISpecVersion({ sql, params, deps }) {
    const { versionId, maxAgeSeconds } = deps.specAddresses.verify(params.versionToken)
    const row = await documents(sql).where('openapi_version.id', '=', versionId).executeTakeFirst()
    return documentOf(row, deps.uploads.spool, {
      'Cache-Control': `private, max-age=${maxAgeSeconds}, immutable`,
    })
  },
})

const documents = (sql: OpenApiContext['sql']) =>
  sql
    .selectFrom('openapi_version')
    .innerJoin('openapi_spec', 'openapi_spec.id', 'openapi_version.spec_id')
    .where(isNotDeleted(raw.ref('openapi_spec.organization_id')))
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

/** Opens bytes for one reader. Drops its own reference to them, so that bytes spooled to a file leave memory. */
function openedOnce(given: Buffer, spool: Spool) {
  let bytes = given
  return (range: ByteRange = { start: 0, end: bytes.length - 1 }): Promise<Readable> => {
    const all = bytes
    bytes = Buffer.alloc(0)
    return spooled(all, spool, range)
  }
}
