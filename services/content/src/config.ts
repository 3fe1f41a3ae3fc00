import { join } from 'node:path'
import { uploadLimits } from '@quire/contracts'
import { DatabaseConfig, OutboundAllow } from '@quire/kit'
import { ParsingConfig } from '@quire/parsing'
import { SearchConfig } from '@quire/search/config'
import { z } from 'zod'
import { PdfConfig } from './exports/pdf/config.ts'
import { OpenApiConfig } from './openapi/config.ts'
import { PurgeEvery } from './spaces/purge/purge-job.ts'
import { BlobConfig } from './storage/files/open-blobs.ts'

/** The configuration of the content service, from its environment. */
export const ContentConfig = DatabaseConfig.extend({
  ...BlobConfig.shape,
  ...ParsingConfig.shape,
  ...PdfConfig.shape,
  ...SearchConfig.shape,
  ...OpenApiConfig.shape,
  OUTBOUND_ALLOW: OutboundAllow.describe(
    '`host:port,…` that imports, Git repositories, embeds and OpenAPI specifications may have although the address is private.',
  ),
  NOTIFICATION_MAIL_DELAY_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(3600)
    .default(180)
    .describe(
      'Seconds that a notification waits for others before they are mailed together ([mails of notifications](../operations.md#mails-of-notifications)).',
    ),
  PURGE_EVERY: PurgeEvery.describe('Seconds between two runs of the [purge](../operations.md#what-is-deleted).'),
  IMPORT_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(1024 ** 2)
    .max(uploadLimits.import_file)
    .default(1024 ** 3)
    .describe('Size of the largest archive or document that is imported, uploaded or fetched.'),
  IMPORT_REMOTE_PICTURES: z
    .stringbool()
    .default(true)
    .describe(
      'Fetches the pictures that imported pages show from other servers, and stores them as files of the space. `false` leaves them links, for servers without a way out.',
    ),
  IMPORTS_AT_ONCE: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(2)
    .describe('Imports that one process reads at a time; more wait in the database.'),
  IMPORT_PLACE_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(7200)
    .default(300)
    .describe(
      'Seconds after which an import, such as one of a slow source, no longer counts among `IMPORTS_AT_ONCE`: another one begins beside it. At most twice as many go on at a time.',
    ),
  GIT_KEPT_MB: z.coerce
    .number()
    .int()
    .min(0)
    .max(10_000_000)
    .default(2048)
    .describe(
      'Size of the Git repositories of former operations that are kept, in megabytes, in each `DATA_DIR`; those used last stay. 0 keeps none.',
    ),
  TRANSLATION_WORDS_PER_DAY: z.coerce
    .number()
    .int()
    .min(0)
    .default(200_000)
    .describe(
      'Words that an organization may have translated by the language model on one day (UTC). Translations go on the next day. 0 for no limit.',
    ),
  TRANSLATION_WORDS_PER_DAY_OF_ACCOUNT: z.coerce
    .number()
    .int()
    .min(1)
    .default(400_000)
    .describe(
      'Words that all organizations that one account made may have translated on one day (UTC) together; three times as many for all accounts that were created at one address.',
    ),
  IMPORT_WAIT_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(840)
    .default(600)
    .describe('Longest wait of a call for its import. Then the answer is 503, and the import goes on.'),
})

export type ContentConfig = z.output<typeof ContentConfig>

/** The folders that content writes to, by the names that the metrics have for them. */
export const writtenFolders = ({ DATA_DIR, BLOBS_S3_BUCKET }: ContentConfig) => ({
  ...(BLOBS_S3_BUCKET === undefined && { blobs: join(DATA_DIR, 'blobs') }),
  imports: join(DATA_DIR, 'imports'),
  pdf: join(DATA_DIR, 'pdf'),
  git: join(DATA_DIR, 'git'),
})
