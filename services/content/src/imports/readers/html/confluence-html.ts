import type { Element, ElementContent, Root } from 'hast'
import { classesOf, elementsIn, hasClass, isElement, textProperty, wordsIn } from './elements.ts'
import {
  blockOf,
  columnsOf,
  element,
  expandableOf,
  hintOf,
  onlyElement,
  type Shape,
  type ShapedPage,
  shapeAll,
  taskOf,
  text,
} from './shapes.ts'

/** Styles of hints by the macros of Confluence: its note is yellow, and its warning red. */
const macroStyles: [string, string][] = [
  ['confluence-information-macro-note', 'warning'],
  ['confluence-information-macro-warning', 'danger'],
  ['confluence-information-macro-tip', 'success'],
]

/** Emoji of emoticons whose export names none. */
const emoticons: Record<string, string> = {
  tick: '✅',
  cross: '❌',
  warning: '⚠️',
  information: 'ℹ️',
  'thumbs-up': '👍',
  'thumbs-down': '👎',
  smile: '🙂',
  sad: '🙁',
  cheeky: '😛',
  laugh: '😀',
  wink: '😉',
  plus: '➕',
  minus: '➖',
  question: '❓',
  'light-on': '💡',
  'yellow-star': '⭐',
  heart: '❤️',
}

/** Converts a page of Confluence's HTML export to elements that the handlers know; undefined for any other page. */
export function confluencePage(root: Root): ShapedPage | undefined {
  const all = [...elementsIn(root)]
  const body = all.find((one) => one.properties.id === 'main-content')
  if (!body) return undefined
  const lost = new Set<string>()
  const children = shapeAll(body.children, (node, inner) => shape(node, inner, (problem) => lost.add(problem)))
  const main = element('main', [element('h1', [text(titleOf(all))]), ...children])
  return { main, lost: [...lost], names: namesIn(all) }
}

const maxNameLength = 200

/** Reads the names of attachments in the list below the text; the export names the files by numbers. */
function namesIn(all: readonly Element[]): [string, string][] {
  const links = all.filter((one) => hasClass(one, 'greybox')).flatMap((box) => [...elementsIn(box)])
  return links.flatMap((link): [string, string][] => {
    const url = link.tagName === 'a' ? textProperty(link, 'href') : undefined
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a name with a control character is a forged one
    const name = wordsIn(link).replaceAll(/[/\\\u0000-\u001f\u007f]/g, '-')
    return url === undefined || /^\.*$/.test(name) || name.length > maxNameLength ? [] : [[url, name]]
  })
}

/** Returns the title without the name of the space before it. */
function titleOf(all: readonly Element[]): string {
  const written = all.find((one) => one.properties.id === 'title-text')
  const whole = written ? wordsIn(written) : ''
  const crumbs = all.find((one) => one.properties.id === 'breadcrumbs')
  const space = crumbs && [...elementsIn(crumbs)].find(({ tagName }) => tagName === 'a')
  const start = space ? `${wordsIn(space)} : ` : ''
  if (start !== '' && whole.startsWith(start)) return whole.slice(start.length)
  return (whole.includes(' : ') ? whole.slice(whole.indexOf(' : ') + 3) : whole) || 'Untitled'
}

type Report = (problem: string) => void

function shape(node: Element, children: ElementContent[], report: Report): ReturnType<Shape> {
  if (hasClass(node, 'toc-macro', 'toc-zone', 'expand-control-icon', 'hidden')) return []
  if (hasClass(node, 'unknown-macro') || (hasClass(node, 'error') && /macro/i.test(wordsIn(node)))) {
    report(`a macro that the export could not write is left out: ${wordsIn(node).slice(0, 100)}`)
    return []
  }
  if (node.tagName === 'img') return [imageOf(node)]
  if (node.tagName === 'pre') return [codeOf(node, children)]
  if (node.tagName === 'ul' && hasClass(node, 'inline-task-list')) return [{ ...node, children: tasksOf(children) }]
  if (hasClass(node, 'status-macro')) return [element('strong', [text(wordsIn(node))])]
  if (node.tagName === 'a' && hasClass(node, 'confluence-userlink', 'user-mention')) return children
  if (node.tagName === 'p') return fileAlone(children)
  return node.tagName === 'div' ? divisionOf(node, children) : undefined
}

function divisionOf(node: Element, children: ElementContent[]): ElementContent[] | undefined {
  const part = (name: string) => [...elementsIn({ children })].find((one) => hasClass(one, name))
  if (hasClass(node, 'confluence-information-macro')) {
    const style = macroStyles.find(([name]) => hasClass(node, name))?.[1] ?? 'info'
    const title = children.find((one): one is Element => isElement(one) && hasClass(one, 'title'))
    const body = part('confluence-information-macro-body')
    return [hintOf(style, title ? wordsIn(title) : '', body?.children ?? children)]
  }
  if (hasClass(node, 'expand-container')) {
    const summary = part('expand-control-text') ?? part('expand-control')
    return [expandableOf((summary && wordsIn(summary)) || 'More', part('expand-content')?.children ?? children)]
  }
  if (hasClass(node, 'columnLayout')) {
    const cells = children.filter((one): one is Element => isElement(one) && hasClass(one, 'cell'))
    return columnsOf(cells.map((cell) => cell.children))
  }
  if (!hasClass(node, 'panel')) return undefined
  const header = part('panelHeader') ?? part('codeHeader')
  const title = header ? wordsIn(header) : ''
  const content = part('panelContent')?.children ?? children
  if (hasClass(node, 'code', 'preformatted')) return [titledCode(title, content)]
  return [hintOf('info', title, content)]
}

const titledCode = (title: string, content: ElementContent[]): Element =>
  title === '' ? element('div', content) : element('quire-code', content, { title })

/** Gives code the class of the language that its brush names. */
function codeOf(pre: Element, children: ElementContent[]): Element {
  const [, brush] = /brush:\s*([\w+#-]{1,30})/.exec(textProperty(pre, 'dataSyntaxhighlighterParams') ?? '') ?? []
  return { ...pre, properties: brush === undefined ? {} : { className: [`language-${brush}`] }, children }
}

const tasksOf = (items: readonly ElementContent[]): ElementContent[] =>
  items.map((item) =>
    isElement(item) && item.tagName === 'li' ? taskOf(hasClass(item, 'checked'), item.children) : item,
  )

function imageOf(image: Element): ElementContent {
  if (hasClass(image, 'emoticon', 'emoji')) {
    const name = classesOf(image).find((one) => one.startsWith('emoticon-')) ?? ''
    const fallback = textProperty(image, 'dataEmojiFallback')
    const alt = textProperty(image, 'alt') ?? ''
    return text(fallback ?? emoticons[name.slice('emoticon-'.length)] ?? alt)
  }
  const whole = textProperty(image, 'dataImageSrc')
  const alias = textProperty(image, 'dataLinkedResourceDefaultAlias')
  const { src = '', alt } = image.properties
  return { ...image, properties: { src: whole ?? src, alt: alt || (alias ?? ''), title: image.properties.title } }
}

/** Makes a block of a paragraph that holds nothing but an attached file. */
function fileAlone(children: readonly ElementContent[]): ElementContent[] | undefined {
  const only = onlyElement(children)
  const link = only?.tagName === 'span' ? onlyElement(only.children) : only
  const href =
    link?.tagName === 'a' && hasClass(link, 'confluence-embedded-file') ? textProperty(link, 'href') : undefined
  return href === undefined ? undefined : [blockOf(href)]
}
