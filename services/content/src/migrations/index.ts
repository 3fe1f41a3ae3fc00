import { PageIndex0001 } from '../search/page-index-migration.ts'
import { Content0001 } from './0001-revisions.ts'
import { Content0002 } from './0002-content.ts'
import { Content0003 } from './0003-structure.ts'
import { Content0004 } from './0004-stores.ts'
import { Content0005 } from './0005-reusable-contents.ts'
import { Content0006 } from './0006-change-requests.ts'
import { Content0007 } from './0007-permissions.ts'
import { Content0008 } from './0008-counters.ts'
import { Content0009 } from './0009-imports.ts'
import { Content0010 } from './0010-comments.ts'
import { Content0011 } from './0011-index-failures.ts'
import { Content0012 } from './0012-space-counters.ts'
import { Content0013 } from './0013-search-segments.ts'
import { Content0014 } from './0014-document-links.ts'
import { Content0015 } from './0015-comment-replies.ts'
import { Content0016 } from './0016-openapi.ts'
import { Content0017 } from './0017-links.ts'
import { Content0018 } from './0018-import-runs.ts'
import { Content0020 } from './0020-uploads.ts'
import { Content0021 } from './0021-specification-links.ts'
import { Content0022 } from './0022-published.ts'
import { Content0023 } from './0023-bounds.ts'
import { Content0024 } from './0024-addressed-sites.ts'
import { Content0025 } from './0025-site-addresses.ts'
import { Content0026 } from './0026-import-problems.ts'
import { Content0028 } from './0028-unused-files.ts'
import { Content0029 } from './0029-former-addresses.ts'
import { Content0034 } from './0034-sources.ts'
import { Content0035 } from './0035-reference-spaces.ts'
import { Content0036 } from './0036-merge-leases.ts'
import { Content0037 } from './0037-work-holders.ts'
import { Content0040 } from './0040-git.ts'
import { Content0041 } from './0041-git-sync.ts'
import { Content0045 } from './0045-translations.ts'
import { Content0046 } from './0046-git-tree-address.ts'
import { Content0048 } from './0048-authors.ts'
import { Content0049 } from './0049-git-previews.ts'
import { Content0050 } from './0050-translation-holders.ts'
import { Content0051 } from './0051-exported-changes.ts'
import { Content0054 } from './0054-audit-events.ts'
import { Content0055 } from './0055-deleted-organizations.ts'
import { Content0059 } from './0059-notifications.ts'
import { Content0060 } from './0060-personal-spaces.ts'
import { Content0061 } from './0061-notification-mails.ts'
import { Content0062 } from './0062-held-announcements.ts'
import { Content0063 } from './0063-disabled-people.ts'
import { Content0065 } from './0065-git-pushes.ts'
import { Content0067 } from './0067-unread-notifications.ts'
import { Content0068 } from './0068-requested-reviews.ts'
import { Content0069 } from './0069-contributors.ts'
import { Content0070 } from './0070-translation-actors.ts'
import { Content0071 } from './0071-runs-of-sessions.ts'
import { Content0072 } from './0072-steps-of-imports.ts'
import { Content0073 } from './0073-givers-of-credentials.ts'

/** Migrations in the order of their application; a released migration never changes. */
export const migrations = [
  Content0001,
  Content0002,
  PageIndex0001,
  Content0003,
  Content0004,
  Content0005,
  Content0006,
  Content0007,
  Content0008,
  Content0009,
  Content0010,
  Content0011,
  Content0012,
  Content0013,
  Content0014,
  Content0015,
  Content0016,
  Content0017,
  Content0018,
  Content0020,
  Content0021,
  Content0022,
  Content0023,
  Content0025,
  Content0024,
  Content0026,
  Content0028,
  Content0029,
  Content0034,
  Content0035,
  Content0036,
  Content0037,
  Content0040,
  Content0041,
  Content0045,
  Content0046,
  Content0048,
  Content0049,
  Content0050,
  Content0051,
  Content0054,
  Content0055,
  Content0059,
  Content0060,
  Content0061,
  Content0062,
  Content0063,
  Content0065,
  Content0067,
  Content0068,
  Content0069,
  Content0070,
  Content0071,
  Content0072,
  Content0073,
]
