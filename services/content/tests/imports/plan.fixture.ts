import { inlineParser } from '@quire/parsing'
import { BrokenFile } from '../../src/imports/broken-file.ts'
import type { PlanOptions } from '../../src/imports/import-plan.ts'
import { planImport } from '../../src/imports/plan-import.ts'
import type { SourceFile } from '../../src/imports/source-files.ts'
import * as tasks from '../../src/tasks.ts'

export const field = 'body.url'

export const parser = inlineParser(tasks)

/** Discards the bytes of a file. */
export const storeFile = async (_name: string, bytes: Buffer) => ({
  blob: 'hash',
  size: bytes.length,
  contentType: 'image/png',
})

/** Throws for the content `broken`, like a damaged entry of an archive. */
const orDamaged = (content: string | Buffer): Buffer => {
  if (content === 'broken') throw new BrokenFile('is damaged')
  return Buffer.from(content)
}

/** Returns the text itself as its hash. */
export const storeText = async (markdown: string) => (markdown === '' ? null : markdown)

export const sources = (files: Record<string, string | Buffer>): SourceFile[] =>
  Object.entries(files).map(([path, content]) => ({ path, read: async () => orDamaged(content) }))

/** Plans files; pages have their texts. */
export async function plan(files: Record<string, string | Buffer>, known?: PlanOptions['known']) {
  return planOf(sources(files), known)
}

export async function planOf(files: SourceFile[], known?: PlanOptions['known'], others: Partial<PlanOptions> = {}) {
  const options = { field, storeFile, storeText, parser, ...others, ...(known && { known }) }
  const { pages, ...planned } = await planImport(files, options)
  return { ...planned, pages: pages.map(({ document, ...page }) => ({ ...page, markdown: document ?? '' })) }
}

export const pageAt = ({ pages }: Awaited<ReturnType<typeof plan>>, gitPath: string) =>
  pages.find((page) => page.gitPath === gitPath)
