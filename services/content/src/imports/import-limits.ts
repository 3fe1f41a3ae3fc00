/** Limits of an archive. */
export interface ArchiveLimits {
  /** Entries, and separately folders, including those that only occur in paths of files. */
  entries: number
  entryBytes: number
  /** Unpacked size of all entries together. */
  totalBytes: number
  /** Largest ratio of unpacked to packed size of an entry that is larger than `ratioFrom` bytes. */
  ratio: number
  ratioFrom: number
}

const megabyte = 1024 * 1024

/** Limits of an archive of up to 125 MB. */
export const archiveLimits: ArchiveLimits = {
  entries: 50_000,
  entryBytes: 50 * megabyte,
  totalBytes: 500 * megabyte,
  ratio: 200,
  ratioFrom: megabyte,
}

/** Largest ratio of unpacked to packed size of a whole archive whose unpacked size exceeds `archiveLimits`. */
const wholeRatio = 4

/** Returns the limits of an archive of this packed size: a larger one may hold more, but no multiple of text. */
export const archiveLimitsOf = (packedBytes: number): ArchiveLimits => ({
  ...archiveLimits,
  totalBytes: Math.max(archiveLimits.totalBytes, wholeRatio * packedBytes),
})

/** Limits of a Word document, an archive whose parts are all unpacked in memory at once. */
export const documentLimits: ArchiveLimits = {
  ...archiveLimits,
  entries: 2000,
  entryBytes: 20 * megabyte,
  totalBytes: 50 * megabyte,
}

/** Size of the largest Word document, packed. */
export const docxBytes = 20 * megabyte

/** Size of all archives within an archive, which are in memory while they are read. */
export const innerArchiveBytes = 100 * megabyte

/** Size of the largest page of HTML; its tree takes about fifty times as much memory. */
export const htmlBytes = 4 * megabyte

/** Timeouts for fetching the source of an import: of all of it, and of the answer and each next piece. */
export const sourceTimeouts = { timeoutMs: 20 * 60_000, idleTimeoutMs: 30_000 } as const

/** Limits for fetching the pictures of pages. */
export const pictureLimits = { bytes: 10 * megabyte, timeoutMs: 20_000, atOnce: 4, ofOnePage: 200 } as const

/** Limits for fetching the pictures that the pages of an import show from other servers, besides `pictureLimits`. */
export const remoteLimits = {
  pictures: 1000,
  totalBytes: 200 * megabyte,
  pictureTimeoutMs: 15_000,
  timeoutMs: 3 * 60_000,
}

/** Limits for reading a website. */
export interface SiteLimits {
  pages: number
  /** Upper bound for the number of links from the first page to a page. */
  depth: number
  pictures: number
  timeoutMs: number
}

export const siteLimits: SiteLimits = { pages: 1000, depth: 12, pictures: 2000, timeoutMs: 10 * 60_000 }

/** Limits on the load of a crawled server, and on the delays that the server may ask for. */
export const politeness = {
  atOnce: 4,
  pageTimeoutMs: 20_000,
  /** Longest delay between two requests. */
  maxDelayMs: 5_000,
  /** Longest `Retry-After` that a crawler waits for. */
  maxRetryAfterMs: 60_000,
} as const
