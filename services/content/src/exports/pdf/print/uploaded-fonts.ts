import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { convert } from 'fontverter'
import type { PrintFace } from './print-job.ts'

/** The names under which the template knows uploaded fonts: those in the files may be any, also of a font of Quire. */
const families = { text: 'Uploaded text', code: 'Uploaded code' } as const

interface UploadedFonts {
  /** As Typst reads them. */
  blobs: Buffer[]
  /** The families that there are. */
  families: Partial<Record<PrintFace['use'], string>>
}

/**
 * Reads the uploaded fonts of a job for Typst, which reads TrueType and OpenType alone: those of the web are unpacked,
 * and each gets the name and the weight by which the settings of the site know it. A font that cannot be read is left
 * out, and `failed` is called.
 */
export async function uploadedFonts(
  folder: string,
  faces: readonly PrintFace[],
  failed: (font: string, error: unknown) => void,
): Promise<UploadedFonts> {
  const fonts: UploadedFonts = { blobs: [], families: {} }
  for (const face of faces) {
    try {
      const unpacked = await convert(readFileSync(join(folder, face.file)), 'sfnt')
      fonts.blobs.push(renamed(unpacked, { ...face, family: families[face.use] }))
      fonts.families[face.use] = families[face.use]
    } catch (error) {
      failed(face.fontFamily, error)
    }
  }
  return fonts
}

interface FontNames {
  family: string
  /** The name that the PDF shows. */
  fontFamily: string
  weight: number
}

const recordLength = 16
/** Tables begin at multiples of this. */
const alignment = 4

/**
 * Returns an sfnt font with another name and weight. All other tables stay as they are; libraries that write fonts drop
 * those that shape Arabic and Indic scripts. Throws if the font's directory is damaged.
 */
function renamed(font: Buffer, names: FontNames): Buffer {
  const count = font.readUInt16BE(4)
  const tables = Array.from({ length: count }, (_, at) => {
    const record = 12 + at * recordLength
    const tag = font.toString('latin1', record, record + 4)
    const [from, length] = [font.readUInt32BE(record + 8), font.readUInt32BE(record + 12)]
    if (from + length > font.length) throw new Error(`the table ${tag} of the font does not lie in its file`)
    return { tag, bytes: font.subarray(from, from + length) }
  }).filter(({ tag }) => tag !== 'name')
  const all = [...tables.map((table) => withWeight(table, names.weight)), { tag: 'name', bytes: nameTable(names) }]
  return joined(
    font.readUInt32BE(0),
    all.sort((a, b) => (a.tag < b.tag ? -1 : 1)),
  )
}

interface FontTable {
  tag: string
  bytes: Buffer
}

/** Upright and of this weight: by these fields Typst chooses among the fonts of a family. */
function withWeight(table: FontTable, weight: number): FontTable {
  if (table.tag !== 'OS/2' || table.bytes.length < 64) return table
  const bytes = Buffer.from(table.bytes)
  bytes.writeUInt16BE(Math.min(weight, 1000), 4)
  // The width is normal.
  bytes.writeUInt16BE(5, 6)
  // Neither italic, nor oblique.
  bytes.writeUInt16BE(bytes.readUInt16BE(62) & ~0x0201, 62)
  return { ...table, bytes }
}

/** The name of a font in a PDF has neither spaces nor signs. */
const postScriptName = ({ fontFamily, weight }: FontNames) =>
  `${fontFamily.normalize('NFKD').replace(/[^A-Za-z0-9]/g, '') || 'Uploaded'}-${weight}`

/** A table with the names 1 (family), 4 (full name) and 6 (PostScript), for Windows in UTF-16. */
function nameTable(names: FontNames): Buffer {
  const texts = { 1: names.family, 4: `${names.family} ${names.weight}`, 6: postScriptName(names) }
  const entries = Object.entries(texts).map(([id, text]) => ({ id: Number(id), bytes: utf16(text) }))
  const storage = 6 + entries.length * 12
  const header = Buffer.alloc(storage)
  header.writeUInt16BE(entries.length, 2)
  header.writeUInt16BE(storage, 4)
  let offset = 0
  for (const [at, { id, bytes }] of entries.entries()) {
    // Platform Windows, encoding Unicode, language English.
    for (const [field, value] of [3, 1, 0x0409, id, bytes.length, offset].entries())
      header.writeUInt16BE(value, 6 + at * 12 + field * 2)
    offset += bytes.length
  }
  return Buffer.concat([header, ...entries.map(({ bytes }) => bytes)])
}

const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16()

/** Writes the tables one after the other. Checksums are left out: nothing that reads this font looks at them. */
function joined(flavour: number, tables: readonly FontTable[]): Buffer {
  const header = Buffer.alloc(12 + tables.length * recordLength)
  header.writeUInt32BE(flavour, 0)
  header.writeUInt16BE(tables.length, 4)
  let offset = header.length
  for (const [at, { tag, bytes }] of tables.entries()) {
    const record = 12 + at * recordLength
    header.write(tag, record, 'latin1')
    header.writeUInt32BE(offset, record + 8)
    header.writeUInt32BE(bytes.length, record + 12)
    offset += padded(bytes.length)
  }
  return Buffer.concat([
    header,
    ...tables.flatMap(({ bytes }) => [bytes, Buffer.alloc(padded(bytes.length) - bytes.length)]),
  ])
}

const padded = (length: number) => Math.ceil(length / alignment) * alignment
