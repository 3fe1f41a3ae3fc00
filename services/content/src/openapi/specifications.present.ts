import { atLeast, type Level } from '@quire/access'
import { type OpenAPISpec, type OpenAPISpecVersion, timestamp, withoutNulls } from '@quire/contracts'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import { withoutQuery } from '../pages/hrefs.ts'
import type { OpenApiTables } from '../tables/openapi.tables.ts'
import type { SpecAddresses } from './spec-addresses.ts'

export type SpecRow = Selectable<OpenApiTables['openapi_spec']>
type VersionRow = Selectable<OpenApiTables['openapi_version']>

interface Presenting {
  publicUrl: string
  specAddresses: SpecAddresses
}

const locationOf = (publicUrl: string, { organization_id, slug }: Pick<SpecRow, 'organization_id' | 'slug'>) =>
  `${publicUrl}/v1/orgs/${organization_id}/openapi/${slug}`

/** Presents a specification to a member with the given role in its organization. */
export function presentSpec(
  row: SpecRow,
  level: Level,
  { publicUrl, specAddresses }: Presenting,
): z.input<typeof OpenAPISpec> {
  const location = locationOf(publicUrl, row)
  const published = publishedAddress(row, 'latest', specAddresses)
  return {
    object: 'openapi-spec',
    id: row.id,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
    slug: row.slug,
    processingState: row.processing_state,
    visibility: row.visibility,
    ...withoutNulls({
      sourceURL: sourceAddress(row, level),
      lastVersion: row.last_version,
      lastProcessedAt: row.last_processed_at && timestamp(row.last_processed_at),
      lastProcessErrorCode: row.error_code,
      lastProcessedErrors: row.errors,
    }),
    lastProcessedErrorCount: row.error_count,
    permissions: { view: true, edit: atLeast(level, 'create') },
    urls: { location, app: `${publicUrl}/docs/openapi/${row.id}`, ...(published !== null && { published }) },
  }
}

/** The address of the source; without its query, which may hold a credential, for members who may not edit. */
export const sourceAddress = ({ source_url: url }: Pick<SpecRow, 'source_url'>, level: Level): string | null =>
  url === null || atLeast(level, 'create') ? url : withoutQuery(url)

/** The public address of a version or of `latest`; null if the specification is not public or has no version. */
export const publishedAddress = (row: SpecRow, version: string, addresses: SpecAddresses): string | null =>
  row.visibility === 'public' && row.last_version !== null ? addresses.published(row.id, version) : null

/** The address of a version without a token: permanent if its specification is public, else valid for 1 to 2 hours. */
export const versionAddress = (spec: SpecRow, versionId: string, addresses: SpecAddresses): string =>
  publishedAddress(spec, versionId, addresses) ?? addresses.signed(versionId)

export const presentVersion = (
  spec: SpecRow,
  { id, created_at }: Pick<VersionRow, 'id' | 'created_at'>,
  { publicUrl, specAddresses }: Presenting,
): z.input<typeof OpenAPISpecVersion> => ({
  object: 'openapi-spec-version',
  id,
  createdAt: timestamp(created_at),
  url: versionAddress(spec, id, specAddresses),
  urls: { location: `${locationOf(publicUrl, spec)}/versions/${id}` },
})
