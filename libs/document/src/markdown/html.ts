import { decodeNamedCharacterReference } from 'decode-named-character-reference'
import { QuoteType, Tokenizer } from 'htmlparser2'
import { commentsIn, cutComments } from './html-comments.ts'
import type { Range } from './syntax-tree.ts'

export type HtmlAttribute = { name: string; value: string; start: number; end: number; quote: string }
export type HtmlTag = { name: string; closing: boolean; start: number; end: number; attributes: HtmlAttribute[] }

/** The quotes of each kind of value that the tokenizer distinguishes. */
const quotes = { [QuoteType.NoValue]: '', [QuoteType.Unquoted]: '', [QuoteType.Single]: "'", [QuoteType.Double]: '"' }

/**
 * The tags of a piece of HTML with the place of each attribute's value, in one pass. As in browsers, nothing in
 * comments, scripts and other raw text is a tag, and a tag that nothing ends is none.
 */
export function htmlTags(html: string): HtmlTag[] {
  const tags: HtmlTag[] = []
  let name = ''
  let start = 0
  let attributes: HtmlAttribute[] = []
  let attribute: HtmlAttribute | undefined
  const addTag = (closing: boolean, end: number) => tags.push({ name, closing, start, end, attributes })
  const open = (bracket: number, from: number, to: number) => {
    name = html.slice(from, to).toLowerCase()
    start = bracket
    attributes = []
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      onopentagname: (from, to) => open(from - 1, from, to),
      onattribname(from, to) {
        attribute = { name: html.slice(from, to).toLowerCase(), value: '', start: to, end: to, quote: '' }
        attributes.push(attribute)
      },
      onattribdata(from, to) {
        Object.assign(attribute ?? {}, { value: decodeHtml(html.slice(from, to)), start: from, end: to })
      },
      onattribend: (quote) => Object.assign(attribute ?? {}, { quote: quotes[quote] }),
      onopentagend: (at) => addTag(false, at + 1),
      onselfclosingtag: (at) => addTag(false, at + 1),
      onclosetag(from, to) {
        open(from - 2, from, to)
        const end = html.indexOf('>', to)
        if (end >= 0) addTag(true, end + 1)
      },
      ...ignored,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return tags
}

const ignore = () => {}
const ignored = {
  onattribentity: ignore,
  oncdata: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onprocessinginstruction: ignore,
  ontext: ignore,
  ontextentity: ignore,
}

/** Replaces character references by what they stand for. */
export function decodeHtml(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z\d]{1,31}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return decodeNamedCharacterReference(name) || whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number.parseInt(decimal, 10)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD'
  })
}

/** Escapes text for HTML text and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

/** Tags within a line: words on both sides of one are not separated by it. */
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
  return hidden ? text : text + wordsIn(withoutOpenTag(html.slice(from)))
}

/** The end of some HTML without a tag that it does not end. */
export const withoutOpenTag = (html: string): string => html.replace(/<\/?[a-z][^<>]*$/i, '')

function wordsOf({ name, attributes }: HtmlTag): string {
  if (name === 'img') return attributes.find((attribute) => attribute.name === 'alt')?.value ?? ''
  return inLine.has(name) ? '' : ' '
}

const wordsIn = (html: string) => decodeHtml(cutComments(html))

/** The ranges of the comments in a piece of HTML: nothing in a tag is one. */
export function htmlComments(html: string): Range[] {
  const tags = htmlTags(html)
  return [{ end: 0 }, ...tags].flatMap(({ end: from }, at) =>
    commentsIn(html.slice(from, tags[at]?.start)).map(({ start, end }) => ({ start: from + start, end: from + end })),
  )
}
