import { Ai0001 } from './0001-ai.ts'
import { Ai0002 } from './0002-deleted-collections.ts'
import { Ai0003 } from './0003-index-queue.ts'
import { Ai0004 } from './0004-wanted-since.ts'
import { Ai0005 } from './0005-search-segments.ts'
import { Ai0008 } from './0008-questions.ts'
import { Ai0009 } from './0009-phrases.ts'
import { Ai0010 } from './0010-section-vectors.ts'
import { Ai0011 } from './0011-claimed-questions.ts'
import { Ai0012 } from './0012-merge-leases.ts'
import { Ai0013 } from './0013-index-turns.ts'
import { Ai0020 } from './0020-agent-instructions.ts'
import { Ai0025 } from './0025-conversations.ts'
import { Ai0026 } from './0026-responses.ts'
import { Ai0028 } from './0028-purged-responses.ts'
import { Ai0030 } from './0030-meaning-of-issues.ts'
import { Ai0031 } from './0031-embedding-usage.ts'
import { Ai0032 } from './0032-deleted-organizations.ts'
import { Ai0033 } from './0033-pages-without-comments.ts'

/** Migrations in the order of their application; a released migration never changes. */
export const migrations = [
  Ai0001,
  Ai0002,
  Ai0003,
  Ai0004,
  Ai0005,
  Ai0008,
  Ai0009,
  Ai0010,
  Ai0011,
  Ai0012,
  Ai0013,
  Ai0020,
  Ai0025,
  Ai0026,
  Ai0028,
  Ai0030,
  Ai0031,
  Ai0032,
  Ai0033,
]
