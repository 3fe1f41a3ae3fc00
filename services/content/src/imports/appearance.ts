import { type ReadFrontMatter, readFrontMatter } from '../front-matter/read.ts'
import { type CoverRef, urlRef } from '../front-matter/write.ts'
import type { PageAttributes } from '../revisions/entries.ts'
import type { Targets } from './links.ts'
import { resolveFrom } from './paths.ts'
import type { ReadImported } from './read.ts'

/** What the front matter of the file at `path` makes of its page; nothing where the file has none. */
export function appearanceOf({ found, frontMatter }: ReadImported, path: string, targets: Targets): PageAttributes {
  if (!found) return {}
  const { attributes, rest }: ReadFrontMatter = readFrontMatter(found, coverRef(frontMatter.cover, path, targets))
  return { ...attributes, frontMatter: rest }
}

function coverRef(cover: string | undefined, path: string, { files }: Targets): CoverRef | undefined {
  if (cover === undefined) return undefined
  const file = files.get(resolveFrom(path, cover) ?? '')
  return file === undefined ? urlRef(cover) : { kind: 'file', file }
}
