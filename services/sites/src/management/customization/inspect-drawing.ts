import { DOMParser, type Element, MIME_TYPE, type Node, onWarningStopParsing } from '@xmldom/xmldom'

const svgNamespace = 'http://www.w3.org/2000/svg'
const htmlNamespace = 'http://www.w3.org/1999/xhtml'
const maxMarkup = 20_000
/** Elements that run scripts, hold other documents, lead away, or change attributes later. */
const unsafeElements = new Set(
  'script foreignobject iframe embed object audio video a handler listener set animate animatemotion animatetransform discard'.split(
    ' ',
  ),
)
const embeddedPicture = /^data:image\/(?:png|jpeg|gif|webp);base64,[\w+/=\s]*$/

/**
 * Returns the first part of an SVG drawing that could run a script or load something, in words; undefined for a drawing
 * of shapes, texts, styles and embedded pictures only. Files are also sent with a policy under which no script runs.
 */
export function unsafePart(bytes: Buffer): string | undefined {
  const text = decoded(bytes)
  if (text === undefined) return 'characters that are not UTF-8'
  if (text.includes('\0')) return 'characters that XML does not have'
  if (/^\s*<\?xml[^>]*encoding\s*=\s*["'](?!utf-?8["'])/i.test(text)) return 'another encoding than UTF-8'
  if (/<!ENTITY/i.test(text) || hasInnerDeclarations(text)) return 'entities of its own'
  if (hasOwnDoctype(text)) return 'a document type of its own'
  if (/<\?(?!xml\s)/i.test(text)) return 'processing instructions'
  if ((text.match(/[<=]/g)?.length ?? 0) > maxMarkup) return `more than ${maxMarkup} elements and attributes`
  const root = parsed(text)
  if (!root) return 'errors of its XML'
  if (root.namespaceURI !== svgNamespace || root.localName !== 'svg')
    return 'another root than <svg> of the SVG namespace'
  return unsafeIn(root)
}

/** True if a document type has declarations in square brackets. Reads each tag once, however many document types there are. */
const hasInnerDeclarations = (text: string): boolean =>
  text.split('>').some((part) => {
    const at = part.search(/<!DOCTYPE/i)
    return at >= 0 && part.includes('[', at)
  })

/** True if the document type names anything but a definition of SVG by the W3C. */
function hasOwnDoctype(text: string): boolean {
  const [, doctype = ''] = /<!DOCTYPE([^>[]*)/i.exec(text) ?? []
  const names = [...doctype.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, one, other]) => one ?? other ?? '')
  return names.some((name) => !/^(?:-\/\/W3C\/\/|https?:\/\/www\.w3\.org\/)/.test(name))
}

function decoded(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Browsers would guess another encoding, in which the file may say something else.
    return undefined
  }
}

function parsed(text: string): Element | null {
  try {
    return new DOMParser({ onError: onWarningStopParsing }).parseFromString(text, MIME_TYPE.XML_TEXT).documentElement
  } catch {
    // The parser's message quotes the document.
    return null
  }
}

function unsafeIn(root: Element): string | undefined {
  const pending: Element[] = [root]
  for (let one = pending.pop(); one; one = pending.pop()) {
    const name = (one.localName ?? one.nodeName).toLowerCase()
    if (one.namespaceURI === htmlNamespace || unsafeElements.has(name)) return `a <${name}>`
    const unsafe = unsafeAttribute(one) ?? (name === 'style' ? unsafeStyle(one.textContent ?? '') : undefined)
    if (unsafe !== undefined) return unsafe
    for (let child = one.firstChild; child; child = child.nextSibling) if (isElement(child)) pending.push(child)
  }
  return undefined
}

const isElement = (node: Node): node is Element => node.nodeType === 1

function unsafeAttribute({ attributes }: Element): string | undefined {
  for (const { localName, nodeName, value } of Array.from(attributes)) {
    const name = (localName ?? nodeName).toLowerCase()
    if (name.startsWith('on')) return `the script of ${name}`
    if ((name === 'href' || name === 'src') && !/^\s*#/.test(value) && !embeddedPicture.test(value.trim()))
      return `an address in ${nodeName}`
    if (name === 'base') return 'another base address'
    const unsafe = unsafeStyle(value)
    if (unsafe !== undefined && !embeddedPicture.test(value.trim())) return unsafe
  }
  return undefined
}

/** Escapes of CSS could spell any of these words otherwise. */
function unsafeStyle(style: string): string | undefined {
  if (/@import|(?:image-set|image|src|expression)\s*\(|javascript:/i.test(style)) return 'a style that loads something'
  if (/url\((?!\s*(?:["']\s*)?(?:#|data:image\/(?:png|jpeg|gif|webp);base64,))/i.test(style))
    return 'an address in a style'
  return style.includes('\\') ? 'escapes in a style' : undefined
}
