import { readArchive } from '../archive.ts'
import { BrokenFile } from '../broken-file.ts'
import { documentLimits, docxBytes } from '../limits.ts'
import type { SourceFile } from '../sources.ts'
import { inFile } from '../text.ts'
import { plainName } from './names.ts'
import { type FileReader, orRefused, type Reading, readWhole } from './reading.ts'

/** One document of Word: a page, and its pictures as files. */
export const readDocx: FileReader = async (file, reading) => ({
  files: await orRefused(file.name, reading, async () =>
    convertDocument(await readWhole(file, docxBytes), plainName(file.name, 'document'), reading),
  ),
  failures: [],
})

/**
 * A document of Word as files of the import, the page first. Throws BrokenFile for what is none, or is larger than one
 * may be unpacked.
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
    path: `${name}.docx`,
    isPage: true,
    read: await scratch.keep(Buffer.from(markdown)),
    ...(title !== undefined && { title }),
  }
  const files = [page]
  for (const picture of embedded) files.push({ path: picture.path, read: await scratch.keep(picture.bytes) })
  return files
}

/** All parts are unpacked once and dropped, so that the library meets nothing that is larger than it says. */
async function checkParts(bytes: Buffer, field: string): Promise<void> {
  for (const part of await readArchive(bytes, { field, limits: documentLimits })) {
    const content = await part.read()
    // Entities of its own can make a text of any length of a few characters.
    if (/\.(xml|rels)$/i.test(part.path) && content.includes('<!DOCTYPE'))
      throw new BrokenFile(`${part.path} declares a document type, which no document of Word does`)
  }
}
