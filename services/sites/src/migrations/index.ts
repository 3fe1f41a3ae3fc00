import type { MigrationClass } from '@quire/kit'
import { SitesIndexes0001 } from './0001-indexes.ts'
import { Sites0001 } from './0001-sites.ts'
import { Sites0002 } from './0002-deleted-collections.ts'
import { Sites0003 } from './0003-conditions.ts'
import { Sites0004 } from './0004-space-counters.ts'
import { Sites0005 } from './0005-sections.ts'
import { Sites0006 } from './0006-customization.ts'
import { Sites0007 } from './0007-audience.ts'
import { Sites0008 } from './0008-adaptive-schemas.ts'
import { Sites0009 } from './0009-hostnames.ts'
import { Sites0011 } from './0011-site-marks.ts'
import { Sites0012 } from './0012-share-link-hashes.ts'
import { Sites0013 } from './0013-address-history.ts'
import { Sites0017 } from './0017-settings-in-force.ts'
import { Sites0034 } from './0034-mcp-transport.ts'
import { Sites0035 } from './0035-site-files.ts'
import { Sites0036 } from './0036-proxy-claims.ts'
import { Sites0040 } from './0040-insights.ts'
import { Sites0045 } from './0045-integrations.ts'
import { Sites0046 } from './0046-integration-events.ts'
import { Sites0050 } from './0050-custom-fonts.ts'
import { Sites0051 } from './0051-site-ads.ts'
import { Sites0052 } from './0052-purged-integration-events.ts'
import { Sites0054 } from './0054-event-senders.ts'
import { Sites0055 } from './0055-installation-setups.ts'
import { Sites0056 } from './0056-integration-bundles.ts'
import { Sites0058 } from './0058-program-sums.ts'
import { Sites0060 } from './0060-audit-events.ts'
import { Sites0061 } from './0061-deleted-organizations.ts'
import { Sites0063 } from './0063-people.ts'
import { Sites0064 } from './0064-unrolled-days.ts'

/** The migrations, in order. A released migration never changes. */
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
  Sites0013,
  Sites0017,
  Sites0034,
  Sites0035,
  Sites0036,
  Sites0050,
  Sites0045,
  Sites0046,
  Sites0040,
  Sites0051,
  Sites0052,
  Sites0054,
  Sites0055,
  Sites0056,
  Sites0058,
  Sites0060,
  Sites0061,
  Sites0063,
  Sites0064,
]
