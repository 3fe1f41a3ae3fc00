/** What an archive may hold, in bytes where not said otherwise. */
export interface ArchiveLimits {
  /** Files and folders; and folders that only the paths of files name. */
  entries: number
  entryBytes: number
  /** All entries together, unpacked. */
  totalBytes: number
  /** How many times its packed size an entry may unpack to, once it is larger than `ratioFrom`. */
  ratio: number
  ratioFrom: number
}

const megabyte = 1024 * 1024

export const archiveLimits: ArchiveLimits = {
  entries: 20_000,
  entryBytes: 50 * megabyte,
  totalBytes: 500 * megabyte,
  ratio: 200,
  ratioFrom: megabyte,
}

/** A document of Word is an archive of its parts; all of them are unpacked in memory at once. */
export const documentLimits: ArchiveLimits = {
  ...archiveLimits,
  entries: 2000,
  entryBytes: 20 * megabyte,
  totalBytes: 50 * megabyte,
}

/** The largest document of Word, packed. */
export const docxBytes = 20 * megabyte

/** The largest page of HTML: its tree takes some fifty times as much memory. */
export const htmlBytes = 4 * megabyte

/** The largest source that is fetched for an import. */
export const importedBytes = 100 * megabyte

/** Pictures that pages name, fetched one by one. */
export const pictureLimits = { bytes: 10 * megabyte, timeoutMs: 20_000, atOnce: 4, ofOnePage: 200 } as const

/** What of a website is read. */
export interface SiteLimits {
  pages: number
  /** How many links a page may be away from the first. */
  depth: number
  pictures: number
  timeoutMs: number
}

export const siteLimits: SiteLimits = { pages: 1000, depth: 12, pictures: 2000, timeoutMs: 10 * 60_000 }

/** How a website is read: requests at once, and how long the server may have a crawler wait. */
export const politeness = {
  atOnce: 4,
  pageTimeoutMs: 20_000,
  /** Between two requests. */
  delayMs: 5_000,
  /** Once it asks to be left alone. */
  pauseMs: 60_000,
} as const
