import { blocksOf, includedAtMost, textBlocks } from './blocks.ts'
import { inlinesOf, wordsOf } from './inlines.ts'
import type { PrintJob, PrintPage } from './job.ts'
import { createPlaces, type Places } from './places.ts'
import type { Block, Printed, PrintedPage } from './printed.ts'
import { nameOf, type Printing } from './printing.ts'
import { directionOf, printable } from './scripts.ts'

/** What the template prints of a job. */
export function prepare(job: PrintJob): Printed {
  const places = createPlaces(job)
  const sheets: PrintedPage[][] = []
  for (const [at, page] of job.pages.entries()) {
    const printed = pageOf(job, page, places)
    const above = job.pages[at - 1]?.type === 'group' ? sheets.at(-1) : undefined
    if (above) above.push(printed)
    else sheets.push([printed])
  }
  places.settle()
  const title = printable(job.title)
  const lang = directionOf(title)
  return { title, subtitle: printable(job.subtitle), date: job.date, ...(lang && { lang }), sheets }
}

function pageOf(job: PrintJob, page: PrintPage, places: Places): PrintedPage {
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
    body: bodyOf({
      ...{ job, page, places, depth: 0, inside: [], budget: { ...includedAtMost } },
      ...{ blocks: blocksOf, inlines: inlinesOf },
    }),
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
