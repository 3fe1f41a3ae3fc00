import type { DeletedOrganizationTables, MemberTables, ProjectedAccessTables } from '@quire/access'
import type { KitTables } from '@quire/kit'
import type { Kysely } from 'kysely'
import type { ConversationTables } from './tables/conversations.tables.ts'
import type { IndexingTables } from './tables/indexing.tables.ts'
import type { InstructionTables } from './tables/instructions.tables.ts'
import type { QuestionTables } from './tables/questions.tables.ts'
import type { ResponseTables } from './tables/responses.tables.ts'
import type { SiteTables } from './tables/sites.tables.ts'
import type { VectorTables } from './tables/vectors.tables.ts'

/**
 * Rows of ai's tables. Conversations, instructions and responses are its own; all others are projections or derived from
 * the content.
 */
export type Tables = ConversationTables &
  DeletedOrganizationTables &
  IndexingTables &
  InstructionTables &
  QuestionTables &
  VectorTables &
  ResponseTables &
  SiteTables &
  KitTables &
  MemberTables &
  ProjectedAccessTables
export type Sql = Kysely<Tables>
