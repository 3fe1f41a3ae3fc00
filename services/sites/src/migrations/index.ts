import type { MigrationClass } from '@quire/kit'
import { Sites0001 } from './sites-0001.ts'
import { Sites0002 } from './sites-0002.ts'
import { Sites0003 } from './sites-0003.ts'
import { Sites0004 } from './sites-0004.ts'
import { Sites0005 } from './sites-0005.ts'
import { Sites0006 } from './sites-0006.ts'
import { Sites0007 } from './sites-0007.ts'
import { Sites0008 } from './sites-0008.ts'
import { Sites0009 } from './sites-0009.ts'
import { Sites0011 } from './sites-0011.ts'
import { Sites0012 } from './sites-0012.ts'
import { SitesIndexes0001 } from './sites-indexes-0001.ts'

/** In order; a migration that was released never changes. */
export const migrations: MigrationClass[] = [
  Sites0001,
  Sites0002,
  SitesIndexes0001,
  Sites0003,
  Sites0004,
  Sites0005,
  Sites0006,
  Sites0007,
  Sites0008,
  Sites0009,
  Sites0011,
  Sites0012,
]
