import { isSafeUrl } from '@quire/document'
import type { Element, ElementContent } from 'hast'
import type { Handle, State } from 'hast-util-to-mdast'
import { defaultHandlers } from 'hast-util-to-mdast'
import { toText } from 'hast-util-to-text'
import type { RootContent } from 'mdast'
import { isAdmonition } from './clean.ts'
import { classesOf, elementsIn, hasClass, isElement, textProperty, wordsIn } from './elements.ts'

const html = (value: string) => ({ type: 'html' as const, value })

/**
 * An inline tag. The library treats HTML as a block, which would end the paragraph around it, so the tag has another
 * type until `finished` makes it HTML.
 */
const inlineTag = (value: string) => ({ type: 'mdxTextExpression', value }) as never
const tag = (name: string, attributes: Record<string, string> = {}): RootContent => ({
  type: 'blockTag',
  value: `{% ${[name, ...Object.entries(attributes).map(([key, value]) => `${key}="${value}"`)].join(' ')} %}`,
})

/** Handlers for Quire's blocks and for elements that the library would lose. */
export const handlers: Record<string, Handle> = {
  pre: (_, element) => codeBlock(element),
  div: blockOrFlow('div'),
  section: blockOrFlow('section'),
  aside: blockOrFlow('aside'),
  details,
  figure,
  iframe: (_, element) => embed(element),
  kbd: between('kbd'),
  sup: between('sup'),
  sub: between('sub'),
  mark: (state, element) => state.all(element),
  u: (state, element) => state.all(element),
  q: (state, element) => state.all(element),
  'quire-anchor': (_, { properties: { id } }) => inlineTag(` <a href="#${id}" id="${id}"></a>`),
  'quire-footnote-reference': (_, element) => ({ type: 'footnoteReference', ...labelOf(element) }),
  'quire-footnote': (state, element) => ({
    type: 'footnoteDefinition',
    ...labelOf(element),
    children: flow(state, element),
  }),
  'quire-columns': (state, element) => [tag('columns'), ...flow(state, element), tag('endcolumns')],
  'quire-column': (state, element) => [tag('column'), ...flow(state, element), tag('endcolumn')],
  'quire-code': (state, element) => [
    tag('code', { title: inTag(wordsOf(element, 'title')) }),
    ...flow(state, element),
    tag('endcode'),
  ],
  'quire-file': (_, element) => tag('file', { src: inTag(wordsOf(element, 'src')) }),
  td: cell,
  th: cell,
  'quire-formula': (_, element) => ({ type: 'inlineMath', value: String(element.properties.value) }) as never,
  'quire-formula-block': (_, element) => ({ type: 'math', value: String(element.properties.value) }) as never,
}

const labelOf = ({ properties: { label } }: Element) => ({ identifier: String(label), label: String(label) })

function codeBlock(element: Element) {
  const value = toText(element).replace(/(?<!\n)\n+$/, '')
  return { type: 'code' as const, lang: textProperty(element, 'dataLanguage') ?? null, value }
}

function between(name: string): Handle {
  return (state, element) => [inlineTag(`<${name}>`), ...state.all(element), inlineTag(`</${name}>`)]
}

function blockOrFlow(name: 'div' | 'section' | 'aside'): Handle {
  return (state, element) => (isAdmonition(element) ? hint(state, element) : defaultHandlers[name](state, element))
}

const styles: [RegExp, string][] = [
  [/danger|error|critical|bug|failure/, 'danger'],
  [/warning|caution|attention|important/, 'warning'],
  [/tip|hint|success|check|done/, 'success'],
]

const isTitle = (element: Element) =>
  hasClass(element, 'admonition-title', 'custom-block-title', 'markdown-alert-title', 'callout-title') ||
  classesOf(element).some((name) => name.startsWith('admonitionHeading'))

