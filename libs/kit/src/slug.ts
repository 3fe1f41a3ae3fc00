import { slug } from 'github-slugger'

const maxLength = 100

/**
 * Converts the first 100 characters of a text to one part of an address, as GitHub does for anchors but with single
 * hyphens: letters and digits of any script, in lower case. Empty if none are left. The slug of a slug is itself.
 */
export function slugOf(text: string): string {
  const start = [...text.normalize().replace(/\s+/g, ' ').trim()].slice(0, maxLength).join('')
  return slug(start).replace(/-+/g, '-').replace(/^-|-$/g, '')
}
