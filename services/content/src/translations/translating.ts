import type { ClaimedRow, Database, Logger, Publisher } from '@quire/kit'
import type { Sql } from '../database.ts'
import type { EditingContext } from '../editing/context.ts'
import type { TranslationRow } from '../tables/translations.tables.ts'
import type { TranslatorClient } from './translator-client.ts'

/** A translation that this process brings up to date. */
export type ClaimedTranslation = TranslationRow & ClaimedRow

/** The parts of the job that keeps translations. */
export interface Translating {
  database: Database
  publisher: Publisher
  jobSql: () => Sql
  client: TranslatorClient
  deps: EditingContext['deps'] & { indexSoon: () => void; isRevoked: (tokenId: string) => boolean }
  /** Words that an organization, and all those of one account, may have translated on one day; no limit if `perDay` is 0. */
  words: { perDay: number; ofAccount: number }
  log: Logger
}
