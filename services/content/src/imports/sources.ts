/** One file of what is imported, its path from the root of the import, without a leading slash. */
export interface SourceFile {
  path: string
  /** Its bytes; of a page its markdown. Throws BrokenFile where only this file cannot be read. */
  read(): Promise<Buffer>
  /** A page that was made of another format, so that its name does not tell. */
  isPage?: true
  /** The page's title where its text has none. */
  title?: string
  /** Where it was fetched from: links to this address lead to the page or file. */
  url?: string
  /** Other addresses of the same. */
  aliases?: readonly string[]
}

/** A file, or a page of a website, that could not be brought in, and why. */
export interface ImportFailure {
  path: string
  problem: string
}

/** A place in the order that a source gives its pages. */
export type OutlinePage =
  | { type: 'document'; title: string; path: string; pages: OutlinePage[] }
  | { type: 'group'; title: string; pages: OutlinePage[] }
  | { type: 'link'; title: string; url: string; pages: OutlinePage[] }

/** What a reader found. */
export interface ReadSources {
  files: SourceFile[]
  failures: ImportFailure[]
  /** The order that the source gives its pages, where it gives one; others follow by their folders. */
  outline?: OutlinePage[]
}
