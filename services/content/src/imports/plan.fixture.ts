import { inlineParser } from '@quire/parsing'
import * as tasks from '../tasks.ts'
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

/** Calls a text by itself. */
export const keepText = async (markdown: string) => (markdown === '' ? null : markdown)

export const sources = (files: Record<string, string | Buffer>): SourceFile[] =>
  Object.entries(files).map(([path, content]) => ({ path, read: async () => Buffer.from(content) }))

/** A plan whose pages have their texts, as tests look at them. */
export async function plan(files: Record<string, string | Buffer>, known?: PlanOptions['known']) {
  return planOf(sources(files), known)
}

export async function planOf(files: SourceFile[], known?: PlanOptions['known']) {
  const { pages, ...planned } = await planImport(files, { field, keep, keepText, parser, ...(known && { known }) })
  return { ...planned, pages: pages.map(({ document, ...page }) => ({ ...page, markdown: document ?? '' })) }
}

export const pageAt = ({ pages }: Awaited<ReturnType<typeof plan>>, gitPath: string) =>
  pages.find((page) => page.gitPath === gitPath)
