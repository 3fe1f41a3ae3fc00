import type { Definition, Nodes, Root } from 'mdast'
import { readBlockTag } from '../markdown/block-tags.ts'
import { DocumentError } from '../markdown/errors.ts'
import { type HtmlAttribute, type HtmlTag, htmlTags } from '../markdown/html.ts'
import { parse } from '../markdown/parse.ts'
import { textOf } from '../markdown/readable-text.ts'
import { definitionsOf, descendants, type Range, rangeOf } from '../markdown/syntax-tree.ts'
import { classifyUrl, type LinkTarget } from '../markdown/urls.ts'
import { refOf, urlOf } from '../nodes/content-refs.ts'

/** The syntax of an address in the source, which decides how another one replaces it. */
type LinkSyntax = 'destination' | 'autolink' | 'html' | 'tag'

export type Link = LinkTarget & {
  /** The address, its escapes and character references resolved. */
  url: string
  text: string
  /** A picture rather than something to follow. */
  image: boolean
  /** The location of its use; line and column from 1, the range in UTF-16 code units. */
  position: { line: number; column: number } & Range
  syntax: LinkSyntax
  /** The slice that holds the address: of the definition for a reference; absent for an empty address and for a name. */
  source?: Range
}

/** The most characters of all addresses: links that share a definition have its address each. */
const MAX_ADDRESSES = 2_000_000

/**
 * Every link and picture of a page in the order of its text: inline, by reference, bare addresses, HTML attributes
 * and block tags (`content-ref`, `embed`, `file`, `include` and whatever else has a `url` or `src`, and the specification
 * that an `openapi-…` tag names). Throws DocumentError (limits).
 */
export function links(markdown: string): Link[] {
  return linksOf(parse(markdown), markdown)
}

/**
 * As `links`, and after them the definitions, of which some may have no link any more: whoever moves a text moves these too.
 */
export function addresses(markdown: string): Link[] {
  const root = parse(markdown)
  const definitions = definitionsOf(root)
  const defined = [...definitions.values()].map((node) =>
    link(node, node.url, 'destination', node.data?.destination, ''),
  )
  return [...linksOf(root, markdown, definitions), ...defined]
}

/** As `links`, for a text already parsed. */
export function linksOf(root: Root, markdown: string, definitions = definitionsOf(root)): Link[] {
  const links: Link[] = []
  let length = 0
  for (const node of descendants(root)) {
    for (const link of linksIn(node, markdown, definitions)) {
      links.push(link)
      length += link.url.length
      if (length > MAX_ADDRESSES)
        throw new DocumentError(
          'too-large',
          `The addresses of a page's links may hold at most ${MAX_ADDRESSES} characters`,
        )
    }
  }
  return links
}

function linksIn(node: Nodes, markdown: string, definitions: Map<string, Definition>): Link[] {
  switch (node.type) {
    case 'link':
      if (markdown[rangeOf(node).start] !== '[') return [link(node, node.url, 'autolink', rangeOf(node))]
      return [link(node, node.url, 'destination', node.data?.destination)]
    case 'image':
      return [link(node, node.url, 'destination', node.data?.destination)]
    case 'linkReference':
    case 'imageReference': {
      const definition = definitions.get(node.identifier)
      return definition ? [link(node, definition.url, 'destination', definition.data?.destination)] : []
    }
    case 'html':
      return htmlLinks(node, markdown)
    case 'blockTag':
      return tagLinks(node, markdown)
    default:
      return []
  }
}

function link(
  node: Nodes,
  url: string,
  syntax: LinkSyntax,
  source: Range | undefined,
  text: string = textOf(node),
): Link {
  const image = node.type === 'image' || node.type === 'imageReference'
  const position = {
    line: node.position?.start.line ?? 1,
    column: node.position?.start.column ?? 1,
    ...rangeOf(node),
  }
  return { ...classifyUrl(url, image), url, text, image, position, syntax, ...(source && { source }) }
}

function htmlLinks(node: Nodes, markdown: string): Link[] {
  const { start, end } = rangeOf(node)
  return htmlTags(markdown.slice(start, end)).flatMap((tag) => {
    const address = addressOf(tag)
    if (!address || tag.closing || !addressed.has(tag.name)) return []
    const image = tag.name === 'img' || address.name === 'srcset'
    const text = tag.attributes.find(({ name }) => name === 'alt')?.value ?? ''
    const source = { start: start + address.start, end: start + address.end }
    return [{ ...link(node, address.value, 'html', source, text), ...classifyUrl(address.value, image), image }]
  })
}

/** A picture's variant has its address in `srcset`; several of them, with their sizes, are left alone. */
function addressOf({ name, attributes }: HtmlTag): HtmlAttribute | undefined {
  const named = (wanted: string) => attributes.find((attribute) => attribute.name === wanted)
  if (name === 'a') return named('href')
  const variant = name === 'source' ? named('srcset') : undefined
  return named('src') ?? (variant && !/[\s,]/.test(variant.value.trim()) ? variant : undefined)
}

const addressed = new Set(['a', 'img', 'video', 'audio', 'source', 'iframe', 'embed'])

function tagLinks(node: Nodes, markdown: string): Link[] {
  const { start, end } = rangeOf(node)
  const text = textOf(node)
  const tag = readBlockTag(markdown.slice(start, end))
  return tag.attributes.flatMap(({ name, value, ...at }) => {
    if (name === 'url' || name === 'src' || name === 'include' || (name === 'page' && tag.name === 'page-ref'))
      return [link(node, value, 'tag', { start: start + at.start, end: start + at.end }, text)]
    return name === 'spec' && specificationTags.has(tag.name) ? specificationLink(node, value) : []
  })
}

const specificationTags = new Set(['openapi-operation', 'openapi-schemas', 'openapi-webhook'])

/** A name is no path: it leads to no page or file that lies there, and no other address takes its place. */
function specificationLink(node: Nodes, spec: string): Link[] {
  const url = urlOf({ kind: 'openapi', spec }, {})
  if (refOf(url, {})?.kind !== 'openapi') return []
  return [{ ...link(node, url, 'tag', undefined, ''), kind: 'external', target: url }]
}
