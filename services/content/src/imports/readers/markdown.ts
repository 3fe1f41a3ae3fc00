import { orBroken } from '../broken-file.ts'
import { pictureLimits } from '../limits.ts'
import { inFile, mostTextBytes, readText } from '../text.ts'
import { plainName } from './names.ts'
import { fetchPictures, placePictures } from './pictures.ts'
import { type FileReader, type Reading, readWhole } from './reading.ts'

/** One page of markdown; pictures that it names beside itself are fetched too. */
export const readMarkdown: FileReader = async (file, reading) => {
  const { url } = file
  const path = `${plainName(file.name, 'README')}.md`
  const page = { path, read: () => readWhole(file, mostTextBytes), ...(url && { url }) }
  if (url === undefined) return { files: [page], failures: [] }
  const pictures = await orBroken(async () => await picturesIn(await readText(page), url, reading))
  // The plan finds out, and says, what is wrong with the page.
  const { files, failures } = Array.isArray(pictures)
    ? await fetchPictures(pictures, reading)
    : { files: [], failures: [] }
  return { files: [page, ...files], failures }
}

/** Pictures whose address says nothing of a server lie where the page does. */
async function picturesIn(text: string, base: string, { parser }: Reading) {
  const links = await inFile(() => parser.run('links', text))
  const besides = links.filter(({ image, kind, url }) => image && kind === 'file' && URL.canParse(url, base))
  const urls = new Set(besides.map(({ url }) => withoutHash(new URL(url, base))))
  return placePictures([...urls].slice(0, pictureLimits.ofOnePage), base)
}

function withoutHash(url: URL): string {
  url.hash = ''
  return url.href
}
