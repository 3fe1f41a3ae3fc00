import type { SiteRedirect } from '@quire/contracts'

/** One line of a list of redirects: a path of the site, and where it leads. */
interface RedirectLine {
  source: string
  destination: SiteRedirect['destination']
  permanent: boolean
}

/** What a pasted list holds, and the numbers of lines that say nothing that can be used. */
interface ReadLines {
  lines: RedirectLine[]
  faulty: number[]
}

/** The largest number of redirects of one request. */
const maxLines = 500

/** Finds what a path on the site leads to. */
type Find = (path: string) => SiteRedirect['destination'] | undefined

/**
 * Reads redirects from lines with two or three fields, separated by commas, semicolons or tabs: an old path, an address or
 * the path of a page, and `permanent` or nothing. A first line of headings is left out.
 */
export function readRedirects(text: string, find: Find): ReadLines {
  const lines: RedirectLine[] = []
  const faulty: number[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const [from = '', to = '', kind = ''] = line.split(/[,;\t]/).map((field) => field.trim().replace(/^"(.*)"$/, '$1'))
    if (from === '' && to === '') continue
    const source = pathOf(from)
    const destination = destinationOf(to, find)
    if (source && destination) lines.push({ source, destination, permanent: /^(permanent|308|301)$/i.test(kind) })
    else if (index > 0 || from.startsWith('/')) faulty.push(index + 1)
  }
  return { lines: lines.slice(0, maxLines), faulty }
}

/** Returns a path with its slash, percent-encoded as addresses are; of an address, its path. */
function pathOf(text: string): string | undefined {
  const url = URL.parse(text, 'https://any.example/')
  const path = url?.pathname.replace(/\/+$/, '') ?? ''
  return text === '' || path === '' || text.includes('*') ? undefined : path
}

function destinationOf(text: string, find: Find): SiteRedirect['destination'] | undefined {
  if (/^https?:\/\//.test(text)) return URL.canParse(text) ? { kind: 'external', url: text } : undefined
  return text.startsWith('/') ? find(text.replace(/^\/+|\/+$/g, '')) : undefined
}
