import type { FileEntry, PageEntry, ReusableContentEntry } from '../storage/revisions/revision-entries.ts'

/** A file of an import. Its path is from the root of the import, without a leading slash. */
export interface SourceFile {
  path: string
  /** Reads its bytes, markdown for a page. Throws BrokenFile if only this file cannot be read. */
  read(): Promise<Buffer>
  /** The number of its bytes as the archive declares it, for a file of an archive. */
  size?: number
  /** Git's name of the file, if it comes from a repository. */
  oid?: string
  /** True for a page that was converted from another format, which its name does not reveal. */
  isPage?: true
  /** The name of a file if its path does not end with it. */
  name?: string
  /** The page's title if its text has none. */
  title?: string
  /** The address that it was fetched from: links to the address lead to the page or file. */
  url?: string
  /** Other addresses of the same page or file. */
  aliases?: readonly string[]
}

/** A file, or a page of a website, that could not be imported, and the reason. */
export interface ImportFailure {
  path: string
  problem: string
}

/** An entry in the outline of a source. */
export type OutlinePage =
  | { type: 'document'; title: string; path: string; pages: OutlinePage[] }
  | { type: 'group'; title: string; pages: OutlinePage[] }
  | { type: 'link'; title: string; url: string; pages: OutlinePage[] }

/** The result of a reader. */
export interface ReadSources {
  files: SourceFile[]
  failures: ImportFailure[]
  /** The order of pages, if the source has one; unlisted pages follow by folder. */
  outline?: OutlinePage[]
  /** Makes slugs of titles, for sources whose file names are not written for readers. */
  slugs?: 'titles'
  /** Parts of the source that were left out or changed, each with its file. */
  problems?: string[]
}

/** The content that the import before made, and what differs in the source since. Paths are from the root of the source. */
export interface EarlierImport {
  pages: readonly (readonly [id: string, PageEntry])[]
  files: readonly (readonly [id: string, FileEntry])[]
  reusableContents: readonly (readonly [id: string, ReusableContentEntry])[]
  /** Git's names of all files that are there now. */
  oids: ReadonlyMap<string, string>
  /** The files that differ, with Git's name of each before; undefined for one that was not there. */
  changed: ReadonlyMap<string, string | undefined>
  /** True if links that lead out of the source lead to another place than before. */
  isElsewhere: boolean
  /** Returns the hashes of the stored texts that link to one of these ids. */
  textsLinkingTo(ids: readonly string[]): Promise<ReadonlySet<string>>
}

/** What an earlier import made of files that would become the same now, by their paths. */
export interface UnchangedFiles {
  pages: ReadonlyMap<string, PageEntry>
  files: ReadonlyMap<string, FileEntry>
  reusableContents: ReadonlyMap<string, ReusableContentEntry>
}
