import type {
  OpenAPISpecProcessingErrorCode,
  OpenAPISpecProcessingState,
  OpenAPISpecVisibility,
} from '@quire/contracts'
import type { Generated, JSONColumnType } from 'kysely'
import type { z } from 'zod'
import type { ParsedFile } from './parse-text.ts'
import type { SpecificationProblem } from './problems.ts'

export interface OpenApiTables {
  openapi_spec: {
    id: string
    organization_id: string
    slug: string
    visibility: z.output<typeof OpenAPISpecVisibility>
    /** Null: the source is a text. */
    source_url: string | null
    /** What the server called the content that the last version was made of, where that was one file. */
    source_etag: string | null
    processing_state: z.output<typeof OpenAPISpecProcessingState>
    last_version: string | null
    last_processed_at: Date | null
    error_code: z.output<typeof OpenAPISpecProcessingErrorCode> | null
    /** The first of them. */
    errors: JSONColumnType<SpecificationProblem[]> | null
    error_count: Generated<number>
    created_at: Date
    updated_at: Date
    /** When its address is looked at again; null: never. */
    refresh_at: Date | null
    claim: string | null
    claimed_until: Date | null
    attempts: Generated<number>
    /** Of its source and versions together. */
    bytes: Generated<string>
  }
  /** The text that a specification was last given. */
  openapi_text: { spec_id: string; text: string }
  /** What versions say, once for those that say the same. */
  openapi_content: {
    spec_id: string
    hash: string
    /** JSON. */
    document: string
    /** Of `document`, in UTF-8. */
    bytes: number
    /** As it came. */
    raw: string
    format: ParsedFile['format']
  }
  openapi_version: { id: string; spec_id: string; hash: string; created_at: Date }
}
