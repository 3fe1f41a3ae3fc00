import { DocumentError } from '@quire/document/errors'
import { Parser } from 'htmlparser2'

/** Sitemaps have three levels. */
const mostDepth = 50

/** What a sitemap names: other sitemaps, and pages. */
export interface SitemapNames {
  lists: string[]
  addresses: string[]
}

/** Reads a sitemap. The parser knows no entities but XML's own. Throws DocumentError where it is nested without end. */
export function readSitemap(xml: string): SitemapNames {
  const found: SitemapNames = { lists: [], addresses: [] }
  const open: string[] = []
  let text = ''
  const parser = new Parser(
    {
      onopentag(name) {
        // The parser takes the longer for an element the deeper it lies.
        if (open.push(name) > mostDepth) throw new DocumentError('too-complex', 'The sitemap is nested too deeply')
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
