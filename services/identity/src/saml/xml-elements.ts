import { DOMParser, type Element, MIME_TYPE, type Node, onWarningStopParsing } from '@xmldom/xmldom'
import { demand, Rejection } from './rejection.ts'

export const assertionNs = 'urn:oasis:names:tc:SAML:2.0:assertion'
export const protocolNs = 'urn:oasis:names:tc:SAML:2.0:protocol'
export const signatureNs = 'http://www.w3.org/2000/09/xmldsig#'
/** Bounds the tags and attributes together, counted before parsing. */
const maxMarkup = 5000
/** Bounds the elements: the cost of checking a signature grows with their square. Allows for hundreds of attribute values. */
const maxElements = 1000
const maxDepth = 40

/**
 * Parses a document and returns its root. Throws a Rejection for a large document and for markup that can mislead
 * parsers: document types, entities, and comments, at which some parsers split a text in two.
 */
export function parseXml(xml: string): Element {
  demand(!/<!(?!\[CDATA\[)/.test(xml), 'it has a comment or a document type')
  demand((xml.match(/[<=]/g)?.length ?? 0) <= maxMarkup, 'it has too many parts')
  try {
    const parser = new DOMParser({ onError: onWarningStopParsing })
    const root = parser.parseFromString(xml, MIME_TYPE.XML_TEXT).documentElement
    if (root) return root
  } catch {
    // The parser's message quotes the document.
  }
  throw new Rejection('it is not well-formed XML')
}

export const isNamed = (element: Element, namespace: string, name: string) =>
  element.namespaceURI === namespace && element.localName === name

/** Returns the element's children with that name, in document order. */
export const childrenOf = (element: Element, namespace: string, name: string): Element[] =>
  elementsIn(element).filter((child) => isNamed(child, namespace, name))

/** Returns the trimmed text of an element; throws a Rejection for characters that XML or the database do not allow. */
export function textOf(element: Element | undefined): string {
  const text = element?.textContent?.trim() ?? ''
  demand(text.isWellFormed() && !/[^\P{Cc}\s]/u.test(text), 'it has control characters in a text')
  return text
}

/** Returns the element and all its descendants; throws a Rejection if they are too many or too deep for a sign-in. */
export function everyElement(root: Element): Element[] {
  const found: Element[] = []
  const pending = [{ element: root, depth: 1 }]
  for (let one = pending.pop(); one; one = pending.pop()) {
    const { element, depth } = one
    demand(depth <= maxDepth, 'it is nested too deeply')
    demand(found.push(element) <= maxElements, 'it has too many elements')
    for (const child of elementsIn(element)) pending.push({ element: child, depth: depth + 1 })
  }
  return found
}

/** Returns the element's child elements. */
export function elementsIn(parent: Element): Element[] {
  const found: Element[] = []
  for (let node = parent.firstChild; node; node = node.nextSibling) if (isElement(node)) found.push(node)
  return found
}

const isElement = (node: Node): node is Element => node.nodeType === node.ELEMENT_NODE
