import { badRequest } from '@quire/kit'
import { openSpool, readAt, writeAt } from '../storage/files/spool.ts'

/** Temporary storage for converted parts of an import: pages as markdown, and pictures. */
export interface Scratch extends AsyncDisposable {
  /** Stores bytes and returns a function that reads them. Throws 400 if all bytes together exceed the limit. */
  store(bytes: Uint8Array): Promise<() => Promise<Buffer>>
}

/** Opens a scratch file. `field` is the input that is refused for more than `maxBytes` in total. */
export async function openScratch(folder: string, field: string, maxBytes: number): Promise<Scratch> {
  const file = await openSpool(folder)
  let end = 0
  return {
    async store(bytes) {
      const [start, size] = [end, bytes.length]
      end += size
      if (end > maxBytes) throw badRequest(field, `holds more than ${maxBytes} bytes`)
      await writeAt(file, bytes, start)
      return () => readAt(file, size, start)
    },
    [Symbol.asyncDispose]: () => file.close(),
  }
}
