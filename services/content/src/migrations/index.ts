import { PageIndex0001 } from '../search/page-index.migration.ts'
import { Content0001 } from './0001-revisions.ts'
import { Content0002 } from './0002-content.ts'

/** In the order they are applied; a migration that was released never changes. */
export const migrations = [Content0001, Content0002, PageIndex0001]
