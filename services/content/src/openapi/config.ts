import { z } from 'zod'

/** What the specifications take from the environment; its shape is spread into the service's configuration. */
export const OpenApiConfig = z.object({
  /** Seconds until the address of a specification is looked at again; 0 is never. */
  OPENAPI_REFRESH_EVERY: z.coerce
    .number()
    .int()
    .min(0)
    .max(30 * 86_400)
    .default(21_600),
  /** The longest that reading one specification may take. */
  OPENAPI_TIMEOUT_MS: z.coerce.number().int().min(1).max(600_000).default(60_000),
  /** The most memory that the thread may use for objects that reads them. */
  OPENAPI_MEMORY_MB: z.coerce.number().int().min(32).max(8192).default(1024),
})
export type OpenApiConfig = z.output<typeof OpenApiConfig>
