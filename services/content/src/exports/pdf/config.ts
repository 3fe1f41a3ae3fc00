import { z } from 'zod'

/** Environment variables of PDF printing; the shape is spread into the service's configuration. */
export const PdfConfig = z.object({
  PDFS_AT_ONCE: z.coerce
    .number()
    .int()
    .min(1)
    .max(32)
    .default(2)
    .describe(
      'PDFs that one process prints at a time, each in a separate process. More wait up to a minute, then the answer is 503 ([PDFs](../operations.md#pdfs)).',
    ),
  PDF_TIMEOUT_MS: z.coerce.number().int().min(100).max(600_000).default(120_000).describe('Longest time for one PDF.'),
  PDF_MEMORY_MB: z.coerce
    .number()
    .int()
    .min(128)
    .max(16_384)
    .default(2048)
    .describe('Memory limit of a printing process.'),
  PDF_KEPT_MB: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .default(512)
    .describe('Disk space for finished PDFs, which are cached for an hour.'),
})
export type PdfConfig = z.output<typeof PdfConfig>
