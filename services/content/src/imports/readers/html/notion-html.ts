import type { Element, ElementContent, Root } from 'hast'
import { styleOfEmoji } from './callout-emoji.ts'
import { classesOf, elementsIn, hasClass, isElement, textProperty, wordsIn } from './elements.ts'
import { blockOf, columnsOf, element, hintOf, type ShapedPage, shapeAll, taskOf, text } from './shapes.ts'

/** Converts a page of Notion's HTML export to elements that the handlers know; undefined for any other page. */
export function notionPage(root: Root): ShapedPage | undefined {
  const all = [...elementsIn(root)]
  const article = all.find((one) => one.tagName === 'article' && hasClass(one, 'page'))
  const body = article && [...elementsIn(article)].find((one) => hasClass(one, 'page-body'))
  if (!article || !body) return undefined
  const header = [...elementsIn(article)].filter((one) => one.tagName !== 'body')
  const title = header.find((one) => hasClass(one, 'page-title'))
  const cover = header.find((one) => one.tagName === 'img' && hasClass(one, 'page-cover-image'))
  const properties = header.find((one) => one.tagName === 'table' && hasClass(one, 'properties'))
  const description = header.find((one) => hasClass(one, 'page-description') && wordsIn(one) !== '')
  const main = element('main', [
    element('h1', [text(title ? wordsIn(title) : 'Untitled')]),
    ...(cover ? [element('p', [cover])] : []),
    ...(description ? [element('p', description.children)] : []),
    ...(properties ? shapeAll([propertiesOf(properties)], shape) : []),
    ...joined(shapeAll(body.children, shape)),
  ])
  return { main, lost: lostIn(all) }
}

/** Adds the header that a table in markdown needs. */
function propertiesOf(table: Element): Element {
  const head = element('tr', [element('th', [text('Property')]), element('th', [text('Value')])])
  const rows = [...elementsIn(table)].filter(({ tagName }) => tagName === 'tr')
  const cells = rows.map((row) =>
    element(
      'tr',
      row.children.filter(isElement).map((cell) => ({ ...cell, tagName: 'td' })),
    ),
  )
  return element('table', [element('thead', [head]), element('tbody', cells)])
}

function lostIn(all: readonly Element[]): string[] {
  const icon = all.find((one) => hasClass(one, 'page-header-icon') && wordsIn(one) !== '')
  return icon ? [`the icon ${wordsIn(icon).slice(0, 20)} of the page is not imported`] : []
}

function shape(node: Element, children: ElementContent[]): ElementContent[] | undefined {
  if (hasClass(node, 'icon', 'property-icon', 'bookmark-icon')) return []
  if (hasClass(node, 'checkbox')) return [text(hasClass(node, 'checkbox-on') ? '☑ ' : '☐ ')]
  if (hasClass(node, 'column-list')) return columnsIn(children)
  if (node.tagName === 'figure') return figureOf(node, children)
  if (node.tagName === 'td') return [{ ...node, children: separated(children) }]
  if (node.tagName === 'ul' || node.tagName === 'ol') return listOf(node, joined(children))
  return ['div', 'li', 'details', 'blockquote'].includes(node.tagName)
    ? [{ ...node, children: joined(children) }]
    : undefined
}

const columnsIn = (children: readonly ElementContent[]) =>
  columnsOf(children.filter(isElement).map((column) => column.children))

function listOf(list: Element, children: ElementContent[]): ElementContent[] {
  if (hasClass(list, 'toggle'))
    return children.flatMap((item) => (isElement(item) && item.tagName === 'li' ? item.children : [item]))
  if (!hasClass(list, 'to-do-list')) return [{ ...list, children }]
  const items = children.map((item): ElementContent => {
    if (!isElement(item) || item.tagName !== 'li') return item
    const [box, ...others] = item.children.filter((one) => isElement(one) || wordsIn(one) !== '')
    const isBox = box?.type === 'text' && /^[☑☐] $/.test(box.value)
    return taskOf(isBox && box.value.startsWith('☑'), isBox ? others : item.children)
  })
  return [{ ...list, children: items }]
}

function figureOf(figure: Element, children: ElementContent[]): ElementContent[] | undefined {
  if (hasClass(figure, 'callout')) {
    const icon = [...elementsIn(figure)].find((one) => hasClass(one, 'icon'))
    const emoji = icon ? wordsIn(icon) : ''
    const style = styleOfEmoji(emoji)
    const body = children.flatMap((one) => (isElement(one) && one.tagName === 'div' ? one.children : [one]))
    const first = style === undefined && emoji !== '' ? [text(`${emoji} `)] : []
    return [hintOf(style ?? 'info', '', joined([...first, ...body]))]
  }
  if (hasClass(figure, 'link-to-page')) return [element('p', children)]
  const link = [...elementsIn(figure)].find(({ tagName }) => tagName === 'a')
  const href = link && textProperty(link, 'href')
  const isBlock = link && (hasClass(link, 'bookmark') || [...elementsIn(figure)].some((one) => hasClass(one, 'source')))
  if (href === undefined || !isBlock) return undefined
  const caption = children.filter((one) => isElement(one) && one.tagName === 'figcaption')
  const words = caption.map(wordsIn).join(' ')
  return [blockOf(href), ...(words === '' ? [] : [element('p', [text(words)])])]
}

/** Separates the values of a property, which the export only colours. */
function separated(children: readonly ElementContent[]): ElementContent[] {
  const isValue = (node: ElementContent | undefined) => isElement(node) && hasClass(node, 'selected-value', 'user')
  return children.flatMap((node, at) => (isValue(node) && isValue(children[at - 1]) ? [text(', '), node] : [node]))
}

const lists = new Set(['bulleted-list', 'numbered-list', 'to-do-list'])
const listClass = (node: ElementContent | undefined) =>
  isElement(node) ? classesOf(node).find((name) => lists.has(name)) : undefined

/** Joins lists, of which the export writes one for each item. A numbered list that begins with 1 is another one. */
function joined(nodes: readonly ElementContent[]): ElementContent[] {
  const result: ElementContent[] = []
  for (const node of nodes) {
    const before = result.at(-1)
    const name = listClass(node)
    if (node.type === 'text' && node.value.trim() === '' && listClass(before)) continue
    const isNext = name !== undefined && name === listClass(before)
    const isFirst = isElement(node) && name === 'numbered-list' && Number(node.properties.start ?? 1) === 1
    if (isNext && !isFirst && isElement(node) && isElement(before)) before.children.push(...node.children)
    else result.push(isElement(node) && name ? { ...node, children: [...node.children] } : node)
  }
  return result
}
