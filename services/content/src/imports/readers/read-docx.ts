import { readArchive } from '../archive.ts'
import { BrokenFile } from '../broken-file.ts'
import { inFile } from '../file-text.ts'
import { documentLimits, docxBytes } from '../import-limits.ts'
import type { SourceFile } from '../source-files.ts'
import { plainName } from './file-names.ts'
import { type FileReader, type OpenFile, orRefused, type Reading, readWhole } from './file-reader.ts'

/** Reads one Word document as a page, with its pictures as files. */
export const readDocx: FileReader = async (file, reading) => ({
  files: await orRefused(file.name, reading, async () =>
    convertDocument(await readWhole(file, docxBytes), nameOf(file), reading),
  ),
  failures: [],
})

/** An uploaded file has a name of its own, one that was fetched the last part of its address. */
const nameOf = ({ name, url }: OpenFile) => (url === undefined ? name : `${plainName(name, 'document')}.docx`)

/**
 * Converts a Word document to files of the import, the page first: at the path `name`, with its pictures below. Throws BrokenFile if it is not a Word document or is
 * too large unpacked.
 */
export async function convertDocument(
  bytes: Buffer,
  name: string,
  { parser, scratch, field }: Pick<Reading, 'parser' | 'scratch' | 'field'>,
): Promise<SourceFile[]> {
  await checkParts(bytes, field)
  const { markdown, title, embedded } = await inFile(() => parser.run('convertDocx', bytes, name))
  if (markdown.trim() === '') throw new BrokenFile('holds no text')
  const page: SourceFile = {
    path: name,
    isPage: true,
    read: await scratch.store(Buffer.from(markdown)),
    ...(title !== undefined && { title }),
  }
  const files = [page]
  for (const picture of embedded) files.push({ path: picture.path, read: await scratch.store(picture.bytes) })
  return files
}

/** Unpacks all parts once and discards them, so that the library never reads an entry that is larger than declared. */
async function checkParts(bytes: Buffer, field: string): Promise<void> {
  for (const part of await readArchive(bytes, { field, limits: documentLimits })) {
    const content = await part.read()
    // A document type can declare entities that expand a few characters to a text of any length.
    if (/\.(xml|rels)$/i.test(part.path) && content.includes('<!DOCTYPE'))
      throw new BrokenFile(`${part.path} declares a document type, which no document of Word does`)
  }
}
