import type { ContentRef, Block as Written, Inline as WrittenInline } from '@quire/document'
import type { PrintJob, PrintPage } from './print-job.ts'
import type { PrintLocations } from './print-locations.ts'
import type { Block, Inline } from './printed.ts'

/** One page on its way into print. */
export interface Printing {
  job: PrintJob
  page: PrintPage
  locations: PrintLocations
  /** The number of blocks around this one: Typst nests only so deep. */
  depth: number
  /** The reusable contents around this one, and how many more the page may still include. */
  inside: readonly string[]
  budget: { reusables: number; characters: number }
  blocks: (written: readonly Written[], printing: Printing) => Block[]
  inlines: (written: readonly WrittenInline[], printing: Printing) => Inline[]
}

/** Deeper blocks are printed, at this depth. */
export const maxDepth = 8

export const deeper = (printing: Printing): Printing => ({ ...printing, depth: printing.depth + 1 })

/** A text may name whatever objects have anyway, such as `constructor`. */
const own = <Value>(record: Record<string, Value>, key: string): Value | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

/** The name of a reference that has no words of its own. */
export function nameOf(ref: ContentRef, { job }: Printing): string {
  switch (ref.kind) {
    case 'url':
      return ref.url
    case 'page':
      return own(job.titles, ref.page) ?? ref.page
    case 'anchor':
      return ref.page === undefined ? ref.anchor : `${own(job.titles, ref.page) ?? ref.page}: ${ref.anchor}`
    case 'file':
      return own(job.files, ref.file)?.name ?? ref.file
    case 'reusable-content':
      return own(job.reusables, ref.reusableContent)?.title ?? ref.reusableContent
    case 'space':
      return ref.space
    case 'collection':
      return ref.collection
    case 'user':
      return `@${ref.user}`
    case 'openapi':
      return ref.spec
    case 'tag':
      return ref.tag
  }
}

/** The words of a title or caption, which holds blocks. */
export const headOf = (nodes: readonly Written[], printing: Printing): Inline[] =>
  nodes.flatMap((node) => (node.type === 'paragraph' ? printing.inlines(node.nodes, printing) : []))
