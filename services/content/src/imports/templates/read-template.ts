import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import Mustache from 'mustache'
import { documentHash } from '../../storage/revisions/document-store.ts'
import type { RevisionEditor } from '../../storage/revisions/revision-editor.ts'
import type { ImportsParser } from '../context.ts'
import type { ImportedPage } from '../plan-import.ts'
import { planImport } from '../plan-import.ts'
import type { TemplateValues } from './template-values.ts'

/** The pages of a template, filled in: parents before their children, each with its text. */
export type TemplatePages = readonly (ImportedPage & { markdown: string })[]

/** Reads a template as an import reads a folder. The pages have new ids and no source. */
export async function readTemplate(
  id: string,
  values: TemplateValues,
  { parser, signal }: { parser: ImportsParser; signal: AbortSignal },
): Promise<TemplatePages> {
  const texts = new Map<string, string>()
  const { pages } = await planImport(await filesOf(id, values), {
    field: 'body',
    storeFile: () => Promise.reject(new Error(`the template ${id} has a file that is no text`)),
    async storeText(markdown) {
      const hash = documentHash(markdown)
      texts.set(hash, markdown)
      return hash
    },
    parser,
    signal,
  })
  return pages.map((page) => ({ ...page, markdown: texts.get(page.document ?? '') ?? '' }))
}

/** Adds the pages behind the existing pages at the top level. A slug that is taken there gets a number. */
export async function addTemplate(editor: RevisionEditor, pages: TemplatePages): Promise<void> {
  for (const { gitPath: _, parentId: into, hidden, frontMatter: __, ...page } of pages)
    await editor.insertPage({ ...page, into, ...(hidden && { hidden }) }, 'body')
}

/**
 * Mustache only fills in names and omits sections without a value. Values need no escaping: `template-values.ts` has
 * made addresses of them.
 */
const verbatim = (value: unknown) => String(value)

async function filesOf(id: string, values: TemplateValues) {
  const folder = join(import.meta.dirname, id)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({
      path: relative(folder, path).split(sep).join('/'),
      read: async () => Buffer.from(Mustache.render(await readFile(path, 'utf8'), values, {}, { escape: verbatim })),
    }))
}
