import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Entry, type Options, open, type ZipFile } from 'yauzl'

type CorpusPage = { path: string; text: string }

const file = fileURLToPath(new URL('../../../tests/fixtures/fluentd-docs.zip', import.meta.url))
const openArchive: (path: string, options: Options) => Promise<ZipFile> = promisify(open)

/** The markdown pages of an archive, by default of the documentation in tests/fixtures, in the order of the archive. */
export async function readCorpus(path = file): Promise<CorpusPage[]> {
  const archive = await openArchive(path, { lazyEntries: true, autoClose: false })
  const entries: Entry[] = []
  archive.on('entry', (entry: Entry) => {
    entries.push(entry)
    archive.readEntry()
  })
  archive.readEntry()
  await once(archive, 'end')
  const read = promisify(archive.openReadStream.bind(archive))
  const pages: CorpusPage[] = []
  for (const entry of entries.filter(({ fileName }) => fileName.endsWith('.md'))) {
    pages.push({ path: entry.fileName, text: await textIn(read, entry) })
  }
  archive.close()
  return pages
}

async function textIn(read: (entry: Entry) => Promise<NodeJS.ReadableStream>, entry: Entry): Promise<string> {
  return (await buffer(await read(entry))).toString('utf8')
}
