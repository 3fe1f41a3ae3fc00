import { squeezed } from '../markdown/white-space.ts'
import { imageRefOf, refOf } from '../nodes/content-refs.ts'
import { characterOf, emojiOf } from '../nodes/emoji.ts'
import { readLength } from '../nodes/lengths.ts'
import type { Button, Inline, InlineImage, Mark } from '../nodes/nodes.ts'
import { type Element, hasOnlyAttributes, isBlank, type Piece, wordsOf } from './elements.ts'
import { readAnnotation } from './footnotes.ts'
import { between, isText, mention } from './inline-nodes.ts'
import type { ReadingContext } from './reading-context.ts'

/** Reads the inlines inside an element, and links. */
interface Inside {
  readPieces: (pieces: readonly Piece[], reading: ReadingContext, marks?: readonly Mark[]) => Inline[]
  readLink: (
    url: string,
    title: string | undefined,
    children: readonly Piece[],
    marks: readonly Mark[],
    reading: ReadingContext,
  ) => Inline[]
}

/** The node of an element within a line; undefined where the tree has none for all that the element says. */
export function readElement(
  element: Element,
  marks: readonly Mark[],
  reading: ReadingContext,
  inside: Inside,
): Inline[] | undefined {
  switch (element.name) {
    case 'a':
      return readAnchor(element, marks, reading, inside)
    case 'button':
      return reading.edition !== 'current' ? one(readAction(element, reading)) : undefined
    case 'i':
      return readIcon(element)
    case 'code':
      return readExpression(element, reading)
    case 'span':
      return readSpan(element)
    case 'img':
    case 'picture': {
      const data = readImageData(element, reading)
      return data && [{ object: 'inline', type: 'inline-image', isVoid: true, data }]
    }
    default:
      return undefined
  }
}

function one<T>(value: T | undefined): T[] | undefined {
  return value && [value]
}

function readAnchor(
  element: Element,
  marks: readonly Mark[],
  reading: ReadingContext,
  { readPieces, readLink }: Inside,
): Inline[] | undefined {
  const { attributes, children } = element
  const url = attributes.get('href')
  if (url === undefined) return undefined
  if (attributes.has('data-footnote-ref')) {
    const label = /^#user-content-fn-(.+)$/.exec(url)?.[1] ?? ''
    if (!hasOnlyAttributes(reading, element, 'href', 'data-footnote-ref')) return undefined
    const words = readPieces(children, reading, marks)
    const identifier = label.toLowerCase()
    const annotation = words.every(isText) ? readAnnotation({ identifier, label }, words, reading) : undefined
    // Not left to be read again: elements in elements would double the work at each level.
    return annotation ? [annotation] : between(element, words, marks, reading)
  }
  if (attributes.has('data-mention')) {
    const known = hasOnlyAttributes(reading, element, 'href', 'data-mention') && refOf(url, reading.refs)
    return known ? [mention(url, wordsOf(children), reading)] : undefined
  }
  if (/^button(?: |$)/.test(attributes.get('class') ?? '')) return one(readButton(element, reading))
  return hasOnlyAttributes(reading, element, 'href', 'title', 'target', 'rel')
    ? readLink(url, attributes.get('title'), children, marks, reading)
    : undefined
}

function readButton(element: Element, reading: ReadingContext): Button | undefined {
  const look = readLook(element, reading)
  const ref = refOf(element.attributes.get('href') ?? '', reading.refs)
  if (!look || !ref || !hasOnlyAttributes(reading, element, 'href', 'class', 'data-icon', 'target', 'rel'))
    return undefined
  return { object: 'inline', type: 'button', isVoid: true, data: { ...look, ref } }
}

const actions = ['search', 'ask', 'select'] as const

/** A button that does something on the page rather than lead somewhere. */
function readAction(element: Element, reading: ReadingContext): Button | undefined {
  const look = readLook(element, reading)
  const { attributes } = element
  const named = actions.find((name) => name === attributes.get('data-action'))
  // A button with a question and nothing else to do asks it.
  const asks = reading.edition === 'full' && attributes.has('data-query') && !attributes.has('data-action')
  const action = named ?? (asks ? 'ask' : undefined)
  if (
    !look ||
    !action ||
    !hasOnlyAttributes(reading, element, 'type', 'class', 'data-icon', 'data-action', 'data-query', 'data-slug')
  )
    return undefined
  const [query, slug] = [attributes.get('data-query'), attributes.get('data-slug')]
  const target = action === 'select' ? slug !== undefined && { slug } : query !== undefined && { query }
  if (action === 'select' && !target) return undefined
  return { object: 'inline', type: 'button', isVoid: true, data: { ...look, action: { action, ...(target || {}) } } }
}

