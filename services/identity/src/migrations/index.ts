import type { MigrationClass } from '@quire/kit'
import { Identity0001 } from './identity-0001.ts'
import { Identity0002 } from './identity-0002.ts'
import { Identity0003 } from './identity-0003.ts'
import { Identity0004 } from './identity-0004.ts'
import { IdentityIndexes0001 } from './identity-indexes-0001.ts'

/** In order; a migration that was released never changes. */
export const migrations: MigrationClass[] = [
  Identity0001,
  Identity0002,
  Identity0003,
  IdentityIndexes0001,
  Identity0004,
]
