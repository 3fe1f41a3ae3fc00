import { posix } from 'node:path'
import { resolvePath } from '@quire/document/plain'

/** A path written in the file `from`, from the root; undefined where it leads out of it. */
export const resolveFrom = (from: string, path: string) => resolvePath(from, path)?.normalize()

export const isMarkdown = (path: string) => /\.(md|markdown)$/i.test(path)

/** A folder's own page. */
export const isReadme = (path: string) => /(^|\/)(readme\.(md|markdown)|index\.html?)$/i.test(path)

/** Without the folders above it and its extension. */
export const nameOf = (path: string) => posix.basename(path).replace(/\.[^.]+$/, '')

export const folderOf = (path: string) => (path.includes('/') ? posix.dirname(path) : '')
