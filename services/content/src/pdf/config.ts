import { z } from 'zod'

/** What making PDFs takes from the environment; its shape is spread into the service's own. */
export const PdfConfig = z.object({
  /** PDFs that are made at once, each in a process of its own. */
  PDFS_AT_ONCE: z.coerce.number().int().min(1).max(32).default(2),
  /** The longest that one may take. */
  PDF_TIMEOUT_MS: z.coerce.number().int().min(100).max(600_000).default(120_000),
  /** The most memory of such a process. */
  PDF_MEMORY_MB: z.coerce.number().int().min(128).max(16_384).default(2048),
  /** How much of the disk finished PDFs take; they are kept for an hour. */
  PDF_KEPT_MB: z.coerce.number().int().min(0).max(1_000_000).default(512),
})
export type PdfConfig = z.output<typeof PdfConfig>
