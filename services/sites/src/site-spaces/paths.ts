import { slugOf } from '@quire/kit'

const fallback = 'docs'
/** Leaves room for a number within a path's 100 characters. */
const longest = 90

/**
 * Gives each title a path of its own on one level: the title's words, numbered where they are `taken`, in whatever case.
 */
export function pathsFor(titles: readonly string[], taken: readonly string[]): string[] {
  const used = new Set(taken.map((path) => path.toLowerCase()))
  return titles.map((title) => {
    const base = slugOf([...title].slice(0, longest).join('')) || fallback
    let path = base
    for (let number = 2; used.has(path); number += 1) path = `${base}-${number}`
    used.add(path)
    return path
  })
}
