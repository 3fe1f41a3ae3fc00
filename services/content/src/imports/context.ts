import type { links, parseSummary } from '@quire/document'
import { implementer, type OutboundAllow } from '@quire/kit'
import type { Parser } from '@quire/parsing'
import type { ContentContext } from '../context.ts'
import type { Tables } from '../database.ts'
import type { EditingNeeds, EditingTasks } from '../editing/context.ts'
import type { OpenApiNeeds } from '../openapi/context.ts'
import type { Roots, SourceEntry } from '../storage/revisions/revision-entries.ts'
import type { Storage } from '../storage/revisions/storage.ts'
import type { ImportBounds } from './import-bounds.ts'
import type { listSiteEntries } from './list-site-entries.ts'
import type { readConfig } from './read-config.ts'
import type { readImported } from './read-imported.ts'
import type { storageHtml } from './readers/confluence/storage-html.ts'
import type { convertDocx } from './readers/docx/convert-docx.ts'
import type { readConfluenceIndex } from './readers/html/confluence-index.ts'
import type { convertHtml } from './readers/html/convert-html.ts'
import type { convertDatabase } from './readers/notion/convert-database.ts'
import type { askRobots } from './readers/website/ask-robots.ts'
import type { readSitemap } from './readers/website/read-sitemap.ts'
import type { RunEnds } from './runs/run-ends.ts'

export type Sources = Record<'config' | 'summary', SourceEntry>

/** The part of a space that one import brought. */
export interface Brought {
  source: string
  /** Ids of the pages. */
  pages: ReadonlySet<string>
  /** Paths of the files that could not be imported; pages of earlier states of these files are there as well. */
  failed: ReadonlySet<string>
}

/** The table of contents and the configuration that an export would write, and its paths by stable address. */
interface Listings {
  summary: string
  config: string
  paths: ReadonlyMap<string, string>
}

/** The dependencies of imports and templates. */
export interface ImportsNeeds extends EditingNeeds, Pick<OpenApiNeeds, 'specAddresses'> {
  imports: {
    /** The folder for fetched files until they are imported. */
    folder: string
    /** The size of the largest import, and the disk that holds it. */
    bounds: ImportBounds
    /** Publishes and receives the ends of runs. */
    ends: RunEnds
    /** Makes this process look for a waiting run. */
    wake: () => void
    /**
     * Returns the files that an export of what was imported would write, by the stable addresses of what they hold; with
     * `brought`, of what one import brought.
     */
    listingsOf: (storage: Storage, roots: Roots, sources: Sources, brought?: Brought) => Promise<Listings>
    /** The longest time that a call waits for its import. */
    timeoutMs: number
  }
  /** True if the access token was revoked. */
  isRevoked: (tokenId: string) => boolean
  /** Internal addresses that imports may fetch from. */
  outboundAllow: OutboundAllow
  /** Wakes the jobs that index a new live revision and collect its links; called after the commit of a large one. */
  indexSoon: () => void
  /** Returns a parser for many texts that does not delay requests. */
  inBackground: (signal: AbortSignal) => ImportsParser
}

export type ImportsTasks = EditingTasks & {
  askRobots: Lazy<typeof askRobots>
  convertDatabase: Lazy<typeof convertDatabase>
  convertDocx: Lazy<typeof convertDocx>
  convertHtml: Lazy<typeof convertHtml>
  links: typeof links
  listSiteEntries: typeof listSiteEntries
  parseSummary: typeof parseSummary
  readConfig: typeof readConfig
  readConfluenceIndex: Lazy<typeof readConfluenceIndex>
  readImported: typeof readImported
  readSitemap: Lazy<typeof readSitemap>
  storageHtml: Lazy<typeof storageHtml>
}
/** A task that loads its libraries on its first call. */
type Lazy<Task extends (...args: never[]) => unknown> = (
  ...args: Parameters<Task>
) => Promise<Awaited<ReturnType<Task>>>
export type ImportsParser = Parser<ImportsTasks>

export type ImportsContext = ContentContext<ImportsNeeds, ImportsParser>

export const implement = implementer<Tables, ImportsContext>()
