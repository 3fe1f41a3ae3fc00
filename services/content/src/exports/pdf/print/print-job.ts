import type { ContentRef } from '@quire/document'

/** All that a print needs but its pages; it is data, and goes to the printing process as JSON. */
export interface PrintHead {
  /** On the title page and on top of every page. */
  title: string
  /** Below the title: what this is a print of. */
  subtitle: string
  /** A day as readers write it, such as `3 May 2026`. */
  date: string
  spaceId: string
  publicUrl: string
  /** The address that the content lies beneath. */
  location: string
  /** Titles of the pages that texts refer to, by id. */
  titles: Record<string, string>
  reusables: Record<string, { title: string; markdown: string }>
  files: Record<string, PrintFile>
  /** The uploaded fonts; without any the print is set in those of Quire. */
  fonts: PrintFace[]
}

/** The uploaded font of a weight. */
export interface PrintFace {
  use: 'text' | 'code'
  /** The name in the settings of the site. */
  fontFamily: string
  weight: number
  /** The name of its bytes in the job's folder. */
  file: string
}

export interface PrintJob extends PrintHead {
  pages: PrintPage[]
}

export interface PrintPage {
  id: string
  /** The number of printed pages above it in the tree. */
  depth: number
  type: 'document' | 'group' | 'link'
  title: string
  emoji?: string | undefined
  description?: string | undefined
  /** The target of a page of type `link`. */
  target?: ContentRef | undefined
  variables?: Record<string, string> | undefined
  markdown: string
}

export interface PrintFile {
  name: string
  /** In bytes. */
  size: number
  /** For a picture that can be set: the name of its bytes in the job's folder. */
  picture?: string
  /** The width of such a picture, in pixels. */
  width?: number | undefined
}

/** The names of what lies in a job's folder; a line of `pages` is a page. */
export const inFolder = { head: 'head.json', pages: 'pages.ndjson', pdf: 'print.pdf' } as const

export function readJob(head: string, pages: string): PrintJob {
  const lines = pages.split('\n').filter((line) => line !== '')
  return { ...JSON.parse(head), pages: lines.map((line) => JSON.parse(line)) }
}
