import type { MigrationClass } from '@quire/kit'
import { Identity0001 } from './identity-0001.ts'

/** In order; a migration that was released never changes. */
export const migrations: MigrationClass[] = [Identity0001]
