import type { DownloadGrant } from './downloads.ts'

/** Types that a browser may display inline: none that can run a script. */
const inlineTypes = /^(image\/(png|jpeg|gif|webp|avif|apng|bmp|x-icon)|(audio|video)\/[\w.-]+|text\/plain)$/

/** Headers of uploaded content on the API's origin, where a script of the content must never run. */
export function downloadHeaders({
  name,
  contentType,
  maxAgeSeconds,
}: Pick<DownloadGrant, 'name' | 'contentType'> & { maxAgeSeconds: number }) {
  const disposition = inlineTypes.test(contentType) ? 'inline' : 'attachment'
  const text = contentType.startsWith('text/')
  return {
    'Content-Type': text ? `${contentType}; charset=utf-8` : contentType,
    'Content-Disposition': `${disposition}; filename*=UTF-8''${encodeName(name)}`,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': `private, max-age=${Math.max(0, maxAgeSeconds)}, immutable`,
  }
}

/** RFC 8187, which allows less than URLs do. */
const encodeName = (name: string) =>
  encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
