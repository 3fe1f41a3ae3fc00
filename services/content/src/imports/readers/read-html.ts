import { BrokenFile } from '../broken-file.ts'
import { inFile } from '../file-text.ts'
import { htmlBytes, pictureLimits } from '../import-limits.ts'
import type { SourceFile } from '../source-files.ts'
import { assignPicturePaths, fetchPictures } from './fetch-pictures.ts'
import { plainName } from './file-names.ts'
import { type FileReader, orRefused, type Reading, readWhole } from './file-reader.ts'
import type { ConvertTerms } from './html/convert-html.ts'

/** Reads one page of HTML, and fetches its pictures. */
export const readHtml: FileReader = async (file, reading) => {
  // An uploaded file has a name of its own, one that was fetched the last part of its address.
  const name = file.url === undefined ? file.name : `${plainName(file.name, 'index')}.html`
  const converted = await orRefused(file.name, reading, async () => {
    const bytes = await readWhole(file, htmlBytes)
    return await convertPage(bytes, { contentType: file.contentType, url: file.url, folder: name }, reading)
  })
  const { files, pictures } = converted
  const [source] = files
  const page = source && { ...source, path: name, ...(file.url !== undefined && { url: file.url }) }
  const withUrl = page ? [page, ...files.slice(1)] : files
  if (file.url === undefined) return { files: withUrl, failures: [] }
  const fetched = await fetchPictures(assignPicturePaths(pictures.slice(0, pictureLimits.ofOnePage), file.url), reading)
  return { files: [...withUrl, ...fetched.files], failures: fetched.failures }
}

/**
 * Converts a page of HTML to files of the import, the page first, with its pictures, links and navigation. Throws
 * BrokenFile if it has no text.
 */
export async function convertPage(
  bytes: Buffer,
  terms: ConvertTerms,
  { parser, scratch }: Pick<Reading, 'parser' | 'scratch'>,
) {
  const { markdown, title, embedded, ...found } = await inFile(() => parser.run('convertHtml', bytes, terms))
  if (markdown.trim() === '') throw new BrokenFile('holds no text, or none without running its scripts')
  const page: SourceFile = {
    path: `${terms.folder}.html`,
    isPage: true,
    read: await scratch.store(Buffer.from(markdown)),
    ...(title !== undefined && { title }),
  }
  const files = [page]
  for (const { path, bytes: picture } of embedded) files.push({ path, read: await scratch.store(picture) })
  return { ...found, title, files }
}
