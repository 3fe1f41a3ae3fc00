import { slug } from 'github-slugger'

const longest = 100

/**
 * The first 100 characters of a text as one part of an address, as GitHub makes anchors but with single hyphens: letters
 * and digits of any script, in lower case. Empty where nothing is left. The slug of a slug is itself.
 */
export function slugOf(text: string): string {
  const start = [...text.normalize().replace(/\s+/g, ' ').trim()].slice(0, longest).join('')
  return slug(start).replace(/-+/g, '-').replace(/^-|-$/g, '')
}
