import type { Layout } from './apply-config.ts'
import { isIncluded } from './reusable-contents.ts'
import type { SourceFile } from './source-files.ts'
import { isMarkdown } from './source-paths.ts'

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
