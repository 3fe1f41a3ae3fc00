import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import Mustache from 'mustache'
import type { ImportedPage } from '../imports/plan.ts'
import { planImport } from '../imports/plan.ts'
import type { TextParser } from '../parsing.ts'
import { documentHash } from '../revisions/documents.ts'
import type { RevisionEditor } from '../revisions/editor.ts'
import type { TemplateValues } from './references.ts'

/** The pages of a template, filled in: parents before their children, each with its text. */
export type TemplatePages = readonly (ImportedPage & { markdown: string })[]

/** Reads a template as an import reads a folder. Its pages have ids that are new, and no source. */
export async function readTemplate(
  id: string,
  values: TemplateValues,
  { parser, signal }: { parser: TextParser; signal: AbortSignal },
): Promise<TemplatePages> {
  const texts = new Map<string, string>()
  const { pages } = await planImport(await filesOf(id, values), {
    field: 'body',
    keep: () => Promise.reject(new Error(`the template ${id} has a file that is no text`)),
    async keepText(markdown) {
      const hash = documentHash(markdown)
      texts.set(hash, markdown)
      return hash
    },
    parser,
    signal,
  })
  return pages.map((page) => ({ ...page, markdown: texts.get(page.document ?? '') ?? '' }))
}

/** Adds the pages behind what is at the top already. A slug that is taken there gets a number. */
export async function addTemplate(editor: RevisionEditor, pages: TemplatePages): Promise<void> {
  for (const { gitPath: _, parentId: into, hidden, frontMatter: __, ...page } of pages)
    await editor.insertPage({ ...page, into, ...(hidden && { hidden }) }, 'body')
}

/**
 * The library fills in names and leaves parts out where there is none, and can do nothing else. A value is put into the
 * text as it is: `references.ts` made an address of it.
 */
const asItIs = (value: unknown) => String(value)

async function filesOf(id: string, values: TemplateValues) {
  const folder = join(import.meta.dirname, id)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({
      path: relative(folder, path).split(sep).join('/'),
      read: async () => Buffer.from(Mustache.render(await readFile(path, 'utf8'), values, {}, { escape: asItIs })),
    }))
}
