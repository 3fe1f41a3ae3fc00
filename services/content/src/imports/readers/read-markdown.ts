import { orBroken } from '../broken-file.ts'
import { inFile, maxTextBytes, readText } from '../file-text.ts'
import { pictureLimits } from '../import-limits.ts'
import { assignPicturePaths, fetchPictures } from './fetch-pictures.ts'
import { plainName } from './file-names.ts'
import { type FileReader, type Reading, readWhole } from './file-reader.ts'

/** Reads one page of markdown, and fetches pictures that it refers to by relative path. */
export const readMarkdown: FileReader = async (file, reading) => {
  const { url } = file
  const path = `${plainName(file.name, 'README')}.md`
  const page = { path, read: () => readWhole(file, maxTextBytes), ...(url && { url }) }
  if (url === undefined) return { files: [page], failures: [] }
  const pictures = await orBroken(async () => await picturesIn(await readText(page), url, reading))
  // The plan reports the problem of a broken page.
  const { files, failures } = Array.isArray(pictures)
    ? await fetchPictures(pictures, reading)
    : { files: [], failures: [] }
  return { files: [page, ...files], failures }
}

/** Finds pictures with a relative address, which is resolved against that of the page. */
async function picturesIn(text: string, base: string, { parser }: Reading) {
  const links = await inFile(() => parser.run('links', text))
  const besides = links.filter(({ image, kind, url }) => image && kind === 'file' && URL.canParse(url, base))
  const urls = new Set(besides.map(({ url }) => withoutHash(new URL(url, base))))
  return assignPicturePaths([...urls].slice(0, pictureLimits.ofOnePage), base)
}

function withoutHash(url: URL): string {
  url.hash = ''
  return url.href
}
