import { includesFolder } from '../storage/revisions/path-mappings.ts'
import type { Layout } from './apply-config.ts'
import type { ReadFile } from './read-files.ts'
import type { SourceFile } from './source-files.ts'
import { isMarkdown, nameOf, titleOfName } from './source-paths.ts'
import type { LinkTargets } from './stable-links.ts'
import { type StoredText, type StoreText, storeWithStableLinks } from './store-text.ts'

/** A reusable content that an import creates or changes. */
export interface ImportedReusableContent {
  id: string
  title: string
  /** The text's hash; null for an empty one. */
  document: string | null
  /** Path of the file from the root of the import. */
  gitPath: string
  origin: StoredText['origin']
}

/** True for a path in the folder of reusable contents of the content repository format. */
const isIncluded = (path: string) => path.startsWith(`${includesFolder}/`)

/** Returns the reusable content of a file: all of its text, because its opening heading is part of the content. */
export async function reusableContentOf(
  path: string,
  read: ReadFile,
  { targets, storeText }: { targets: LinkTargets; storeText: StoreText },
): Promise<ImportedReusableContent> {
  const id = targets.reusableContents.get(path)
  if (id === undefined) throw new Error(`${path} was read but has no id`)
  const title = read.frontMatter.title || titleOfName(nameOf(path))
  const { document, origin } = await storeWithStableLinks(storeText, read, path, targets)
  return { id, title, document, gitPath: path, origin }
}

/** True for settings of other tools; GitBook's own folder holds pictures. */
const isSetting = (path: string) => /(^|\/)\.(?!gitbook\/)/.test(path)

const isText = (file: SourceFile) => file.isPage === true || isMarkdown(file.path)

const isContent = ({ path }: SourceFile, { summary }: Pick<Layout, 'summary'>) => path !== summary && !isSetting(path)

/** True if a file becomes a page. */
export const isPage = (file: SourceFile, layout: Pick<Layout, 'summary'>) =>
  isText(file) && isContent(file, layout) && !isIncluded(file.path)

/** Divides files into those that become pages, texts that pages include, and all others. */
export function classifyFiles(layout: Layout) {
  const content = layout.files.filter((file) => isContent(file, layout))
  return {
    pageFiles: content.filter((file) => isPage(file, layout)),
    included: content.filter((file) => isText(file) && isIncluded(file.path)),
    otherFiles: content.filter((file) => !isText(file)),
  }
}
