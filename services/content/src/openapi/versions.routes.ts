import { openApiVersionOperations } from '@quire/contracts'
import { cachedJson, countOf, keysetPage, listOf, notFound } from '@quire/kit'
import { implement, type OpenApiContext } from './context.ts'
import { findReadableSpec, findSpec } from './find-spec.ts'
import {
  presentVersion,
  publishedAddress,
  type SpecRow,
  sourceAddress,
  versionAddress,
} from './specifications.present.ts'

export const openApiVersionRoutes = implement(openApiVersionOperations, {
  async listOpenAPISpecVersions({ sql, params, page, cursors, deps }) {
    const spec = await findSpec(sql, params)
    const listed = sql.selectFrom('openapi_version').where('spec_id', '=', spec.id)
    return listOf({
      page,
      cursors,
      rows: await keysetPage(listed.selectAll(), page, ['id'], 'desc').execute(),
      present: (row) => presentVersion(spec, row, deps),
      after: ({ id }) => [id],
      count: () => countOf(sql, listed.select('id')),
    })
  },

  async getLatestOpenAPISpecVersion(context) {
    const spec = await findReadableSpec(context)
    return presentVersion(spec, await findVersion(context.sql, spec, spec.last_version), context.deps)
  },

  async getLatestOpenAPISpecVersionContent(context) {
    const spec = await findReadableSpec(context)
    return contentOf(context, spec, spec.last_version)
  },

  async getLatestOpenAPISpecVersionContentRaw({ sql, params }) {
    const spec = await findSpec(sql, params)
    const { raw: text, format } = await withContent(sql, spec, spec.last_version)
      .select(['openapi_content.raw', 'openapi_content.format'])
      .executeTakeFirstOrThrow(noVersion)
    return { text, format }
  },

  async getOpenAPISpecVersionById({ sql, params, deps }) {
    const spec = await findSpec(sql, params)
    return presentVersion(spec, await findVersion(sql, spec, params.versionId), deps)
  },

  async getOpenAPISpecVersionContentById(context) {
    return contentOf(context, await findSpec(context.sql, context.params), context.params.versionId)
  },
})

const noVersion = () => notFound('The version')

/** Throws 404 for null, the latest version of a specification that was not read yet. */
const findVersion = (sql: OpenApiContext['sql'], spec: SpecRow, versionId: string | null) =>
  sql
    .selectFrom('openapi_version')
    .selectAll()
    .where('spec_id', '=', spec.id)
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow(noVersion)

const withContent = (sql: OpenApiContext['sql'], spec: SpecRow, versionId: string | null) =>
  sql
    .selectFrom('openapi_version')
    .innerJoin('openapi_content', (join) =>
      join
        .onRef('openapi_content.spec_id', '=', 'openapi_version.spec_id')
        .onRef('openapi_content.hash', '=', 'openapi_version.hash'),
    )
    .where('openapi_version.spec_id', '=', spec.id)
    .where('openapi_version.id', '=', versionId)

const filename = 'openapi.json'

/** Presents the content of a version as one file, the form that the published renderer reads. */
async function contentOf(
  { sql, access, deps: { specAddresses } }: Pick<OpenApiContext, 'sql' | 'access' | 'deps'>,
  spec: SpecRow,
  version: string | null,
) {
  const { id, document } = await withContent(sql, spec, version)
    .select(['openapi_version.id', 'openapi_content.document'])
    .executeTakeFirstOrThrow(noVersion)
  const specification = cachedJson<Record<string, unknown>>(Buffer.from(document))
  const url = versionAddress(spec, id, specAddresses)
  // Visitors do not see the source of a specification.
  const source = access.visitorSpaceIds ? null : sourceAddress(spec, access.level)
  return {
    filesystem: { [filename]: { dir: '.', isEntrypoint: true, references: [], filename, specification } },
    url,
    urls: { source: source ?? url, public: publishedAddress(spec, id, specAddresses) },
  }
}
