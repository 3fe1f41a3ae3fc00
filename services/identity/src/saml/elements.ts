import { DOMParser, type Element, MIME_TYPE, type Node, onWarningStopParsing } from '@xmldom/xmldom'
import { demand, Rejection } from './rejection.ts'

export const assertionNs = 'urn:oasis:names:tc:SAML:2.0:assertion'
export const protocolNs = 'urn:oasis:names:tc:SAML:2.0:protocol'
export const signatureNs = 'http://www.w3.org/2000/09/xmldsig#'
/** Of tags and attributes together, counted before anything is parsed. */
const mostMarks = 5000
/** The work of checking a signature grows with its square; hundreds of attributes' values still have room. */
const mostElements = 1000
const deepest = 40

/**
 * The root of a document. Throws a Rejection for one that is large, and for what can mislead a parser: document types,
 * entities, and comments, at which some parsers split a text in two.
 */
export function parseXml(xml: string): Element {
  demand(!/<!(?!\[CDATA\[)/.test(xml), 'it has a comment or a document type')
  demand((xml.match(/[<=]/g)?.length ?? 0) <= mostMarks, 'it has too many parts')
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

/** The element's children of that name, in the document's order. */
export const childrenOf = (element: Element, namespace: string, name: string): Element[] =>
  elementsIn(element).filter((child) => isNamed(child, namespace, name))

/** Its text without outer white space; throws a Rejection for what neither XML nor our database may hold. */
export function textOf(element: Element | undefined): string {
  const text = element?.textContent?.trim() ?? ''
  demand(text.isWellFormed() && !/[^\P{Cc}\s]/u.test(text), 'it has control characters in a text')
  return text
}

/** The element and all below it; throws a Rejection where that is more, or deeper, than an answer to a sign-in. */
export function everyElement(root: Element): Element[] {
  const found: Element[] = []
  const pending = [{ element: root, depth: 1 }]
  for (let one = pending.pop(); one; one = pending.pop()) {
    const { element, depth } = one
    demand(depth <= deepest, 'it is nested too deeply')
    demand(found.push(element) <= mostElements, 'it has too many elements')
    for (const child of elementsIn(element)) pending.push({ element: child, depth: depth + 1 })
  }
  return found
}

/** The element's children that are elements. */
export function elementsIn(parent: Element): Element[] {
  const found: Element[] = []
  for (let node = parent.firstChild; node; node = node.nextSibling) if (isElement(node)) found.push(node)
  return found
}

const isElement = (node: Node): node is Element => node.nodeType === node.ELEMENT_NODE