/** Converts an admonition to a hint, with its title unless that only names the kind of hint. */
function hint(state: State, element: Element): RootContent[] {
  const heading = [...elementsIn(element)].find(isTitle)
  const title = heading ? wordsIn(heading) : ''
  const description =
    `${classesOf(element).join(' ')} ${classesOf(element).some((name) => name.includes('-')) ? '' : title}`.toLowerCase()
  const style = styles.find(([words]) => words.test(description))?.[1] ?? 'info'
  const body: Element = { ...element, properties: {}, children: without(element.children, heading) }
  const isOwn =
    title !== '' &&
    !/^(note|info|tip|hint|warning|danger|caution|important|attention|error|see also|todo|success|details)$/i.test(
      title,
    )
  const titled: RootContent[] = isOwn
    ? [{ type: 'paragraph', children: [{ type: 'strong', children: [{ type: 'text', value: title }] }] }]
    : []
  return [tag('hint', { style }), ...titled, ...flow(state, body), tag('endhint')]
}

const without = (nodes: ElementContent[], removed: Element | undefined): ElementContent[] =>
  nodes.flatMap((node): ElementContent[] => {
    if (node === removed) return []
    return isElement(node) ? [{ ...node, children: without(node.children, removed) }] : [node]
  })

const flow = (state: State, element: Element) => state.toFlow(state.all(element))

function details(state: State, element: Element): RootContent[] {
  const summary = element.children.find((child) => isElement(child) && child.tagName === 'summary')
  const words = summary ? wordsIn(summary) : ''
  const body = { ...element, children: element.children.filter((child) => child !== summary) }
  const open = element.properties.open ? ' open' : ''
  return [html(`<details${open}>\n\n<summary>${escaped(words)}</summary>`), ...flow(state, body), html('</details>')]
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** Converts a figure with one picture to the picture with its caption, and any other figure to its content. */
function figure(state: State, element: Element): RootContent[] {
  const all = [...elementsIn(element)]
  const caption = all.find(({ tagName }) => tagName === 'figcaption')
  const images = all.filter(({ tagName }) => tagName === 'img')
  const [image] = images
  const isPicture = all.every(({ tagName }) => !['table', 'pre', 'figure', 'ul', 'ol'].includes(tagName))
  if (!image || images.length > 1 || !isPicture) return flow(state, element)
  const words = caption ? wordsIn(caption) : ''
  const { src, alt } = image.properties
  const picture = { type: 'image' as const, url: String(src), alt: String(alt ?? ''), ...(words && { title: words }) }
  return [{ type: 'paragraph', children: [picture] }]
}

function embed(element: Element): RootContent[] {
  const url = textProperty(element, 'src')
  if (url === undefined || !/^https?:/i.test(url) || !isSafeUrl(url)) return []
  return [tag('embed', { url: inTag(url) })]
}

/** Encodes the signs that would end an attribute or its tag. */
const inTag = (value: string) => value.replaceAll(/["{}\r\n]/g, encodeURIComponent)

const wordsOf = (element: Element, name: 'title' | 'src') => textProperty(element, name) ?? ''

const blocks = new Set('p div ul ol dl pre blockquote table h1 h2 h3 h4 h5 h6 section figure'.split(' '))

/** Converts a cell to one line: blocks are separated by breaks, list items have a bullet. */
function cell(state: State, element: Element) {
  const children = [...oneLine(element.children, false)]
  while (isBreak(children.at(-1))) children.pop()
  while (isBreak(children[0])) children.shift()
  return defaultHandlers.td(state, { ...element, children })
}

const isBreak = (node: ElementContent | undefined) =>
  isElement(node) ? node.tagName === 'br' : node?.type === 'text' && node.value.trim() === ''

const lineBreak: Element = { type: 'element', tagName: 'br', properties: {}, children: [] }

function* oneLine(nodes: readonly ElementContent[], isBelow: boolean): Generator<ElementContent> {
  for (const node of nodes) {
    if (!isElement(node) || node.tagName === 'table') yield node
    else if (node.tagName === 'pre')
      yield* [
        lineBreak,
        { ...node, tagName: 'code', children: [{ type: 'text' as const, value: wordsIn(node) }] },
        lineBreak,
      ]
    else if (node.tagName === 'li')
      yield* [lineBreak, { type: 'text' as const, value: '• ' }, ...oneLine(node.children, true)]
    else if (blocks.has(node.tagName))
      yield* [...(isBelow ? [] : [lineBreak]), ...oneLine(node.children, false), ...(isBelow ? [] : [lineBreak])]
    else yield node
  }
}