function readLook(
  { attributes, children }: Element,
  { edition }: ReadingContext,
): Pick<Button['data'], 'label' | 'kind' | 'icon'> | undefined {
  const kind = attributes.get('class') === 'button secondary' ? 'secondary' : 'primary'
  const label = squeezed(wordsOf(children))
  const icon = attributes.get('data-icon')
  const plain = children.every(({ type }) => type === 'text')
  const isKnown = ['button', 'button primary', 'button secondary'].includes(attributes.get('class') ?? '')
  if (edition !== 'full' && !(plain && isKnown)) return undefined
  return { label, kind, ...(icon && icon.length <= 50 ? { icon } : {}) }
}

/** `<i class="fa-rocket">:rocket:</i>`, where the words repeat the name for those who cannot see it. */
function readIcon({ attributes, children }: Element): Inline[] | undefined {
  const icon = /^fa-([\w-]{1,50})$/.exec(attributes.get('class') ?? '')?.[1]
  const words = wordsOf(children).trim()
  if (!icon || attributes.size > 1 || (words !== '' && words !== `:${icon}:`)) return undefined
  return [{ object: 'inline', type: 'icon', isVoid: true, data: { icon } }]
}

function readExpression(element: Element, reading: ReadingContext): Inline[] | undefined {
  if (element.attributes.get('class') !== 'expression' || !hasOnlyAttributes(reading, element, 'class'))
    return undefined
  const expression = squeezed(wordsOf(element.children))
  return [{ object: 'inline', type: 'expression', isVoid: true, data: { expression } }]
}

function readSpan({ attributes, children }: Element): Inline[] | undefined {
  if (attributes.get('class') === 'math' && attributes.size === 1) {
    const formula = squeezed(wordsOf(children))
    return formula === '' ? undefined : [{ object: 'inline', type: 'inline-math', isVoid: true, data: { formula } }]
  }
  const code = (attributes.get('data-code') ?? '').toLowerCase()
  return attributes.get('data-tag') === 'emoji' && characterOf(code) !== undefined ? [emojiOf(code)] : undefined
}

/** The data of an `<img>`, or of a `<picture>` with a second one for dark themes. */
export function readImageData(element: Element, reading: ReadingContext): InlineImage['data'] | undefined {
  if (element.name === 'img') return readImg(element, reading)
  if (reading.edition === 'full') return readPicture(element, reading)
  const [source, img, ...others] = element.children.filter((piece: Piece) => !isBlank(piece))
  if (source?.type !== 'element' || source.name !== 'source' || img?.type !== 'element' || others.length > 0)
    return undefined
  const refDark = imageRefOf(source.attributes.get('srcset') ?? '', reading.refs)
  const data = img.name === 'img' && element.attributes.size === 0 ? readImg(img, reading) : undefined
  const dark =
    source.attributes.get('media') === '(prefers-color-scheme: dark)' &&
    hasOnlyAttributes(reading, source, 'srcset', 'media')
  return data && refDark && dark ? { ...data, refDark } : undefined
}

/** A picture with any number of sources: the one for dark themes counts. */
function readPicture({ children }: Element, reading: ReadingContext): InlineImage['data'] | undefined {
  const elements = children.filter((piece) => piece.type === 'element')
  const img = elements.findLast(({ name }) => name === 'img')
  const source = elements.find(({ attributes }) => /:\s*dark\b/.test(attributes.get('media') ?? ''))
  const dark = /^[^\s,]+/.exec(source?.attributes.get('srcset')?.trim() ?? '')?.[0]
  const refDark = dark === undefined ? undefined : imageRefOf(dark, reading.refs)
  const data = img && readImg(img, reading)
  return data && { ...data, ...(refDark ? { refDark } : {}) }
}

const sizes = ['original', 'line'] as const

function readImg(element: Element, reading: ReadingContext): InlineImage['data'] | undefined {
  const { attributes } = element
  const isStrict = reading.edition !== 'full'
  if (!hasOnlyAttributes(reading, element, 'src', 'alt', 'title', 'width', 'height', 'data-size')) return undefined
  const ref = imageRefOf(attributes.get('src') ?? '', reading.refs)
  const [alt, caption] = [attributes.get('alt'), attributes.get('title')]
  const size = sizes.find((one) => one === attributes.get('data-size'))
  const [width, height] = [readLength(attributes.get('width')), readLength(attributes.get('height'))]
  if (!ref || (isStrict && attributes.has('data-size') !== (size !== undefined))) return undefined
  if (
    isStrict &&
    (attributes.has('width') !== (width !== undefined) || attributes.has('height') !== (height !== undefined))
  )
    return undefined
  return {
    ref,
    ...(alt ? { alt } : {}),
    ...(caption ? { caption } : {}),
    ...(size ? { size } : {}),
    ...(width !== undefined ? { width } : {}),
    ...(height !== undefined ? { height } : {}),
  }
}
