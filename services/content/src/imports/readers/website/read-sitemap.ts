import { DocumentError } from '@quire/document/errors'
import { Parser } from 'htmlparser2'

/** Upper bound for nesting; sitemaps have three levels. */
const maxDepth = 50

/** The addresses in a sitemap: of other sitemaps in `lists`, and of pages. */
export interface SitemapNames {
  lists: string[]
  addresses: string[]
}

/** Reads a sitemap, without entities other than XML's own. Throws DocumentError if it is nested too deep. */
export function readSitemap(xml: string): SitemapNames {
  const found: SitemapNames = { lists: [], addresses: [] }
  const open: string[] = []
  let text = ''
  const parser = new Parser(
    {
      onopentag(name) {
        // The cost of an element grows with its depth.
        if (open.push(name) > maxDepth) throw new DocumentError('too-complex', 'The sitemap is nested too deeply')
        text = ''
      },
      ontext(part) {
        if (open.at(-1) === 'loc' && text.length < 2048) text += part
      },
      onclosetag(name) {
        open.pop()
        if (name !== 'loc') return
        const list = open.at(-1) === 'sitemap' ? found.lists : found.addresses
        if (open.at(-1) === 'url' || open.at(-1) === 'sitemap') list.push(text.trim())
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return { lists: found.lists.slice(0, 50), addresses: found.addresses.slice(0, 50_000) }
}
