import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

export interface PackOptions {
  /** Unix mode with the type of file, such as 0o120777 for a symbolic link. */
  mode?: number
  compress?: boolean
}

/** Packs files by name into a zip, as a regular tool does. */
export function zip(
  files: Record<string, string | Buffer>,
  { mode, compress = true }: PackOptions = {},
): Promise<Buffer> {
  const archive = new ZipFile()
  for (const [name, content] of Object.entries(files)) {
    archive.addBuffer(Buffer.from(content), name, { compress, ...(mode !== undefined && { mode }) })
  }
  archive.end()
  return buffer(archive.outputStream)
}

/** Replaces a name in a zip with one of the same length, which a regular tool would refuse to write. */
export function renamed(archive: Buffer, from: string, to: string): Buffer {
  if (from.length !== to.length) throw new Error('A name can only be replaced by one of its length')
  return Buffer.from(archive.toString('latin1').replaceAll(from, to), 'latin1')
}

/** Signatures of an entry's two headers, and the offsets of its flags, checksum and sizes in them. */
export const headers = {
  local: { signature: 0x04034b50, flags: 6, checksum: 14, size: 22 },
  central: { signature: 0x02014b50, flags: 8, checksum: 16, size: 24, offset: 42 },
}

/** Changes every header of one kind, by its offset in the archive. */
export function patched(archive: Buffer, signature: number, change: (bytes: Buffer, at: number) => void): Buffer {
  const bytes = Buffer.from(archive)
  for (let at = 0; at <= bytes.length - 4; at += 1) if (bytes.readUInt32LE(at) === signature) change(bytes, at)
  return bytes
}
