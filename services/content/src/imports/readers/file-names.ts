/** Makes a plain file name without extension of the last part of an address; `otherwise` if nothing is left. */
export function plainName(name: string, otherwise: string): string {
  const plain = name.replaceAll(/%[0-9a-f]{2}|[^\w.-]/gi, '-').replace(/\.[a-z]\w{0,9}$/i, '')
  return plain.slice(0, 100).replace(/^[.-]+/, '') || otherwise
}

const maxName = 90

/**
 * Makes a path of the name of a file that somebody uploaded, of which links lead to it and its page has its address. It stays
 * as it is, apart from what no path of an archive may have either. A leading dot would hide it.
 */
export function pathOfName(name: string): string {
  const [, stem = '', extension = ''] = /^(.*?)(\.\w{1,10})?$/s.exec(name.toWellFormed().normalize()) ?? []
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no file name may have them
  const plain = stem.replaceAll(/[\u0000-\u001f\u007f/\\]/g, '-').replace(/^\.+/, '')
  const short = plain.slice(0, maxName).replace(/[\ud800-\udbff]$/, '')
  return `${short || 'document'}${extension}`
}

/** Returns a function that makes paths unique: a path that is taken gets a number before its extension. */
export function freePaths(taken: Iterable<string> = []): (path: string) => string {
  const all = new Set(taken)
  const numbers = new Map<string, number>()
  return (path) => {
    const [, name = path, extension = ''] = /^(.*?)(\.\w{1,10})?$/s.exec(path) ?? []
    let free = path
    for (let number = numbers.get(path) ?? 1; all.has(free); number += 1) {
      free = `${name}-${number}${extension}`
      numbers.set(path, number)
    }
    all.add(free)
    return free
  }
}
