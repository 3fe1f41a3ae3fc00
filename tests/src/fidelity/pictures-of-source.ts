import { posix } from 'node:path'
import { links } from '@quire/document'
import { fromBufferPromise } from 'yauzl'
import type { Api } from '../support/api-client.ts'

/** Pictures that the texts of a space name by a path which led nowhere when they were imported, each with its page. */
interface UnresolvedPictures {
  /** The source has the file: the import lost it. */
  lost: string[]
  /** The source does not have the file either. */
  absent: string[]
}

interface Page {
  id: string
  type: string
  git?: { path: string }
  pages?: Page[]
}

/** Reads every page of a space, and compares the pictures that have no file with the files of the archive. */
export async function unresolvedPictures(
  { api, token, spaceId }: { api: Api; token: string; spaceId: string },
  archive: Buffer,
): Promise<UnresolvedPictures> {
  const paths = await pathsIn(archive)
  // A path in doubt counts as one of the source: a folder around all files, or above the configured root, is ignored.
  const isInSource = (path: string) => paths.some((one) => one === path || one.endsWith(`/${path}`))
  const found: UnresolvedPictures = { lost: [], absent: [] }
  const { pages } = await api.made('listPages', token, { params: { spaceId } })
  for (const { id: pageId, git } of documentsIn(pages)) {
    if (!git) continue
    const { markdown = '' } = await api.made('getPageById', token, { params: { spaceId, pageId } })
    for (const { image, kind, target } of links(String(markdown))) {
      if (!image || kind !== 'file' || target.startsWith('/files/')) continue
      const path = posix
        .join('/', target.startsWith('/') ? '' : posix.dirname(git.path), target)
        .slice(1)
        .normalize()
      found[isInSource(path) ? 'lost' : 'absent'].push(`${git.path}: ${target}`)
    }
  }
  return found
}

const documentsIn = (pages: readonly Page[]): Page[] =>
  pages.flatMap((page) => [...(page.type === 'document' ? [page] : []), ...documentsIn(page.pages ?? [])])

async function pathsIn(archive: Buffer): Promise<string[]> {
  const paths: string[] = []
  for await (const { fileName } of (await fromBufferPromise(archive)).eachEntry()) paths.push(fileName.normalize())
  return paths
}
