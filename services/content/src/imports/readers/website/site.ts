/** Extensions of files that are not pages. */
const nonPageExtensions =
  /\.(?:png|jpe?g|gif|webp|svg|avif|ico|bmp|pdf|zip|gz|tgz|bz2|xz|7z|rar|exe|dmg|msi|deb|rpm|jar|whl|mp[34]|m4[av]|webm|og[gv]|wav|mov|avi|css|m?js|json|xml|rss|atom|txt|ya?ml|csv|docx?|xlsx?|pptx?|epub|woff2?|ttf|eot|inv)$/i

/** Upper bound for nesting, against sites that generate endless folders. */
const maxFolders = 30

/** The part of a website that is imported: the folder of an address, and everything below. */
export interface Site {
  /** The prefix of the addresses of its pages. */
  within: string
  host: string
  /** True if an address may be a page of the site. */
  holds(url: string): boolean
  /** The canonical form of a page's address: without query, fragment and `index.html`. */
  pageAt(url: string): string
  /** The path of a page from the root of the import. */
  pathOf(url: string): string
}

export function siteAt(url: string): Site {
  const { href: within, host, origin } = new URL('.', url)
  return {
    within,
    host,
    holds(address) {
      if (!address.startsWith(within)) return false
      const { pathname } = new URL(address)
      return !nonPageExtensions.test(pathname) && pathname.split('/').length <= maxFolders
    },
    pageAt(address) {
      const { pathname } = new URL(address)
      return `${origin}${pathname.replace(/\/index\.html?$/i, '/')}`
    },
    pathOf(address) {
      const path = decoded(new URL(address).href.slice(within.length))
      return path === '' || path.endsWith('/') ? `${path}index.html` : path
    },
  }
}

/** Decodes a path, unless the result would not be safe as a path. */
function decoded(path: string): string {
  const plain = path.replace(/[?#].*$/s, '')
  try {
    const read = decodeURIComponent(plain)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a path with a control character is a forged one
    return /[\u0000-\u001f\\]/.test(read) || /(^|\/)\.\.?(\/|$)/.test(read) ? plain : read.slice(0, 500).toWellFormed()
  } catch {
    return plain.slice(0, 500)
  }
}
