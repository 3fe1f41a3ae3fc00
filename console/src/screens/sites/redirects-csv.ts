import type { SiteRedirect } from '@quire/contracts'

/** One line of a list of redirects: a path of the site, and where it leads. */
export interface RedirectLine {
  source: string
  destination: SiteRedirect['destination']
  permanent: boolean
}

/**
 * The fault of a line: its old path is no path, nothing stands behind it, the target is neither a path nor an address
 * of the web, or no page has the path of the target.
 */
type LineFault = 'source' | 'no-target' | 'address' | 'no-page'

/** The redirects of a pasted list, and the numbers of the lines that are none, by their fault. */
interface ReadLines {
  lines: RedirectLine[]
  faulty: Map<LineFault, number[]>
}

/** Finds what a path on the site leads to. */
type Find = (path: string) => SiteRedirect['destination'] | undefined

/**
 * Reads redirects from lines with two or three fields, separated by commas, semicolons or tabs: an old path, an address or
 * the path of a page, and `permanent` or nothing. A first line of headings is left out.
 */
export function readRedirects(text: string, find: Find): ReadLines {
  const lines: RedirectLine[] = []
  const faulty = new Map<LineFault, number[]>()
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const [from = '', to = '', kind = ''] = line.split(/[,;\t]/).map((field) => field.trim().replace(/^"(.*)"$/, '$1'))
    if (from === '' && to === '') continue
    const source = pathOf(from)
    const destination = destinationOf(to, find)
    if (source && typeof destination === 'object')
      lines.push({ source, destination, permanent: /^(permanent|308|301)$/i.test(kind) })
    else if (index > 0 || from.startsWith('/')) {
      const fault = typeof destination === 'string' ? destination : 'source'
      faulty.set(fault, [...(faulty.get(fault) ?? []), index + 1])
    }
  }
  return { lines, faulty }
}

/** Returns a path with its slash, percent-encoded as addresses are; of an address, its path. */
function pathOf(text: string): string | undefined {
  const url = URL.parse(text, 'https://any.example/')
  const path = url?.pathname.replace(/\/+$/, '') ?? ''
  return text === '' || path === '' || text.includes('*') ? undefined : path
}

function destinationOf(text: string, find: Find): SiteRedirect['destination'] | LineFault {
  if (text === '') return 'no-target'
  if (text.startsWith('/')) return find(text.replace(/^\/+|\/+$/g, '')) ?? 'no-page'
  return /^https?:\/\//.test(text) && URL.canParse(text) ? { kind: 'external', url: text } : 'address'
}
