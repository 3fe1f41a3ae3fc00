import { escapeHtml } from '../markdown/html.ts'
import { schemeOf } from '../markdown/urls.ts'
import type { Link } from './links.ts'

type Edit = { start: number; end: number; text: string }

/** An address as the source of a link spells it; a bare one replaces the quotes around the address too. */
interface SpelledUrl {
  spelled: string
  isBare?: boolean
}

/**
 * Gives links other addresses. `newUrl` answers the address of a link, or its spelling, or nothing to keep it; every
 * character outside a changed address stays as it is. A definition that several links refer to takes the first change asked for.
 * `found` is what `links` answers for the text.
 */
export function rewriteLinks(
  markdown: string,
  newUrl: (link: Link) => string | SpelledUrl | undefined,
  found: readonly Link[],
): string {
  const edits = new Map<number, Edit>()
  for (const link of found) {
    const url = newUrl(link)
    if (url === undefined || url === link.url || !link.source || edits.has(link.source.start)) continue
    if (typeof url === 'object') {
      const quotes = url.isBare ? 1 : 0
      const { start, end } = link.source
      edits.set(start, { start: start - quotes, end: end + quotes, text: url.spelled })
      continue
    }
    const current = markdown.slice(link.source.start, link.source.end)
    const before = markdown[link.source.start - 1] ?? ''
    edits.set(link.source.start, { ...link.source, text: written(link, url, current, before) })
  }
  return apply(markdown, [...edits.values()])
}

function apply(markdown: string, edits: Edit[]): string {
  let result = ''
  let from = 0
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    result += markdown.slice(from, edit.start) + edit.text
    from = edit.end
  }
  return result + markdown.slice(from)
}

function written(link: Link, url: string, current: string, before: string): string {
  switch (link.syntax) {
    case 'destination':
      return current.startsWith('<') ? `<${encode(url)}>` : encode(url) || '<>'
    case 'autolink':
      return schemeOf(url)?.startsWith('http') ? `<${encode(url)}>` : `[${link.text}](${encode(url)})`
    case 'html':
      return before === '"' || before === "'" ? attributeValue(url) : `"${attributeValue(url)}"`
    case 'tag': {
      const safe = url.replace(/["'}\r\n]/g, percent)
      return before === '"' || before === "'" ? safe : safe.replace(/[“”\s]/g, encodeURIComponent)
    }
  }
}

function attributeValue(url: string): string {
  return escapeHtml(url)
    .replace(/'/g, '&#39;')
    .replace(/[\r\n]/g, percent)
}

/** Percent-encodes all characters that could end a destination, an emphasis or a table's cell, or begin an escape. */
function encode(url: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a destination cannot hold them
  return url.replace(/[\u0000-\u0020\u007f<>()[\]\\|`*]/g, percent).replace(/&(?=#|[a-z])/gi, '&amp;')
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}
