/** Names of files that are surely no pages. */
const notPages =
  /\.(?:png|jpe?g|gif|webp|svg|avif|ico|bmp|pdf|zip|gz|tgz|bz2|xz|7z|rar|exe|dmg|msi|deb|rpm|jar|whl|mp[34]|m4[av]|webm|og[gv]|wav|mov|avi|css|m?js|json|xml|rss|atom|txt|ya?ml|csv|docx?|xlsx?|pptx?|epub|woff2?|ttf|eot|inv)$/i

/** Sites that make folders without end are not followed into them. */
const mostFolders = 30

/** The part of a website that is imported: the folder of an address, and what is below. */
export interface Site {
  /** Addresses of pages begin with it. */
  within: string
  host: string
  /** Whether an address may be a page of it. */
  holds(url: string): boolean
  /** The address that stands for a page: without a query, a place in it, or the name of a folder's own page. */
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
      return !notPages.test(pathname) && pathname.split('/').length <= mostFolders
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

/** Names as people read them, where they can be names of files. */
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
