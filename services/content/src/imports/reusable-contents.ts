import { includesFolder } from '../storage/revisions/path-mappings.ts'
import { titleOfName } from './read-files.ts'
import type { ReadImported } from './read-imported.ts'
import { nameOf } from './source-paths.ts'
import type { LinkTargets } from './stable-links.ts'
import { type StoreText, storeWithStableLinks } from './store-text.ts'

/** A reusable content that an import creates or changes. */
export interface ImportedReusableContent {
  id: string
  title: string
  /** The text's hash; null for an empty one. */
  document: string | null
  /** Path of the file from the root of the import. */
  gitPath: string
}

/** True for a path in the folder of reusable contents of the content repository format. */
export const isIncluded = (path: string) => path.startsWith(`${includesFolder}/`)

/** Returns the reusable content of a file: all of its text, because its opening heading is part of the content. */
export async function reusableContentOf(
  path: string,
  read: ReadImported,
  { targets, storeText }: { targets: LinkTargets; storeText: StoreText },
): Promise<ImportedReusableContent> {
  const id = targets.reusableContents.get(path)
  if (id === undefined) throw new Error(`${path} was read but has no id`)
  const title = read.frontMatter.title || titleOfName(nameOf(path))
  return { id, title, document: await storeWithStableLinks(storeText, read, path, targets), gitPath: path }
}
