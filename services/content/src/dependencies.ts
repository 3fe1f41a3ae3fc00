import type { Access, AccessContext, IsBarred } from '@quire/access'
import type { OutboundAllow } from '@quire/kit'
import type { Counters } from './counters/marks.ts'
import type { Files } from './files/files.ts'
import type { RunEnds } from './imports/runs/ends.ts'
import type { ContentLinks } from './links/open-links.ts'
import type { SpecAddresses } from './openapi/addresses.ts'
import type { DocumentIds } from './pages/document-ids.ts'
import type { TextParser } from './parsing.ts'
import type { Pdfs } from './pdf/pdfs.ts'
import type { RevisionCaches } from './revisions/storage.ts'
import type { ContentSearch } from './search/open-search.ts'
import type { Uploads } from './uploads/uploads.ts'

/** What content's handlers depend on; made once, in app.ts. */
export interface ContentDependencies {
  /** Applies the rule of another operation to the request; throws as it does for that operation. */
  authorize: (context: AccessContext) => Promise<Access>
  publicUrl: string
  /** True for a membership that was removed, even before the event about it arrives. */
  isBarred: IsBarred
  /** Whether an access token was revoked. */
  isRevoked: (tokenId: string) => boolean
  counters: Counters
  /** Has the job tell of changed counters of spaces; called after the commit of such a change. */
  tellCounters: () => void
  files: Files
  uploads: Uploads
  pdfs: Pdfs
  /** The names of a space's texts. */
  documentIds: (spaceId: string) => DocumentIds
  /** When something is written, and what retention is measured by. */
  now: () => Date
  caches: RevisionCaches
  search: ContentSearch
  links: ContentLinks
  /** Has jobs index what became live and collect its links, where that is much; called after its commit. */
  indexSoon: () => void
  imports: {
    /** Where what they fetch waits. */
    folder: string
    /** Tells and hears when runs end. */
    ends: RunEnds
    /** Has this process look for a run that waits. */
    wake: () => void
    /** How long a call waits for its import. */
    patienceMs: number
  }
  /** Addresses that imports may reach though they lie inside. */
  outboundAllow: OutboundAllow
  /** Has OpenAPI specifications processed that were given a source; called after the commit. */
  processSpecs: () => void
  specAddresses: SpecAddresses
  /** Reads large numbers of texts without delaying requests. */
  inBackground: (signal: AbortSignal) => TextParser
}
