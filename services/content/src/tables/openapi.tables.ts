import type {
  OpenAPISpecProcessingErrorCode,
  OpenAPISpecProcessingState,
  OpenAPISpecVisibility,
} from '@quire/contracts'
import type { Generated, JSONColumnType } from 'kysely'
import type { z } from 'zod'

/** One problem of a specification, as its members see it. */
export interface SpecificationProblem {
  message: string
  code: 'SYNTAX' | 'SCHEMA' | 'REFERENCE' | 'TOO_COMPLEX' | 'FETCH_TIMEOUT' | 'FETCH_ERROR' | 'NO_ROOM' | 'INTERNAL'
}

export type SpecificationFormat = 'json' | 'yaml'

export interface OpenApiTables {
  openapi_spec: {
    id: string
    organization_id: string
    slug: string
    visibility: z.output<typeof OpenAPISpecVisibility>
    /** Null if the source is a text. */
    source_url: string | null
    /** ETag of the content that the last version was made of; null if the content was more than one file. */
    source_etag: string | null
    processing_state: z.output<typeof OpenAPISpecProcessingState>
    last_version: string | null
    last_processed_at: Date | null
    error_code: z.output<typeof OpenAPISpecProcessingErrorCode> | null
    /** The first problems; `error_count` counts all. */
    errors: JSONColumnType<SpecificationProblem[]> | null
    error_count: Generated<number>
    created_at: Date
    updated_at: Date
    /** Time of the next fetch of the address; null means never. */
    refresh_at: Date | null
    /** True once that time has come, until the address is fetched. */
    is_due: Generated<boolean>
    /** The account that the work counts for, and its origin (docs/adr/0029). */
    account: Generated<string>
    origin: Generated<string>
    claim: string | null
    claimed_until: Date | null
    attempts: Generated<number>
    /** Size of the source and the versions together. */
    bytes: Generated<string>
  }
  /** The text that a specification was last given. */
  openapi_text: { spec_id: string; text: string }
  /** Contents of versions; equal versions of a specification share one row. */
  openapi_content: {
    spec_id: string
    hash: string
    /** JSON. */
    document: string
    /** Size of `document` in UTF-8. */
    bytes: number
    /** The text as it was received. */
    raw: string
    format: SpecificationFormat
  }
  openapi_version: { id: string; spec_id: string; hash: string; created_at: Date }
}
