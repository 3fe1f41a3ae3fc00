import { type ImportPlan, planImport } from './plan.ts'
import type { SourceFile } from './sources.ts'

export const field = 'body.url'

/** A store that keeps nothing. */
export const keep = async (_name: string, bytes: Buffer) => ({
  blob: 'hash',
  size: bytes.length,
  contentType: 'image/png',
})

export const sources = (files: Record<string, string | Buffer>): SourceFile[] =>
  Object.entries(files).map(([path, content]) => ({ path, read: async () => Buffer.from(content) }))

export const plan = (files: Record<string, string | Buffer>) => planImport(sources(files), { field, keep })

export const pageAt = ({ pages }: ImportPlan, gitPath: string) => pages.find((page) => page.gitPath === gitPath)
