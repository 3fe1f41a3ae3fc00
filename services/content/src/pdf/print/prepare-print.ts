import { blocksOf, maxIncluded, textBlocks } from './block-printers.ts'
import { inlinesOf, wordsOf } from './inline-printers.ts'
import { nameOf, type Printing } from './print-context.ts'
import type { PrintJob, PrintPage } from './print-job.ts'
import { createLocations, type HrefOf, type PrintLocations } from './print-locations.ts'
import { directionOf, printable } from './printable-text.ts'
import type { Block, Printed, PrintedPage } from './printed.ts'
import { asWritten as writtenBlocks } from './reference-blocks.ts'

interface Preparing {
  hrefOf: HrefOf
  /** The pages whose texts are printed as they are written. */
  asWritten?: ReadonlySet<string>
  /** Called for pages that cannot be prepared; a note is printed in place of their texts. */
  failed: (page: string, error: unknown) => void
}

/** Converts a job to the data that the template prints. */
export function prepare(job: PrintJob, preparing: Preparing): Printed {
  const locations = createLocations(job.spaceId, preparing.hrefOf)
  const sheets: PrintedPage[][] = []
  for (const [at, page] of job.pages.entries()) {
    const printed = pageOf(job, page, locations, preparing)
    const above = job.pages[at - 1]?.type === 'group' ? sheets.at(-1) : undefined
    if (above) above.push(printed)
    else sheets.push([printed])
  }
  locations.settle()
  const title = printable(job.title)
  const lang = directionOf(title)
  return { title, subtitle: printable(job.subtitle), date: job.date, ...(lang && { lang }), sheets }
}

function pageOf(job: PrintJob, page: PrintPage, locations: PrintLocations, preparing: Preparing): PrintedPage {
  const title = printable([page.emoji, page.title].filter(Boolean).join(' '))
  const place = locations.add(page.id)
  if (place === undefined) throw new Error(`page ${page.id} is printed twice`)
  const lang = directionOf(title)
  return {
    id: page.id,
    level: page.depth + 1,
    title,
    place,
    ...(page.description && { description: printable(page.description) }),
    ...(lang && { lang }),
    body: preparedBody(job, page, locations, preparing),
  }
}

/** The body of a page; an error in one page costs only that page. */
function preparedBody(
  job: PrintJob,
  page: PrintPage,
  locations: PrintLocations,
  { asWritten, failed }: Preparing,
): Block[] {
  if (asWritten?.has(page.id)) return writtenBlocks(page.markdown)
  try {
    return bodyOf({
      ...{ job, page, locations, depth: 0, inside: [], budget: { ...maxIncluded } },
      ...{ blocks: blocksOf, inlines: inlinesOf },
    })
  } catch (error) {
    failed(page.id, error)
    locations.drop(page.id)
    return [{ k: 'paragraph', body: wordsOf('This page could not be printed.') }]
  }
}

function bodyOf(printing: Printing): Block[] {
  const { page, locations } = printing
  if (page.type !== 'link') return textBlocks(page.markdown, printing)
  const { target } = page
  const to = target && locations.to(target, page.id)
  if (!to) return []
  return [{ k: 'reference', label: '', body: [{ k: 'link', to, body: wordsOf(nameOf(target, printing)) }] }]
}
