import { isSafeUrl } from '@quire/document'
import type { Element, ElementContent, Properties, RootContent } from 'hast'
import { classesOf, elementsIn, hasClass, isElement, textProperty } from './elements.ts'
import { languageOf } from './languages.ts'
import { holdsTitle, isAround } from './main-content.ts'

/** Nothing that readers of the page are shown as text: what runs, what is filled in, what draws. */
const dropped = new Set(
  (
    'script style template noscript form select textarea button object embed applet svg canvas dialog map area link ' +
    'meta base title head frame frameset noembed noframes param progress meter datalist'
  ).split(' '),
)

/** Links that lead to the heading or line they stand in. */
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

const mostSpan = 20

export interface CleanOptions {
  /** The address of the page: relative ones become whole by it. Absent leaves them as they are. */
  base?: string | undefined
  /** A picture that is in the page itself; answers the address that it gets. */
  embedded: (url: string) => string | undefined
}

/** The part of a page that becomes its text: nothing that runs, no addresses that could, no decoration. */
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
  // LibreOffice writes what stands on each printed page once.
  if (tagName === 'div' && (properties.title === 'footer' || properties.title === 'header')) return true
  if (properties.ariaHidden === 'true' && tagName !== 'img') return true
  return hasClass(element, ...decorations) || (tagName === 'a' && hasClass(element, ...selfLinks))
}

/** What looks as if it stood beside the text and belongs to it. */
const isOfText = (element: Element) =>
  holdsTitle(element) ||
  isAdmonition(element) ||
  classesOf(element).some((name) => /^(footnotes?|footnote-list)$/.test(name))

export const isAdmonition = (element: Element) =>
  classesOf(element).some((name) =>
    /^(admonition|theme-admonition|custom-block|callout|alert|markdown-alert)$/.test(name),
  )

/** Line numbers and lines lie side by side in a table: the lines are what is kept. */
function codeOf(table: Element, cleaning: Cleaning): ElementContent[] {
  const code = [...elementsIn(table)].findLast(({ tagName }) => tagName === 'pre')
  return code ? cleanOne(code, cleaning) : []
}

/** KaTeX and Sphinx keep the formula as it was written. */
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
  children: [],
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

/** Where a picture waits to be looked at, its address is in an attribute of its own. */
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

/** An address that may be followed, whole where that is known; a place in the page itself stays as it is. */
export function addressOf(written: string | undefined, base: string | undefined): string | undefined {
  const url = written?.trim() ?? ''
  if (url === '' || !isSafeUrl(url)) return undefined
  if (url.startsWith('#') || base === undefined) return url
  return URL.canParse(url, base) ? new URL(url, base).href : undefined
}

function propertiesOf({ tagName, properties }: Element, { base }: Cleaning): Properties {
  const { id, className, align, start, reversed, open, type, checked, src } = properties
  const kept = { id, className, align, start, reversed, open, type, checked }
  const span = (value: unknown) => (typeof value === 'number' && value > 1 ? Math.min(value, mostSpan) : undefined)
  const spans = { colSpan: span(properties.colSpan), rowSpan: span(properties.rowSpan) }
  const media = ['iframe', 'video', 'audio', 'source'].includes(tagName)
  const address = media && typeof src === 'string' ? addressOf(src, base) : undefined
  return Object.fromEntries(
    Object.entries({ ...kept, ...spans, src: address }).filter(([, value]) => value !== undefined),
  ) as Properties
}
