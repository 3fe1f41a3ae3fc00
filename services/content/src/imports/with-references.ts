import type { SummaryPage } from '@quire/document'
import { newReferencePages } from '../storage/references/follow-specification.ts'
import { referencePages } from '../storage/references/reference-pages.ts'
import type { NestedPage } from '../storage/revisions/nested-pages.ts'
import type { Layout } from './apply-config.ts'
import { BrokenFile, orBroken } from './broken-file.ts'
import { inFile, readText } from './file-text.ts'
import type { PlanOptions } from './import-plan.ts'
import type { TreeNode } from './import-tree.ts'
import type { SourceFile } from './source-files.ts'

/**
 * Adds the pages of the specifications that the table of contents names. Entries whose specification the organization does
 * not have, or that name none, are left out and reported.
 */
export async function withReferences(
  layout: Layout,
  { parser, specification }: Pick<PlanOptions, 'parser' | 'specification'>,
): Promise<{ layout: Layout; problems: string[] }> {
  const problems: string[] = []
  const file = layout.files.find(({ path }) => path === layout.summary)
  if (!file) return { layout, problems }
  const summary = await orBroken(async () => {
    const text = await readText(file)
    return text.includes('```') ? inFile(() => parser.run('parseSummary', text)) : undefined
  })
  // A table of contents that cannot be read is reported where the tree is planned.
  if (!summary || summary instanceof BrokenFile) return { layout, problems }
  const files: SourceFile[] = []
  const references = new Map<number, TreeNode[]>()
  const shown = new Set<string>()
  for (const entry of referencesIn(summary.pages)) {
    const { spec, models: withModels, line } = entry
    const report = (problem: string) => problems.push(`${layout.summary}, line ${line}: ${problem}`)
    const found = spec === undefined ? undefined : await specification?.(spec)
    if (spec === undefined) report('the entry names no specification')
    else if (!found) report(`the organization has no specification "${spec}": add it and import again to get its pages`)
    else if (shown.has(found.slug)) report(`the pages of "${spec}" are listed twice`)
    else {
      shown.add(found.slug)
      const pages = referencePages(found, { withModels })
      const made = newReferencePages(pages, { spec: found.slug, models: withModels })
      references.set(
        line,
        made.map((page) => nodeOf(page, files)),
      )
    }
  }
  // A file of the archive is a page that somebody changed: an export writes no others.
  const given = new Set(layout.files.map(({ path }) => path))
  const others = files.filter(({ path }) => !given.has(path))
  return { layout: { ...layout, files: [...layout.files, ...others], references }, problems }
}

/** Adds the file of a page, as if the source had it, and returns its node in the tree. */
function nodeOf({ title, markdown = '', git, computed, pages = [] }: NestedPage, files: SourceFile[]): TreeNode {
  const path = git?.path ?? ''
  const text = `---\ntitle: ${JSON.stringify(title)}\n---\n${markdown}`
  files.push({ path, isPage: true, read: async () => Buffer.from(text) })
  const children = pages.map((page) => nodeOf(page, files))
  return { type: 'document', title, path, ...(computed && { computed }), children }
}

type Reference = Extract<SummaryPage, { type: 'reference' }>

const referencesIn = (pages: readonly SummaryPage[]): Reference[] =>
  pages.flatMap((page) => [...(page.type === 'reference' ? [page] : []), ...referencesIn(page.pages)])
