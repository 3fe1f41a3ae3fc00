import { uploadLimits } from '@quire/contracts'
import { badRequest } from '@quire/kit'
import type { UploadKind } from '../../tables/uploads.tables.ts'

const fonts = { woff2: /^font\/woff2$/, woff: /^font\/woff$/, ttf: /^font\/ttf$/, otf: /^font\/otf$/ }
const text = /^text\//
const docx = /^application\/(zip|vnd\.openxmlformats-officedocument\.wordprocessingml\.document)$/

/** Content types that the bytes of a file must have, by the extension of its name. A page shows files of any kind. */
const types: Record<Exclude<UploadKind, 'content_file'>, Record<string, RegExp>> = {
  import_file: { zip: /^application\/zip$/, md: text, markdown: text, html: text, htm: text, docx },
  customization_font: fonts,
}

const endingOf = (name: string) => /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

interface AnnouncedFile {
  name: string
  size: number
}

/** Throws 400 if a file of this name or size is not accepted; `importBytes` is the size of the largest import. */
export function requireAnnounced(kind: UploadKind, { name, size }: AnnouncedFile, importBytes: number): void {
  const endings = kind === 'content_file' ? undefined : Object.keys(types[kind])
  if (endings && !endings.includes(endingOf(name)))
    throw badRequest('body.file.name', `must end in .${endings.join(', .')}`)
  const max = kind === 'import_file' ? importBytes : uploadLimits[kind]
  if (size > max) throw badRequest('body.file.size', `must be ${max} bytes at most`)
}

/** Throws 400 if the bytes of a file do not match its name. */
export function requireType(kind: UploadKind, name: string, contentType: string): void {
  if (kind === 'content_file') return
  const ending = endingOf(name)
  if (!types[kind][ending]?.test(contentType))
    throw badRequest('body', `is ${contentType}, which is no file that ends in .${ending}`)
}
