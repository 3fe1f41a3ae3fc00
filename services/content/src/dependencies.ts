import type { IsBarred } from '@quire/access'
import type { Gate, OutboundAllow } from '@quire/kit'
import type { Counters } from './counters/marks.ts'
import type { Files } from './files/files.ts'
import type { SpecAddresses } from './openapi/addresses.ts'
import type { ContentLinks } from './links/open-links.ts'
import type { DocumentIds } from './pages/document-ids.ts'
import type { TextParser } from './parsing.ts'
import type { RevisionCaches } from './revisions/storage.ts'
import type { ContentSearch } from './search/open-search.ts'

/** What content's handlers depend on; made once, in app.ts. */
export interface ContentDependencies {
  publicUrl: string
  /** True for a membership that was removed, even before the event about it arrives. */
  isBarred: IsBarred
  counters: Counters
  /** Has the job tell of changed counters of spaces; called after the commit of such a change. */
  tellCounters: () => void
  files: Files
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
    /** Bounds how many imports of an organization, and of all, are under way. */
    gate: Gate
    /** Where what they fetch waits. */
    folder: string
  }
  /** Addresses that imports may reach though they lie inside. */
  outboundAllow: OutboundAllow
  /** Has OpenAPI specifications processed that were given a source; called after the commit. */
  processSpecs: () => void
  specAddresses: SpecAddresses
  /** Reads large numbers of texts without delaying requests. */
  inBackground: (signal: AbortSignal) => TextParser
}
