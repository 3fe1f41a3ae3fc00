/** What an archive may hold, in bytes where not said otherwise. */
export interface ArchiveLimits {
  /** Files and folders. */
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

/** The largest source that is fetched for an import. */
export const importedBytes = 100 * megabyte
