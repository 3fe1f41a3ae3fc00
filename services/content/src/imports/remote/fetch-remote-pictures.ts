import { createHash } from 'node:crypto'
import { FetchRefused } from '@quire/kit'
import { contentTypeOf } from '../../storage/files/content-type.ts'
import { pictureLimits, remoteLimits } from '../import-limits.ts'
import type { Reading } from '../readers/file-reader.ts'
import type { SourceFile } from '../source-files.ts'
import type { RemotePicture } from './find-remote-pictures.ts'

type Fetching = Pick<Reading, 'web' | 'scratch' | 'signal' | 'field' | 'onStep'>

/** Pictures as files of the import, and the reasons why others stay where they are. */
export interface FetchedPictures {
  files: SourceFile[]
  problems: string[]
}

/**
 * Fetches pictures, a few at once, within limits of number, bytes and time. A host that let one request wait until its
 * timeout is not asked again, so that a hanging host costs the import one timeout.
 */
export async function fetchRemotePictures(
  pictures: readonly RemotePicture[],
  { web, scratch, signal, field, onStep }: Fetching,
  limits = remoteLimits,
): Promise<FetchedPictures> {
  const fetched = new Map<RemotePicture, SourceFile | string>()
  const silentHosts = new Set<string>()
  const until = performance.now() + limits.timeoutMs
  let bytesLeft = limits.totalBytes
  const wanted = pictures.slice(0, limits.pictures)
  const waiting = wanted.values()
  const report = () => onStep?.({ name: 'fetching-pictures', done: fetched.size, total: wanted.length })

  /** Returns the file of a picture, or the reason why there is none. */
  async function fetchOne({ url, written }: RemotePicture): Promise<SourceFile | string> {
    const { host } = new URL(url)
    if (silentHosts.has(host)) return `${host} did not answer before`
    const remainingMs = Math.ceil(until - performance.now())
    if (remainingMs <= 0) return `it was not reached within ${limits.timeoutMs / 1000} seconds`
    if (bytesLeft <= 0)
      return `the pictures before it have ${limits.totalBytes} bytes together, the most that is fetched`
    const timeoutMs = Math.min(limits.pictureTimeoutMs, remainingMs)
    const began = performance.now()
    try {
      const maxBytes = Math.min(pictureLimits.bytes, bytesLeft)
      // Taken before the answer, so that pictures fetched at once do not exceed the sum together.
      bytesLeft -= maxBytes
      let size = 0
      try {
        const { body } = await web.get(url, { field, signal, maxBytes, timeoutMs, accept: 'image/*' })
        size = body.length
        const name = await pictureName(url, body)
        if (name === undefined) return 'it is no picture'
        const [first = url, ...aliases] = written
        return { path: pathOf(url, name), url: first, aliases, size, read: await scratch.store(body) }
      } finally {
        bytesLeft += maxBytes - size
      }
    } catch (error) {
      if (!(error instanceof FetchRefused)) throw error
      if (performance.now() - began >= timeoutMs * 0.9) silentHosts.add(host)
      return error.problem
    }
  }

  async function work(): Promise<void> {
    for (const picture of waiting) {
      fetched.set(picture, await fetchOne(picture))
      report()
    }
  }

  if (wanted.length > 0) report()
  await Promise.all(Array.from({ length: pictureLimits.atOnce }, work))
  const files: SourceFile[] = []
  const problems: string[] = []
  for (const picture of pictures) {
    const one = fetched.get(picture) ?? `${limits.pictures} are fetched at most`
    if (typeof one !== 'string') files.push(one)
    else problems.push(`${picture.usedAt}: the picture ${withoutSecrets(picture.url)} stays a link: ${one}`)
  }
  return { files, problems }
}

/** Removes what may be a key or a password: others than the person who imports see the problems of a run. */
function withoutSecrets(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

/** A comment matches in one way only: with several, the time would double with each comment in a text that is no drawing. */
const beginsAsSvg = /^\uFEFF?(?:\s|<\?xml[^>]*>|<!--(?:[^-]|-(?!->))*-->|<!DOCTYPE[^>]*>)*<svg[\s>]/i

/** Names a picture by the last part of its address; undefined if the bytes are no picture. */
async function pictureName(url: string, bytes: Buffer): Promise<string | undefined> {
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  const plain =
    last
      .replaceAll(/%[0-9a-f]{2}|[^\w.-]/gi, '-')
      .replace(/^[.-]+/, '')
      .slice(-100) || 'picture'
  // Only the name tells a drawing from other texts.
  const name = beginsAsSvg.test(bytes.toString('utf8', 0, 4096)) ? plain.replace(/(\.svg)?$/i, '.svg') : plain
  return (await contentTypeOf(name, bytes)).startsWith('image/') ? name : undefined
}

/** Returns a path that the same address always has, so that an import that is repeated preserves the file's id. */
const pathOf = (url: string, name: string) =>
  `assets/remote/${createHash('sha256').update(url).digest('hex').slice(0, 16)}/${name}`
