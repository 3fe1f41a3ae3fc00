import type { Installation } from './installation.ts'

/** The stores in which content keeps files (`storage/files/blobs.ts`): of spaces, of imports under way, of uploads. */
export const storesOfFiles = `
  select store from revision group by store
  union select store from unnamed
  union select id from upload where blob is not null`

/** A local store reads its whole folder for each part of a list. */
const namesAtOnce = 10_000

/** Lists the names of all files of the stores, in order within each store. */
export async function* namesOf(files: Installation['files'], stores: readonly string[]): AsyncGenerator<string> {
  for (const store of stores) {
    let after = ''
    for (let isMore = true; isMore; ) {
      const some = await files.list(store, after, namesAtOnce)
      // Remains of a failed write have another name.
      for (const { blob } of some) if (isWhole(blob)) yield blob
      after = some.at(-1)?.blob ?? after
      isMore = some.length === namesAtOnce
    }
  }
}

const isWhole = (blob: string) => /(?:^|\/)[0-9a-f]{64}$/.test(blob)
