import { createHash } from 'node:crypto'
import { DocumentError } from '@quire/document'
import { relativeAddress } from '../../source-paths.ts'
import type { EmbeddedFile } from '../html/embedded.ts'
import { markdownOf } from '../html/markdown-of.ts'
import { parseHtml } from '../html/parse-html.ts'

/** A Word document as markdown. */
export interface ConvertedDocx {
  markdown: string
  title: string | undefined
  /** Embedded pictures; the text refers to them by path. */
  embedded: EmbeddedFile[]
}

/** The meaning of styles of Word, LibreOffice and pandoc. */
const styles = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  "p[style-name='Block Text'] => blockquote > p:fresh",
  "p[style-name='Quotations'] => blockquote > p:fresh",
  "p[style-name='Source Code'] => pre:separator('\\n')",
  "p[style-name='HTML Preformatted'] => pre:separator('\\n')",
  "p[style-name='Preformatted Text'] => pre:separator('\\n')",
  "r[style-name='Verbatim Char'] => code",
  "r[style-name='HTML Code'] => code",
  "r[style-name='Source Text'] => code",
]

/**
 * Converts a document whose archive was checked already (`read-docx.ts`). Never reads external files that the document
 * names. Throws DocumentError if it is not a Word document.
 */
export async function convertDocx(bytes: Uint8Array, folder: string): Promise<ConvertedDocx> {
  const { default: mammoth } = await import('mammoth')
  const pictures = picturesIn(folder)
  const convertImage = mammoth.images.imgElement(async (image) => ({
    src: pictures.add(await image.readAsBuffer(), image.contentType),
  }))
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const options = { convertImage, styleMap: styles, includeEmbeddedStyleMap: false, externalFileAccess: false }
  const { value: html } = await mammoth.convertToHtml({ buffer }, options).catch((error: unknown) => {
    throw new DocumentError('unsupported-node', `It is no document of Word that can be read: ${reasonOf(error)}`)
  })
  return { ...markdownOf(parseHtml(html), { embedded: () => undefined }), embedded: pictures.all }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message.slice(0, 200) : 'it is damaged')

/** Collects pictures; equal ones are one file. */
function picturesIn(folder: string) {
  const all: EmbeddedFile[] = []
  const known = new Map<string, string>()
  return {
    all,
    add(bytes: Buffer, contentType: string): string {
      const hash = createHash('sha256').update(bytes).digest('hex')
      const [, type = 'bin'] = /^image\/(?:x-)?([a-z]{1,10})/.exec(contentType) ?? []
      const path = known.get(hash) ?? `${folder}/picture-${all.length + 1}.${type === 'jpeg' ? 'jpg' : type}`
      if (!known.has(hash)) all.push({ path, bytes })
      known.set(hash, path)
      return relativeAddress('', path)
    },
  }
}
