import type { MigrationClass } from '@quire/kit'
import { Identity0001 } from './0001-people.ts'
import { Identity0002 } from './0002-invites-mail-sign-on.ts'
import { Identity0003 } from './0003-member-lists.ts'
import { IdentityIndexes0001 } from './0004-token-index.ts'
import { Identity0004 } from './0005-vouched-accounts.ts'
import { Identity0006 } from './0006-origins.ts'
import { Identity0007 } from './0007-lost-tokens.ts'
import { Identity0008 } from './0008-known-tokens.ts'
import { Identity0009 } from './0009-audit-events.ts'
import { Identity0010 } from './0010-disabled-people.ts'
import { Identity0011 } from './0011-deleted-organizations.ts'
import { Identity0012 } from './0012-installation-tokens.ts'
import { Identity0013 } from './0013-sessions.ts'
import { Identity0014 } from './0014-sign-in-mails.ts'
import { Identity0015 } from './0015-sign-in-links.ts'
import { Identity0016 } from './0016-passkeys.ts'
import { Identity0017 } from './0017-notification-mails.ts'
import { Identity0021 } from './0021-provisioning.ts'
import { Identity0022 } from './0022-programs.ts'
import { Identity0023 } from './0023-limited-programs.ts'
import { Identity0024 } from './0024-paths-of-sign-in-mails.ts'
import { Identity0025 } from './0025-wider-origins-of-sign-in-mails.ts'
import { Identity0026 } from './0026-provisioned-addresses.ts'
import { Identity0027 } from './0027-notification-mails-of-organizations.ts'

/** Migrations in order. A released migration never changes. */
export const migrations: MigrationClass[] = [
  Identity0001,
  Identity0002,
  Identity0003,
  IdentityIndexes0001,
  Identity0004,
  Identity0006,
  Identity0007,
  Identity0008,
  Identity0009,
  Identity0010,
  Identity0011,
  Identity0012,
  Identity0013,
  Identity0014,
  Identity0015,
  Identity0016,
  Identity0017,
  Identity0021,
  Identity0022,
  Identity0023,
  Identity0024,
  Identity0025,
  Identity0026,
  Identity0027,
]
