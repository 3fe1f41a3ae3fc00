import { z } from 'zod'
import { Id, Timestamp, Url } from '../shared/primitives.ts'

/** Bounds the bytes of a specification together with all files that it refers to. */
export const openApiSpecBytes = 16 * 1024 * 1024

export const openApiSpecSlug = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const OpenAPISpecSlug = z
  .string()
  .min(1)
  .max(100)
  .regex(openApiSpecSlug, 'must be small letters and digits, with single hyphens between')
  .meta({ id: 'OpenAPISpecSlug' })

export const OpenAPISpecVisibility = z.enum(['private', 'public']).meta({ id: 'OpenAPISpecVisibility' })
export const OpenAPISpecProcessingState = z
  .enum(['pending', 'progress', 'complete'])
  .meta({ id: 'OpenAPISpecProcessingState' })
export const OpenAPISpecProcessingErrorCode = z
  .enum(['FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR'])
  .meta({ id: 'OpenAPISpecProcessingErrorCode' })

/** The source of a specification: an address, which is checked for changes from time to time, or a text. */
const OpenAPISpecSource = z
  .union([z.object({ url: Url }), z.object({ text: z.string().min(1).max(openApiSpecBytes) })])
  .meta({ id: 'OpenAPISpecSource' })

export const CreateOpenAPISpec = z.object({ slug: OpenAPISpecSlug, source: OpenAPISpecSource })
export const CreateOrUpdateOpenAPISpec = z.object({ source: OpenAPISpecSource })
export const UpdateOpenAPISpec = z.object({ visibility: OpenAPISpecVisibility })

/** An error in a specification; the message includes the location. */
const OpenAPIError = z.strictObject({ message: z.string(), code: z.string() }).meta({ id: 'OpenAPIErrorObject' })

/** See docs/interface.md#openapi-specifications. */
export const OpenAPISpec = z
  .strictObject({
    object: z.literal('openapi-spec'),
    id: Id,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    slug: OpenAPISpecSlug,
    sourceURL: Url.optional(),
    processingState: OpenAPISpecProcessingState,
    visibility: OpenAPISpecVisibility,
    lastVersion: Id.optional(),
    lastProcessedAt: Timestamp.optional(),
    lastProcessErrorCode: OpenAPISpecProcessingErrorCode.optional(),
    lastProcessedErrors: z.array(OpenAPIError).optional(),
    lastProcessedErrorCount: z.number().int().min(0),
    permissions: z.strictObject({ view: z.boolean(), edit: z.boolean() }),
    urls: z.strictObject({ location: Url, app: Url, published: Url.optional() }),
  })
  .meta({ id: 'OpenAPISpec' })

export const OpenAPISpecVersion = z
  .strictObject({
    object: z.literal('openapi-spec-version'),
    id: Id,
    createdAt: Timestamp,
    url: z.url(),
    urls: z.strictObject({ location: Url }),
  })
  .meta({ id: 'OpenAPISpecVersion' })

/** One file; its `specification` refers only to the other files of the version. */
const OpenAPISpecFile = z
  .strictObject({
    dir: z.string(),
    isEntrypoint: z.boolean(),
    references: z.array(z.string()),
    filename: z.string(),
    specification: z.looseObject({}),
  })
  .meta({ id: 'OpenAPISpecFile' })

/** The files of a version by their names, with their addresses. */
export const OpenAPISpecContent = z
  .strictObject({
    filesystem: z.record(z.string(), OpenAPISpecFile),
    url: z.url(),
    urls: z.strictObject({ source: z.url(), public: z.url().nullable() }),
  })
  .meta({ id: 'OpenAPISpecContent' })

/** The unchanged source text of a version. */
export const OpenAPISpecRawContent = z
  .strictObject({ text: z.string(), format: z.enum(['json', 'yaml']) })
  .meta({ id: 'OpenAPISpecRawContent' })
