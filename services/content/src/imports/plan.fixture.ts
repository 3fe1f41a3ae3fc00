import { inlineParser } from '@quire/parsing'
import * as tasks from '../tasks.ts'
import { BrokenFile } from './broken-file.ts'
import { type PlanOptions, planImport } from './plan.ts'
import type { SourceFile } from './sources.ts'

export const field = 'body.url'

export const parser = inlineParser(tasks)

/** A store that keeps nothing. */
export const keep = async (_name: string, bytes: Buffer) => ({
  blob: 'hash',
  size: bytes.length,
  contentType: 'image/png',
})

/** As an archive gives a damaged entry. */
const orDamaged = (content: string | Buffer): Buffer => {
  if (content === 'broken') throw new BrokenFile('is damaged')
  return Buffer.from(content)
}

/** Calls a text by itself. */
export const keepText = async (markdown: string) => (markdown === '' ? null : markdown)

export const sources = (files: Record<string, string | Buffer>): SourceFile[] =>
  Object.entries(files).map(([path, content]) => ({ path, read: async () => orDamaged(content) }))

/** A plan whose pages have their texts, as tests look at them. */
export async function plan(files: Record<string, string | Buffer>, known?: PlanOptions['known']) {
  return planOf(sources(files), known)
}

export async function planOf(files: SourceFile[], known?: PlanOptions['known'], others: Partial<PlanOptions> = {}) {
  const options = { field, keep, keepText, parser, ...others, ...(known && { known }) }
  const { pages, ...planned } = await planImport(files, options)
  return { ...planned, pages: pages.map(({ document, ...page }) => ({ ...page, markdown: document ?? '' })) }
}

export const pageAt = ({ pages }: Awaited<ReturnType<typeof plan>>, gitPath: string) =>
  pages.find((page) => page.gitPath === gitPath)
