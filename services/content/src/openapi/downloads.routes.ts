import { Readable } from 'node:stream'
import { openApiAddressOperations } from '@quire/contracts'
import { type Download, download, notFound } from '@quire/kit'
import { type ContentContext, implement } from '../context.ts'
import { downloadHeaders } from '../files/download-headers.ts'

export const openApiAddressRoutes = implement(openApiAddressOperations, {
  async downloadPublishedOpenAPISpec({ sql, params }) {
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
    return documentOf(row, { 'Cache-Control': 'no-cache', 'Access-Control-Allow-Origin': '*' })
  },

  async downloadOpenAPISpecVersion({ sql, params, deps }) {
    const { versionId, maxAgeSeconds } = deps.specAddresses.opened(params.versionToken)
    return documentOf(await documents(sql).where('openapi_version.id', '=', versionId).executeTakeFirst(), {
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
    .select('openapi_content.document')

function documentOf(row: { document: string } | undefined, headers: Record<string, string>): Download {
  if (!row) throw notFound('The OpenAPI specification')
  const bytes = Buffer.from(row.document)
  const file = { blob: '', name: 'openapi.json', contentType: 'application/json', size: bytes.length, maxAgeSeconds: 0 }
  return download(Readable.from([bytes]), { ...downloadHeaders(file), ...headers })
}
