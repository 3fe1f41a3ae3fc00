import { ByteWriter, NumberWriter } from './byte-writers.ts'
import type { Parts } from './segment-layout.ts'

type DocumentParts = Pick<
  Parts,
  'names' | 'spaceEnds' | 'ids' | 'idEnds' | 'kinds' | 'languages' | 'sizes' | 'records' | 'recordEnds'
>

/** Takes documents in the order of space and id, and writes the parts of a segment that describe them. */
export class DocumentsWriter {
  private readonly names = new ByteWriter()
  private readonly spaceEnds = new NumberWriter()
  private readonly ids = new ByteWriter()
  private readonly idEnds = new NumberWriter()
  private readonly kinds = new ByteWriter()
  private readonly languages = new ByteWriter()
  private readonly sizes = new NumberWriter()
  private readonly records = new ByteWriter()
  private readonly recordEnds = new NumberWriter()

  get count(): number {
    return this.idEnds.length
  }

  add(id: Uint8Array, kind: number, language: number, size: number, record: Uint8Array): void {
    this.ids.append(id)
    this.idEnds.push(this.ids.length)
    this.kinds.byte(kind)
    this.languages.byte(language)
    this.sizes.push(size)
    this.records.append(record)
    this.recordEnds.push(this.records.length)
  }

  endSpace(name: string): void {
    this.names.text(name)
    this.spaceEnds.push(this.count)
  }

  parts(cleared: readonly string[]): DocumentParts {
    for (const name of cleared) this.names.text(name)
    return {
      names: this.names.written(),
      spaceEnds: this.spaceEnds.written(),
      ids: this.ids.written(),
      idEnds: this.idEnds.written(),
      kinds: this.kinds.written(),
      languages: this.languages.written(),
      sizes: this.sizes.written(),
      records: this.records.written(),
      recordEnds: this.recordEnds.written(),
    }
  }
}
