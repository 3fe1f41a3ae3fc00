import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { serveFile } from './file-server.ts'

/** A page that includes a text: the smallest archive that brings a reusable content. */
export const included = {
  'README.md': '# Start\n\n{% include ".gitbook/includes/note.md" %}\n',
  '.gitbook/includes/note.md': 'Mind the crank.\n',
}

/** Serves a zip of files by path, for an import; `allow` is its entry of OUTBOUND_ALLOW. */
export async function serveArchive(files: Record<string, string>) {
  const archive = new ZipFile()
  for (const [path, text] of Object.entries(files)) archive.addBuffer(Buffer.from(text), path)
  archive.end()
  return serveFile(await buffer(archive.outputStream), 'content.zip')
}
