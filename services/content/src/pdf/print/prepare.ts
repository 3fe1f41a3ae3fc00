import { blocksOf, includedAtMost, textBlocks } from './blocks.ts'
import { inlinesOf, wordsOf } from './inlines.ts'
import type { PrintJob, PrintPage } from './job.ts'
import { asWritten as writtenBlocks } from './leaves.ts'
import { createPlaces, type Places } from './places.ts'
import type { Block, Printed, PrintedPage } from './printed.ts'
import { nameOf, type Printing } from './printing.ts'
import { directionOf, printable } from './scripts.ts'

interface Preparing {
  /** Pages whose texts are printed as they are written. */
  asWritten?: ReadonlySet<string>
  /** Is told of pages that cannot be prepared; a note is printed in place of their texts. */
  failed: (page: string, error: unknown) => void
}

/** What the template prints of a job. */
export function prepare(job: PrintJob, preparing: Preparing): Printed {
  const places = createPlaces(job)
  const sheets: PrintedPage[][] = []
  for (const [at, page] of job.pages.entries()) {
    const printed = pageOf(job, page, places, preparing)
    const above = job.pages[at - 1]?.type === 'group' ? sheets.at(-1) : undefined
    if (above) above.push(printed)
    else sheets.push([printed])
  }
  places.settle()
  const title = printable(job.title)
  const lang = directionOf(title)
  return { title, subtitle: printable(job.subtitle), date: job.date, ...(lang && { lang }), sheets }
}

function pageOf(job: PrintJob, page: PrintPage, places: Places, preparing: Preparing): PrintedPage {
  const title = printable([page.emoji, page.title].filter(Boolean).join(' '))
  const place = places.add(page.id)
  if (place === undefined) throw new Error(`page ${page.id} is printed twice`)
  const lang = directionOf(title)
  return {
    id: page.id,
    level: page.depth + 1,
    title,
    place,
    ...(page.description && { description: printable(page.description) }),
    ...(lang && { lang }),
    body: preparedBody(job, page, places, preparing),
  }
}

/** What is wrong with one page costs only that one. */
function preparedBody(job: PrintJob, page: PrintPage, places: Places, { asWritten, failed }: Preparing): Block[] {
  if (asWritten?.has(page.id)) return writtenBlocks(page.markdown)
  try {
    return bodyOf({
      ...{ job, page, places, depth: 0, inside: [], budget: { ...includedAtMost } },
      ...{ blocks: blocksOf, inlines: inlinesOf },
    })
  } catch (error) {
    failed(page.id, error)
    places.forget(page.id)
    return [{ k: 'paragraph', body: wordsOf('This page could not be printed.') }]
  }
}

function bodyOf(printing: Printing): Block[] {
  const { page, places } = printing
  if (page.type !== 'link') return textBlocks(page.markdown, printing)
  const { target } = page
  const to = target && places.to(target, page.id)
  if (!to) return []
  return [{ k: 'reference', label: '', body: [{ k: 'link', to, body: wordsOf(nameOf(target, printing)) }] }]
}
