const longest = 100

/**
 * A title as one part of an address: lower-case letters and digits of any script, dots, hyphens and
 * underscores, at most 100 characters. `fallback` where nothing of the title is left.
 */
export function slugOf(title: string, fallback: string): string {
  const words =
    title
      .normalize()
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}._]+/gu) ?? []
  const slug = [...words.join('-').replace(/^[-.]+/, '')].slice(0, longest).join('')
  return slug.replace(/[-.]+$/, '') || fallback
}
