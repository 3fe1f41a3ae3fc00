import { z } from 'zod'
import type { Send } from './client.ts'

/** Receives a line for the person who publishes; `failure` marks a line about a part that is missing on the site. */
export type Report = (line: string, kind?: 'failure') => void

/** A run of an import, as far as it is reported. */
export const Run = z.object({
  id: z.string(),
  status: z.string(),
  reason: z.string().optional(),
  revision: z.string().optional(),
  importedResources: z.number(),
  totalResources: z.number(),
  failures: z.array(z.object({ path: z.string(), problem: z.string() })).default([]),
  moreFailures: z.number().default(0),
  problems: z.array(z.string()).default([]),
  moreProblems: z.number().default(0),
  urls: z.object({ location: z.string() }),
})

/** Problems that are printed; all others are read at the run's address. */
const maxProblems = 10

const Changes = z.object({
  changes: z.array(z.object({ type: z.string(), page: z.object({ id: z.string(), type: z.string() }).optional() })),
  more: z.number().optional(),
})

/** Reports the failures and the problems of a completed run, and last the number of pages that it changed. */
export async function reportRun(send: Send, space: string, run: z.output<typeof Run>, report: Report): Promise<void> {
  const { failures, moreFailures, problems, moreProblems } = run
  const failed = failures.length + moreFailures
  if (failed > 0)
    report(`  ${counted(failed, 'file')} could not be read, and ${failed === 1 ? 'is' : 'are'} missing:`, 'failure')
  for (const { path, problem } of failures) report(`    ${path}: ${problem}`)
  const noticed = problems.length + moreProblems
  if (noticed > 0) report(`  ${counted(noticed, 'problem')}:`)
  for (const problem of problems.slice(0, maxProblems)) report(`    ${problem}`)
  if (moreFailures > 0 || noticed > maxProblems) report(`    … and more: GET ${run.urls.location}`)
  report(`  ${await changedPages(send, space, run.revision)}`)
}

/** A page counts once, whatever changed about it; groups and links are no pages. */
async function changedPages(send: Send, space: string, revision: string | undefined): Promise<string> {
  const path = `/spaces/${space}/revisions/${revision}/changes?limit=1000`
  const { changes, more } = Changes.parse(await send('GET', path))
  const ofPages = changes.filter(({ page }) => page?.type === 'document')
  const idsOf = (some: typeof changes) => new Set(some.map(({ page }) => page?.id)).size
  const removed = idsOf(ofPages.filter(({ type }) => type === 'page_deleted'))
  const before = more ? 'More than ' : ''
  return `${before}${counted(idsOf(ofPages), 'page')} changed${removed > 0 ? ` (${removed} removed)` : ''}`
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
