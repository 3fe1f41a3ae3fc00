import { decodeNamedCharacterReference } from 'decode-named-character-reference'

export type HtmlAttribute = { name: string; value: string; start: number; end: number; quote: string }
export type HtmlTag = { name: string; closing: boolean; start: number; end: number; attributes: HtmlAttribute[] }

const token = {
  open: /<(?:!--|(\/?)([a-z][a-z0-9-]*))/gi,
  attribute: /[\s/]*([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/y,
  close: /[\s/]*>/y,
}

/** The tags of a piece of HTML with the place of each attribute's value, comments left out. One pass, no way back. */
export function htmlTags(html: string): HtmlTag[] {
  const tags: HtmlTag[] = []
  const open = new RegExp(token.open)
  for (let match = open.exec(html); match; match = open.exec(html)) {
    if (match[2] === undefined) {
      const end = html.indexOf('-->', open.lastIndex)
      if (end < 0) break
      open.lastIndex = end
      continue
    }
    const { attributes, end } = readAttributes(html, open.lastIndex)
    open.lastIndex = end
    tags.push({ name: match[2].toLowerCase(), closing: match[1] === '/', start: match.index, end, attributes })
  }
  return tags
}

function readAttributes(html: string, from: number): { attributes: HtmlAttribute[]; end: number } {
  const attributes: HtmlAttribute[] = []
  const pattern = new RegExp(token.attribute)
  const close = new RegExp(token.close)
  let end = from
  for (;;) {
    pattern.lastIndex = end
    const match = pattern.exec(html)
    if (!match) break
    end = pattern.lastIndex
    attributes.push(readAttribute(match, end))
  }
  close.lastIndex = end
  return { attributes, end: close.test(html) ? close.lastIndex : end }
}

function readAttribute(match: RegExpExecArray, after: number): HtmlAttribute {
  const quote = match[2] !== undefined ? '"' : match[3] !== undefined ? "'" : ''
  const raw = match[2] ?? match[3] ?? match[4] ?? ''
  const end = after - quote.length
  return { name: (match[1] ?? '').toLowerCase(), value: decodeHtml(raw), start: end - raw.length, end, quote }
}

/** Replaces character references by what they stand for. */
export function decodeHtml(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z\d]{1,31}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return decodeNamedCharacterReference(name) || whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number.parseInt(decimal, 10)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD'
  })
}

/** Writes text so that it is itself in HTML text and in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

/** Tags within a line, which part no words. */
const inLine = new Set(
  (
    'a abbr b bdi bdo button cite code data del dfn em font i img ins kbd label mark picture q s samp small source span ' +
    'strong sub sup time u var wbr'
  ).split(' '),
)

/** The words of a piece of HTML, those for a picture included: no tags, no comments, nothing of scripts and styles. */
export function htmlText(html: string): string {
  let text = ''
  let from = 0
  let hidden: string | undefined
  for (const tag of htmlTags(html)) {
    if (!hidden) text += wordsIn(html.slice(from, tag.start)) + wordsOf(tag)
    if (!hidden && !tag.closing && (tag.name === 'script' || tag.name === 'style')) hidden = tag.name
    else if (tag.closing && tag.name === hidden) hidden = undefined
    from = tag.end
  }
  return hidden ? text : text + wordsIn(html.slice(from))
}

function wordsOf({ name, attributes }: HtmlTag): string {
  if (name === 'img') return attributes.find((attribute) => attribute.name === 'alt')?.value ?? ''
  return inLine.has(name) ? '' : ' '
}

const wordsIn = (html: string) => decodeHtml(withoutComments(html))

function withoutComments(text: string): string {
  let kept = ''
  let from = 0
  for (let start = text.indexOf('<!--'); start >= 0; start = text.indexOf('<!--', from)) {
    kept += text.slice(from, start)
    const end = text.indexOf('-->', start)
    if (end < 0) return kept
    from = end + 3
  }
  return kept + text.slice(from)
}
