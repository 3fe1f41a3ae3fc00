import { Parser } from 'htmlparser2'

/** The meta data of a page that an embed shows. */
interface PageHead {
  title?: string
  site?: string
  /** The absolute address of a picture. */
  icon?: string
  /** The absolute address of the page's oEmbed answer. */
  oembed?: string
}

/** Reads the meta data of a page; `base` is its address. Nothing behind the head counts. */
export function readHead(html: string, base: string): PageHead {
  const head: PageHead = {}
  const meta: Record<string, string> = {}
  let title: string | undefined
  let isInTitle = false
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'body') parser.pause()
      isInTitle = name === 'title' && title === undefined
      if (name === 'meta')
        meta[(attributes.property ?? attributes.name ?? '').toLowerCase()] ??= attributes.content ?? ''
      if (name === 'link') readLink(head, attributes, base)
    },
    ontext(text) {
      if (isInTitle) title = (title ?? '') + text
    },
    onclosetag(name) {
      if (name === 'title') isInTitle = false
      if (name === 'head') parser.pause()
    },
  })
  parser.write(html)
  const [shown, site] = [meta['og:title'] || meta['twitter:title'] || title?.trim(), meta['og:site_name']]
  return { ...head, ...(shown && { title: shown }), ...(site && { site }) }
}

function readLink(head: PageHead, { rel = '', type, href = '' }: Record<string, string>, base: string): void {
  const address = URL.canParse(href, base) ? new URL(href, base) : undefined
  if (!address || !/^https?:$/.test(address.protocol) || address.href.length > 2048) return
  const kinds = rel.toLowerCase().split(/\s+/)
  if (kinds.includes('icon')) head.icon ??= address.href
  if (kinds.includes('alternate') && type === 'application/json+oembed') head.oembed ??= address.href
}

/** Returns the address of the first frame in the HTML of an oEmbed answer; undefined if it is none over HTTPS. */
export function frameIn(html: string): string | undefined {
  let source: string | undefined
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'iframe') source ??= attributes.src ?? ''
    },
  })
  parser.end(html)
  if (source === undefined || source.length > 2048) return undefined
  const absolute = source.startsWith('//') ? `https:${source}` : source
  return URL.canParse(absolute) && new URL(absolute).protocol === 'https:' ? new URL(absolute).href : undefined
}
