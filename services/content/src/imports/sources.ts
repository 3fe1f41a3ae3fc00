/** One file of what is imported, its path from the root of the import, without a leading slash. */
export interface SourceFile {
  path: string
  read(): Promise<Buffer>
}
