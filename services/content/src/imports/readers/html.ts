import { BrokenFile } from '../broken-file.ts'
import { htmlBytes, pictureLimits } from '../limits.ts'
import type { SourceFile } from '../sources.ts'
import { inFile } from '../text.ts'
import { plainName } from './names.ts'
import { fetchPictures, placePictures } from './pictures.ts'
import { type FileReader, orRefused, type Reading, readWhole } from './reading.ts'

/** One page of HTML; its pictures are fetched too. */
export const readHtml: FileReader = async (file, reading) => {
  const name = plainName(file.name, 'index')
  const page = await orRefused(file.name, reading, async () => {
    const bytes = await readWhole(file, htmlBytes)
    return await convertPage(bytes, { contentType: file.contentType, url: file.url, folder: name }, reading)
  })
  const { files, pictures } = page
  const [source] = files
  const withUrl = source && file.url !== undefined ? [{ ...source, url: file.url }, ...files.slice(1)] : files
  if (file.url === undefined) return { files: withUrl, failures: [] }
  const fetched = await fetchPictures(placePictures(pictures.slice(0, pictureLimits.ofOnePage), file.url), reading)
  return { files: [...withUrl, ...fetched.files], failures: fetched.failures }
}

interface PageTerms {
  contentType: string
  url?: string | undefined
  folder: string
  within?: string | undefined
}

/**
 * A page of HTML as files of the import, the page first, and what else was found in it. Throws BrokenFile for what is no
 * page with a text.
 */
export async function convertPage(
  bytes: Buffer,
  terms: PageTerms,
  { parser, scratch }: Pick<Reading, 'parser' | 'scratch'>,
) {
  const { markdown, title, embedded, ...found } = await inFile(() => parser.run('convertHtml', bytes, terms))
  if (markdown.trim() === '') throw new BrokenFile('holds no text, or none without running its scripts')
  const page: SourceFile = {
    path: `${terms.folder}.html`,
    isPage: true,
    read: await scratch.keep(Buffer.from(markdown)),
    ...(title !== undefined && { title }),
  }
  const files = [page]
  for (const { path, bytes: picture } of embedded) files.push({ path, read: await scratch.keep(picture) })
  return { ...found, title, files }
}
