import type { SummaryPage } from '@quire/document'
import type { Layout } from './apply-config.ts'
import { BrokenFile, orBroken } from './broken-file.ts'
import { inFile, readText } from './file-text.ts'
import type { PlanOptions } from './import-plan.ts'
import type { TreeNode } from './import-tree.ts'
import { referencePages } from './reference-pages.ts'
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
      files.push(...pages.files)
      references.set(line, pages.nodes)
    }
  }
  return { layout: { ...layout, files: [...layout.files, ...files], references }, problems }
}

type Reference = Extract<SummaryPage, { type: 'reference' }>

const referencesIn = (pages: readonly SummaryPage[]): Reference[] =>
  pages.flatMap((page) => [...(page.type === 'reference' ? [page] : []), ...referencesIn(page.pages)])
