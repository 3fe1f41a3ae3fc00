import { badRequest } from '@quire/kit'
import { openSpool, readAt, writeAt } from '../files/spool.ts'

/** Where the parts of an import wait that were made of what was fetched: pages as markdown, and pictures. */
export interface Scratch extends AsyncDisposable {
  /** Keeps bytes; what it answers reads them again. Throws 400 where all of them are more than an import may hold. */
  keep(bytes: Uint8Array): Promise<() => Promise<Buffer>>
}

/** `field` is the input that is refused where more than `mostBytes` come together. */
export async function openScratch(folder: string, field: string, mostBytes: number): Promise<Scratch> {
  const file = await openSpool(folder)
  let end = 0
  return {
    async keep(bytes) {
      const [start, size] = [end, bytes.length]
      end += size
      if (end > mostBytes) throw badRequest(field, `holds more than ${mostBytes} bytes`)
      await writeAt(file, bytes, start)
      return () => readAt(file, size, start)
    },
    [Symbol.asyncDispose]: () => file.close(),
  }
}
