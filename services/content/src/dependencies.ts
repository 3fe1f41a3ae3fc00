import type { IsBarred } from '@quire/access'
import type { Revisions } from './revisions/index.ts'

/** What content's handlers depend on; made once, in app.ts. */
export interface ContentDependencies {
  publicUrl: string
  isBarred: IsBarred
  revisions: Revisions
}
