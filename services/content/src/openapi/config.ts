import { z } from 'zod'

/** Environment variables of OpenAPI processing; the shape is spread into the service's configuration. */
export const OpenApiConfig = z.object({
  OPENAPI_REFRESH_EVERY: z.coerce
    .number()
    .int()
    .min(0)
    .max(30 * 86_400)
    .default(21_600)
    .describe(
      'Seconds until the address of an OpenAPI specification is fetched again, a tenth more or less; 0 for never.',
    ),
  OPENAPI_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(1)
    .max(600_000)
    .default(60_000)
    .describe('Longest time to read one OpenAPI specification.'),
  OPENAPI_MEMORY_MB: z.coerce
    .number()
    .int()
    .min(32)
    .max(8192)
    .default(1024)
    .describe('Heap limit of the thread that reads specifications. It starts when it is needed.'),
})
export type OpenApiConfig = z.output<typeof OpenApiConfig>
