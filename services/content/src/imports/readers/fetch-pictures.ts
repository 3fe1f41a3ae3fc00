import { FetchRefused } from '@quire/kit'
import { contentTypeOf } from '../../storage/files/content-type.ts'
import { pictureLimits } from '../import-limits.ts'
import type { ImportFailure, SourceFile } from '../source-files.ts'
import { freePaths } from './file-names.ts'
import type { Reading } from './file-reader.ts'

/** A picture in a page: its address, and its future path. */
interface WantedPicture {
  url: string
  path: string
}

/** Fetches pictures, a few at once. A failed fetch, a file of another type, or one after the deadline is a failure. */
export async function fetchPictures(
  wanted: readonly WantedPicture[],
  { web, scratch, signal, field }: Pick<Reading, 'web' | 'scratch' | 'signal' | 'field'>,
  time?: { until: number; minutes: number },
): Promise<{ files: SourceFile[]; failures: ImportFailure[] }> {
  const { bytes: maxBytes, timeoutMs, atOnce } = pictureLimits
  const files: SourceFile[] = []
  const failures: ImportFailure[] = []
  const waiting = wanted.values()

  async function fetchOne({ url, path }: WantedPicture): Promise<void> {
    if (time && performance.now() > time.until)
      return void failures.push({ path: url, problem: `was not reached within ${time.minutes} minutes` })
    try {
      const { body } = await web.get(url, { field, signal, maxBytes, timeoutMs, accept: 'image/*' })
      if (!(await contentTypeOf(path, body)).startsWith('image/'))
        failures.push({ path: url, problem: 'is no picture' })
      else files.push({ path, url, read: await scratch.store(body) })
    } catch (error) {
      if (!(error instanceof FetchRefused)) throw error
      failures.push({ path: url, problem: error.problem })
    }
  }

  async function work(): Promise<void> {
    for (const picture of waiting) await fetchOne(picture)
  }

  await Promise.all(Array.from({ length: atOnce }, work))
  return { files, failures }
}

/** Assigns paths to the pictures of a page at `base`: relative to the page if they are below it, else in `assets`. */
export function assignPicturePaths(
  urls: Iterable<string>,
  base: string,
  taken: readonly string[] = [],
): WantedPicture[] {
  const folder = new URL('.', base).href
  const free = freePaths(taken)
  return [...new Set(urls)].map((url) => {
    const beside = url.startsWith(folder) ? decoded(url.slice(folder.length)) : undefined
    return {
      url,
      path: free(beside ?? `assets/${decoded(new URL(url).pathname.split('/').at(-1) ?? '') ?? 'picture'}`),
    }
  })
}

/** Decodes the path of an address; undefined if it is not safe as a path. */
function decoded(path: string): string | undefined {
  try {
    const plain = decodeURIComponent(path.replace(/[?#].*$/s, ''))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a path with a control character is a forged one
    return /^[^/\\\u0000-\u001f][^\\\u0000-\u001f]{0,300}$/.test(plain) && !/(^|\/)\.{0,2}(\/|$)/.test(plain)
      ? plain
      : undefined
  } catch {
    return undefined
  }
}
