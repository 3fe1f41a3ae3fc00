import { includesFolder } from '../revisions/finder.ts'
import { type Targets, withStableLinks } from './links.ts'
import { type ParsedPage, titleOfName } from './pages.ts'
import { nameOf } from './paths.ts'
import { inFile } from './text.ts'

/** A text that pages of the import include. */
export interface ImportedReusableContent {
  id: string
  title: string
  /** The text's hash; null for an empty one. */
  document: string | null
  /** Its file's path from the root of the import. */
  gitPath: string
}

/** Where the content repository format keeps what pages include. */
export const isIncluded = (path: string) => path.startsWith(`${includesFolder}/`)

/**
 * The reusable content of a file: all of its text, for a heading in it is part of what pages show. Throws 400 naming
 * the file whose links cannot be read.
 */
export async function reusableContentOf(
  path: string,
  { frontMatter, markdown }: ParsedPage,
  {
    targets,
    field,
    keepText,
  }: { targets: Targets; field: string; keepText: (markdown: string) => Promise<string | null> },
): Promise<ImportedReusableContent> {
  const id = targets.reusableContents.get(path)
  if (id === undefined) throw new Error(`${path} was read but has no id`)
  const title = frontMatter.title || titleOfName(nameOf(path))
  const text = inFile(path, field, () => withStableLinks(markdown, path, targets))
  return { id, title, document: await keepText(text), gitPath: path }
}
