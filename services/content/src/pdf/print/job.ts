import type { ContentRef } from '@quire/contracts'

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
  /** Of pages that are referred to, by id. */
  titles: Record<string, string>
  reusables: Record<string, { title: string; markdown: string }>
  files: Record<string, PrintFile>
}

export interface PrintJob extends PrintHead {
  pages: PrintPage[]
}

export interface PrintPage {
  id: string
  /** How many printed pages are above it in the tree. */
  depth: number
  type: 'document' | 'group' | 'link'
  title: string
  emoji?: string | undefined
  description?: string | undefined
  /** Where a page of type `link` leads. */
  target?: ContentRef | undefined
  variables?: Record<string, string> | undefined
  markdown: string
}

export interface PrintFile {
  name: string
  /** In bytes. */
  size: number
  /** Of a picture that can be shown: the name of its bytes in the job's folder. */
  picture?: string
  /** Of such a picture, in pixels. */
  width?: number | undefined
}

/** The names of what lies in a job's folder; a line of `pages` is a page. */
export const inFolder = { head: 'head.json', pages: 'pages.ndjson', pdf: 'print.pdf' } as const

export function readJob(head: string, pages: string): PrintJob {
  const lines = pages.split('\n').filter((line) => line !== '')
  return { ...JSON.parse(head), pages: lines.map((line) => JSON.parse(line)) }
}
