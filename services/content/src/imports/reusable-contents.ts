import { includesFolder } from '../revisions/placements.ts'
import { type KeepText, keepStable } from './kept-text.ts'
import type { LinkTargets } from './links.ts'
import { titleOfName } from './pages.ts'
import { nameOf } from './paths.ts'
import type { ReadImported } from './read.ts'

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
 * The reusable content of a file: all of its text, for a heading in it is part of what pages show.
 */
export async function reusableContentOf(
  path: string,
  read: ReadImported,
  { targets, keepText }: { targets: LinkTargets; keepText: KeepText },
): Promise<ImportedReusableContent> {
  const id = targets.reusableContents.get(path)
  if (id === undefined) throw new Error(`${path} was read but has no id`)
  const title = read.frontMatter.title || titleOfName(nameOf(path))
  return { id, title, document: await keepStable(keepText, read, path, targets), gitPath: path }
}
