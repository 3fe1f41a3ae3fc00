/** Ids of elements that are ours begin with this; those that people write never do. */
const ownPrefix = 'q-'

/**
 * Gives each anchor once: an anchor that is taken gets a number. Those of a document that is shown beside another one
 * have a prefix, so that both may stand in one page.
 */
export function createAnchors(prefix = '') {
  const counts = new Map<string, number>()

  /** An id for what people wrote. It is no id of ours, so nothing of ours is found in its place. */
  function written(anchor: string): string {
    const name = anchor.replace(/[\s\p{Cc}]+/gu, '-').slice(0, 200)
    const isPlain = !name.startsWith(ownPrefix) && name !== ''
    return unique(prefix + (isPlain ? name : `section-${name}`))
  }

  function unique(name: string): string {
    const before = counts.get(name) ?? 0
    counts.set(name, before + 1)
    if (before === 0) return name
    return unique(`${name}-${before}`)
  }

  return { written, own: (name: string) => unique(ownPrefix + prefix + name) }
}
