import type { Page } from '../space/pages.ts'

/** The things that the text of a page can name. */
export interface Nameable {
  /** The page that is written. */
  current: { id: string; title?: string }
  /** The pages and files of the change request. */
  pages: () => Promise<readonly Page[]>
  files: () => Promise<readonly NameableFile[]>
  /** The headings of a page of the change request; of a text that is not saved yet if it is given. */
  headings: (pageId: string, text?: string) => Promise<readonly { id: string; title: string }[]>
  /** Pages of other spaces, and headings of all pages that the person may read, for some words. */
  search: (words: string) => Promise<readonly FoundTarget[]>
  reusableContents: () => Promise<readonly { id: string; title: string }[]>
  /** The names of the OpenAPI specifications of the organization. */
  specifications: () => Promise<readonly string[]>
  /** People whose names have a text; without one people of the space. */
  people: (text: string) => Promise<readonly { id: string; displayName: string }[]>
  /** Lets the person choose files of this device, which are inserted where the cursor is. */
  chooseFiles: (accept: string) => void
}

export interface NameableFile {
  id: string
  name: string
  contentType: string
}

interface FoundTarget {
  title: string
  /** Names the space and the pages around the target. */
  detail: string
  /** The address of the target in markdown. */
  address: string
}
