import { isSafeUrl } from '@quire/document'
import type { Element, ElementContent, Properties, RootContent } from 'hast'
import { classesOf, elementsIn, hasClass, isElement, textProperty } from './elements.ts'
import { holdsTitle, isAround } from './main-content.ts'

/** Classes by which generators mark the language of code, on the code or on elements around it. */
const languageClass = /^(?:language-|lang-|highlight-source-|highlight-)([a-z][\w+#.-]{0,29})$/i

const notLanguages = new Set([
  'default',
  'none',
  'notranslate',
  'text',
  'plaintext',
  'plain',
  'txt',
  'wrapper',
  'container',
])

/** Elements without text for readers: scripts, forms, graphics and metadata. */
const dropped = new Set(
  (
    'script style template noscript form select textarea button object embed applet svg canvas dialog map area link ' +
    'meta base title head frame frameset noembed noframes param progress meter datalist'
  ).split(' '),
)

/** Classes of links that lead to the heading or line around them. */
const selfLinks = [
  'headerlink',
  'hash-link',
  'header-anchor',
  'heading-anchor',
  'anchor-link',
  'anchorjs-link',
  'anchor',
]
const decorations = [
  'linenos',
  'lineno',
  'gutter',
  'line-numbers-wrapper',
  'line-numbers-rows',
  'skip-link',
  'sr-only-focusable',
]

const maxSpan = 20

export interface CleanOptions {
  /** The address of the page, which makes relative addresses absolute. If it is absent, they stay. */
  base?: string | undefined
  /** Stores a picture that is in the page itself; returns its new address. */
  embedded: (url: string) => string | undefined
}

/** Reduces an element to its text: without scripts, addresses that could run one, and decoration. */
export function clean(element: Element, options: CleanOptions): Element {
  return { ...element, children: cleanAll(element.children, { ...options, language: undefined }) }
}

type Cleaning = CleanOptions & { language: string | undefined }

const cleanAll = (nodes: readonly (ElementContent | RootContent)[], cleaning: Cleaning): ElementContent[] =>
  nodes.flatMap((node) => cleanOne(node, cleaning))

function cleanOne(node: ElementContent | RootContent, cleaning: Cleaning): ElementContent[] {
  if (node.type === 'text') return [node]
  if (!isElement(node) || isDropped(node)) return []
  // VitePress shows the language of code beside it.
  if (cleaning.language !== undefined && node.tagName === 'span' && hasClass(node, 'lang')) return []
  const language = languageOf(node) ?? cleaning.language
  const formula = formulaOf(node)
  if (formula) return [formula]
  if (node.tagName === 'table' && hasClass(node, 'highlighttable', 'rouge-table'))
    return codeOf(node, { ...cleaning, language })
  const children = cleanAll(node.children, { ...cleaning, language })
  if (node.tagName === 'a') return linkOf(node, children, cleaning)
  if (node.tagName === 'img') return imageOf(node, cleaning)
  if (node.tagName === 'pre') {
    const [inner] = [...elementsIn(node)].flatMap((one) => languageOf(one) ?? [])
    return [{ ...node, properties: { dataLanguage: languageOf(node) ?? inner ?? language ?? null }, children }]
  }
  return [{ ...node, properties: propertiesOf(node, cleaning), children }]
}

function isDropped(element: Element): boolean {
  const { tagName, properties } = element
  if (dropped.has(tagName) || (isAround(element) && !isOfText(element))) return true
  if (tagName === 'input') return properties.type !== 'checkbox'
  if (properties.hidden != null && properties.hidden !== false) return true
  // LibreOffice exports the header and the footer of printed pages.
  if (tagName === 'div' && (properties.title === 'footer' || properties.title === 'header')) return true
  if (properties.ariaHidden === 'true' && tagName !== 'img') return true
  return hasClass(element, ...decorations) || (tagName === 'a' && hasClass(element, ...selfLinks))
}

/** True for elements that look like page decoration but belong to the text. */
const isOfText = (element: Element) =>
  holdsTitle(element) ||
  isAdmonition(element) ||
  classesOf(element).some((name) => /^(footnotes?|footnote-list)$/.test(name))

export const isAdmonition = (element: Element) =>
  classesOf(element).some((name) =>
    /^(admonition|theme-admonition|custom-block|callout|alert|markdown-alert)$/.test(name),
  )

/** Extracts the code from a table with line numbers beside it. */
function codeOf(table: Element, cleaning: Cleaning): ElementContent[] {
  const code = [...elementsIn(table)].findLast(({ tagName }) => tagName === 'pre')
  return code ? cleanOne(code, cleaning) : []
}

/** Extracts a formula from the source that KaTeX and Sphinx include. */
function formulaOf(element: Element): Element | undefined {
  const written = hasClass(element, 'katex', 'katex-display', 'math')
    ? [...elementsIn(element)].find(
        (one) => one.tagName === 'annotation' && textProperty(one, 'encoding') === 'application/x-tex',
      )
    : undefined
  const text = textOf(written ?? element)
  const isBlock = element.tagName === 'div' || hasClass(element, 'katex-display')
  if (written) return formula(text, isBlock)
  const delimited = hasClass(element, 'math') && /^\s*(?:\\\(([\s\S]*)\\\)|\\\[([\s\S]*)\\\])\s*$/.exec(text)
  return delimited ? formula(delimited[1] ?? delimited[2] ?? '', isBlock) : undefined
}

const formula = (value: string, isBlock: boolean): Element => ({
  type: 'element',
  tagName: isBlock ? 'quire-formula-block' : 'quire-formula',
  properties: { value: value.trim() },
  // The space behind an element without text would be taken for a second one.
  children: [{ type: 'text', value: value.trim() }],
})

const textOf = (element: Element): string =>
  element.children
    .map((child) => (child.type === 'text' ? child.value : isElement(child) ? textOf(child) : ''))
    .join('')

function linkOf(link: Element, children: ElementContent[], { base }: Cleaning): ElementContent[] {
  const href = addressOf(textProperty(link, 'href'), base)
  if (href === undefined || children.length === 0) return children
  return [{ ...link, properties: { href, ...titleOf(link) }, children }]
}

/** Cleans a picture. A lazily loaded picture has its address in `data-src`. */
function imageOf(image: Element, { base, embedded }: Cleaning): ElementContent[] {
  const source = textProperty(image, 'dataSrc') ?? textProperty(image, 'src')
  const src = source?.startsWith('data:') ? embedded(source) : addressOf(source, base)
  if (src === undefined) return []
  const { alt = '' } = image.properties
  return [{ ...image, properties: { src, alt, ...titleOf(image) } }]
}

const titleOf = (element: Element): Properties => {
  const title = textProperty(element, 'title')
  return title === undefined || /^(permalink|permanent link|link to)/i.test(title) ? {} : { title }
}

/** Returns a safe address, absolute if `base` is known; a fragment of the same page stays as written. */
export function addressOf(written: string | undefined, base: string | undefined): string | undefined {
  const url = written?.trim() ?? ''
  if (url === '' || !isSafeUrl(url)) return undefined
  if (url.startsWith('#') || base === undefined) return url
  return URL.canParse(url, base) ? new URL(url, base).href : undefined
}

function propertiesOf({ tagName, properties }: Element, { base }: Cleaning): Properties {
  const { id, className, align, start, reversed, open, type, checked, src, title } = properties
  const retained = { id, className, align, start, reversed, open, type, checked }
  if (tagName === 'quire-code') return { title }
  const span = (value: unknown) => (typeof value === 'number' && value > 1 ? Math.min(value, maxSpan) : undefined)
  const spans = { colSpan: span(properties.colSpan), rowSpan: span(properties.rowSpan) }
  const media = ['iframe', 'video', 'audio', 'source', 'quire-file'].includes(tagName)
  const address = media && typeof src === 'string' ? addressOf(src, base) : undefined
  return Object.fromEntries(
    Object.entries({ ...retained, ...spans, src: address }).filter(([, value]) => value !== undefined),
  ) as Properties
}

/** Returns the language of code by the classes of an element; undefined if they name none. */
function languageOf(element: Element): string | undefined {
  const classes = classesOf(element)
  const named = classes.flatMap((name) => languageClass.exec(name)?.[1] ?? [])
  // Pandoc writes "sourceCode python".
  const beside = classes.includes('sourceCode')
    ? classes.filter((name) => name !== 'sourceCode' && /^[a-z]+$/.test(name))
    : []
  return [...named, ...beside].find((name) => !notLanguages.has(name.toLowerCase()))?.toLowerCase()
}
