import type { PhrasingContent, RootContent } from 'mdast'
import { escapeHtml } from '../markdown/html.ts'
import { serialise } from '../markdown/serialise.ts'
import { onOneLine } from '../markdown/white-space.ts'

/** An opening tag; attributes without a value are left out, those of `true` stand alone. */
export function openTag(name: string, attributes: { [name: string]: string | true | undefined } = {}): string {
  const written = Object.entries(attributes).map(([key, value]) => {
    if (value === undefined) return ''
    return value === true ? ` ${key}` : ` ${key}="${attribute(value)}"`
  })
  return `<${name}${written.join('')}>`
}

/** A value that ends neither the attribute nor the line nor a table's cell. */
function attribute(value: string): string {
  return escapeHtml(value)
    .replace(/\|/g, '&#124;')
    .replace(/[\r\n]+/g, ' ')
}

/** A node without HTML of its own: a paragraph with its markdown on one line. */
export function wordsAsHtml(node: RootContent): string {
  return `<p>${escapeHtml(onOneLine(serialise(node).trim()))}</p>`
}

/** Inline nodes as HTML on one line. */
export function htmlOf(nodes: readonly PhrasingContent[]): string {
  return nodes.map(htmlOfNode).join('')
}

function htmlOfNode(node: PhrasingContent): string {
  switch (node.type) {
    case 'text':
      return escapeHtml(node.value).replace(/[\r\n]+/g, ' ')
    case 'inlineCode':
      return `<code>${escapeHtml(node.value)}</code>`
    case 'strong':
      return `<strong>${htmlOf(node.children)}</strong>`
    case 'emphasis':
      return `<em>${htmlOf(node.children)}</em>`
    case 'delete':
      return `<del>${htmlOf(node.children)}</del>`
    case 'break':
      return '<br>'
    case 'link': {
      const mention = node.title === 'mention'
      const title = mention ? undefined : (node.title ?? undefined)
      return `${openTag('a', { ...(mention ? { 'data-mention': true } : {}), href: node.url, title })}${htmlOf(node.children)}</a>`
    }
    case 'image':
      return openTag('img', { src: node.url, alt: node.alt ?? '', title: node.title ?? undefined })
    case 'html':
      return node.value.replace(/[\r\n]+/g, ' ')
    // Within HTML these are written as elements, and references as what they refer to.
    case 'blockTag':
    case 'inlineMath':
    case 'footnoteReference':
    case 'linkReference':
    case 'imageReference':
      return ''
  }
}
