import { type ReadFrontMatter, readFrontMatter } from '../storage/front-matter/read-front-matter.ts'
import { type CoverRef, urlRef } from '../storage/front-matter/write-front-matter.ts'
import type { PageAttributes } from '../storage/revisions/revision-entries.ts'
import type { ReadImported } from './read-imported.ts'
import { resolveFrom } from './source-paths.ts'
import type { IdsByPath } from './stable-links.ts'

/** Returns the attributes that the front matter of the file at `path` gives its page. */
export function appearanceOf({ found, frontMatter }: ReadImported, path: string, targets: IdsByPath): PageAttributes {
  if (!found) return {}
  const { attributes, rest }: ReadFrontMatter = readFrontMatter(found, coverRef(frontMatter.cover, path, targets))
  return { ...attributes, frontMatter: rest }
}

function coverRef(cover: string | undefined, path: string, { files }: IdsByPath): CoverRef | undefined {
  if (cover === undefined) return undefined
  const file = files.get(resolveFrom(path, cover) ?? '')
  return file === undefined ? urlRef(cover) : { kind: 'file', file }
}
