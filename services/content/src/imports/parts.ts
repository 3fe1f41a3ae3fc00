import type { Layout } from './config.ts'
import { isMarkdown } from './paths.ts'
import { isIncluded } from './reusable-contents.ts'
import type { SourceFile } from './sources.ts'

/** Settings of other tools; GitBook's own folder holds the pictures. */
const isSetting = (path: string) => /(^|\/)\.(?!gitbook\/)/.test(path)

const isText = (file: SourceFile) => file.isPage === true || isMarkdown(file.path)

const isContent = ({ path }: SourceFile, { summary }: Pick<Layout, 'summary'>) => path !== summary && !isSetting(path)

/** Whether a file becomes a page. */
export const isPage = (file: SourceFile, layout: Pick<Layout, 'summary'>) =>
  isText(file) && isContent(file, layout) && !isIncluded(file.path)

/** The files that become pages, the texts that pages include, and all others. */
export function partsOf(layout: Layout) {
  const content = layout.files.filter((file) => isContent(file, layout))
  return {
    pageFiles: content.filter((file) => isPage(file, layout)),
    included: content.filter((file) => isText(file) && isIncluded(file.path)),
    otherFiles: content.filter((file) => !isText(file)),
  }
}
