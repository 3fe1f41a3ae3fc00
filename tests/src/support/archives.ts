import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { serveFile } from './file-server.ts'

/** A page that includes a text: the smallest archive that brings a reusable content. */
export const included = {
  'README.md': '# Start\n\n{% include ".gitbook/includes/note.md" %}\n',
  '.gitbook/includes/note.md': 'Mind the crank.\n',
}

/** Serves a zip of files by path, for an import; `allow` is its entry of OUTBOUND_ALLOW. */
export const serveArchive = async (files: Record<string, string | Buffer>) =>
  serveFile(await packed(files), 'content.zip')

/** Packs files by path into a zip. */
export function packed(files: Record<string, string | Buffer>): Promise<Buffer> {
  const archive = new ZipFile()
  for (const [path, content] of Object.entries(files)) archive.addBuffer(Buffer.from(content), path)
  archive.end()
  return buffer(archive.outputStream)
}
