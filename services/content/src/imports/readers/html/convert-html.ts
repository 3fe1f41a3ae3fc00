import type { Root } from 'hast'
import type { Root as MarkdownRoot, Nodes } from 'mdast'
import { addressOf } from './clean.ts'
import { confluencePage } from './confluence-html.ts'
import { decodeHtml } from './decode-html.ts'
import { elementsIn, textProperty } from './elements.ts'
import { type EmbeddedFile, embeddedFiles } from './embedded.ts'
import { markdownOf } from './markdown-of.ts'
import { type NavigationItem, navigationOf } from './navigation.ts'
import { notionPage } from './notion-html.ts'
import { parseHtml } from './parse-html.ts'

export interface ConvertTerms {
  /** The server's Content-Type. */
  contentType: string
  /** The address of the page, which makes its addresses absolute. If it is absent, they stay. */
  url?: string | undefined
  /** Folder in the paths of embedded pictures. */
  folder: string
  /** Prefix of the addresses of links and navigation that are returned. */
  within?: string | undefined
  /** The program whose export the page is from, if it is from one. */
  from?: ExportProgram | undefined
}

/** A page of HTML as markdown. */
export interface ConvertedHtml {
  markdown: string
  title: string | undefined
  /** Unique addresses of pictures in the text, without the `embedded` ones. */
  pictures: string[]
  /** Pictures that were in the page itself; the text refers to them by relative address. */
  embedded: EmbeddedFile[]
  /** The canonical address that the page declares. */
  canonical: string | undefined
  /** Addresses of its links within the site, without fragments. */
  links: string[]
  navigation: NavigationItem[]
  /** Descriptions of parts that an export holds and no page can. */
  lost: string[]
  /** Names of files by their addresses, where an export gave the files other names. */
  names: [url: string, name: string][]
}

/** Programs whose exports mark blocks in their own way. */
const shapes = { confluence: confluencePage, notion: notionPage }
export type ExportProgram = keyof typeof shapes

const maxLinks = 5000

/** Converts a page. Throws DocumentError (too-large, too-deep, unsupported-node for an unknown encoding). */
export function convertHtml(
  bytes: Uint8Array,
  { contentType, url, folder, within, from }: ConvertTerms,
): ConvertedHtml {
  const root = parseHtml(decodeHtml(bytes, contentType))
  const base = url === undefined ? undefined : baseOf(root, url)
  const files = embeddedFiles(folder)
  const shaped = from && shapes[from](root)
  const { markdown, title, tree } = markdownOf(root, { base, embedded: files.add }, shaped?.main)
  const leads = (address: string) => within !== undefined && address.startsWith(within)
  return {
    markdown,
    title,
    pictures: picturesIn(tree, files.addresses),
    embedded: files.all,
    canonical: base === undefined ? undefined : canonicalOf(root, base),
    links: base === undefined ? [] : linksIn(root, base, leads),
    navigation: base === undefined || within === undefined ? [] : navigationOf(root, base, leads),
    lost: shaped?.lost ?? [],
    names: shaped?.names ?? [],
  }
}

function baseOf(root: Root, url: string): string {
  const [base] = [...elementsIn(root)].filter(({ tagName }) => tagName === 'base')
  const href = base && textProperty(base, 'href')
  return href !== undefined && URL.canParse(href, url) ? new URL(href, url).href : url
}

function canonicalOf(root: Root, base: string): string | undefined {
  const link = [...elementsIn(root)].find(
    ({ tagName, properties }) =>
      tagName === 'link' && Array.isArray(properties.rel) && properties.rel.includes('canonical'),
  )
  return link && addressOf(textProperty(link, 'href'), base)
}

function linksIn(root: Root, base: string, leads: (url: string) => boolean): string[] {
  const found = new Set<string>()
  for (const element of elementsIn(root)) {
    if (element.tagName !== 'a' || found.size >= maxLinks) continue
    const address = addressOf(textProperty(element, 'href'), base)
    if (address === undefined || !URL.canParse(address, base)) continue
    const url = new URL(address, base)
    url.hash = ''
    if (leads(url.href)) found.add(url.href)
  }
  return [...found]
}

function picturesIn(tree: MarkdownRoot, embedded: ReadonlySet<string>): string[] {
  const found = new Set<string>()
  const visit = (node: Nodes) => {
    if (node.type === 'image' && !embedded.has(node.url)) found.add(node.url)
    if ('children' in node) for (const child of node.children) visit(child)
  }
  visit(tree)
  return [...found]
}
