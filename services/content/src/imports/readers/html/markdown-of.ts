import { serialise } from '@quire/document'
import { slug } from 'github-slugger'
import type { Element, ElementContent, Root } from 'hast'
import { toMdast } from 'hast-util-to-mdast'
import type { Root as MarkdownRoot } from 'mdast'
import { type CleanOptions, clean } from './clean.ts'
import { elementsIn, hasClass, isElement, textProperty, wordsIn } from './elements.ts'
import { finished } from './finish-tree.ts'
import { handlers } from './handlers.ts'
import { mainContent } from './main-content.ts'

/** Ids of footnotes from pandoc, GitHub, Python-Markdown and mammoth. */
const noteId = /^(?:user-content-)?(?:fn|footnote|endnote)[-:]?[\w:-]{1,60}$/

interface Notes {
  labels: ReadonlyMap<string, string>
  definitions: Element[]
}

const maxTitleLength = 300

/** Converts the main text of a page to markdown, with its first heading, or else the page's title, as the title. */
export function markdownOf(root: Root, options: CleanOptions, main = mainContent(root)) {
  const body = main && withAnchors(withFootnotes(clean(main, options)))
  const tree = body ? treeOf(body) : { type: 'root' as const, children: [] }
  return { markdown: serialise(tree), title: titleOf(root, body), tree }
}

function treeOf(body: Element): MarkdownRoot {
  const tree = toMdast({ type: 'root', children: body.children }, { handlers, document: true })
  if (tree.type !== 'root') throw new Error('A page became something else than a tree')
  return finished(tree)
}

function titleOf(root: Root, body: Element | undefined): string | undefined {
  const named = (name: string, inside: Root | Element) =>
    [...elementsIn(inside)].find(({ tagName }) => tagName === name)
  const heading = (body && named('h1', body)) ?? named('title', root)
  return (heading && wordsIn(heading).slice(0, maxTitleLength)) || undefined
}

/** Adds anchors to headings whose id differs from the slug of their text, so that links to them still work. */
function withAnchors(body: Element): Element {
  const children = body.children.map((child) => (isElement(child) ? withAnchors(child) : child))
  const id = textProperty(body, 'id')
  const isNamed = /^h[2-6]$/.test(body.tagName) && id !== undefined && slug(wordsIn(body)) !== id
  if (!isNamed || !/^[\w.:-]{1,100}$/.test(id)) return { ...body, children }
  return {
    ...body,
    children: [...children, { type: 'element', tagName: 'quire-anchor', properties: { id }, children: [] }],
  }
}

const isBackReference = (element: Element) =>
  element.tagName === 'a' &&
  (hasClass(element, 'footnote-back', 'footnote-backref', 'data-footnote-backref') ||
    /^#(?:(?:user-content-)?(?:fnref|footnote-ref|endnote-ref)|sd(?:foot|end)note\d+anc$)/.test(
      textProperty(element, 'href') ?? '',
    ))

/** Returns the id by which references name a note: a list item, or a separate element from Sphinx or LibreOffice. */
function noteIdOf(element: Element): string | undefined {
  const id = textProperty(element, 'id')
  if (element.tagName === 'div' && /^sd(?:foot|end)note\d+$/.test(id ?? '')) return `${id}sym`
  const isNote =
    element.tagName === 'li' ? noteId.test(id ?? '') : element.tagName === 'aside' && hasClass(element, 'footnote')
  return isNote ? id : undefined
}

/** Converts the notes of a page to footnotes: moves their items to definitions, and makes links to them references. */
function withFootnotes(body: Element): Element {
  const labels = new Map<string, string>()
  for (const element of elementsIn(body)) {
    const id = noteIdOf(element)
    if (id !== undefined) labels.set(id, String(labels.size + 1))
  }
  if (labels.size === 0) return body
  const definitions: Element[] = []
  const children = withReferences(body.children, { labels, definitions })
  return { ...body, children: [...children, ...definitions] }
}

const note = (tagName: string, label: string, children: ElementContent[] = []): Element => ({
  type: 'element',
  tagName,
  properties: { label },
  children,
})

function withReferences(nodes: readonly ElementContent[], notes: Notes): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (!isElement(node)) return [node]
    if (isBackReference(node)) return []
    const label = notes.labels.get(textProperty(node, 'href')?.slice(1) ?? '')
    if (node.tagName === 'a' && label !== undefined) return [note('quire-footnote-reference', label)]
    const children = withReferences(node.children, notes)
    const own = notes.labels.get(noteIdOf(node) ?? '')
    if (own !== undefined) {
      const isLabel = (child: ElementContent) => isElement(child) && hasClass(child, 'label')
      notes.definitions.push(
        note(
          'quire-footnote',
          own,
          children.filter((child) => !isLabel(child)),
        ),
      )
      return []
    }
    // Removes elements that held only the reference or the notes.
    if (
      node.tagName === 'sup' &&
      children.some((child) => isElement(child) && child.tagName === 'quire-footnote-reference')
    )
      return children
    const isEmptied = node.children.length > 0 && children.every(isNothing)
    return isEmptied && ['ol', 'section', 'div', 'aside'].includes(node.tagName) ? [] : [{ ...node, children }]
  })
}

const isNothing = (node: ElementContent) =>
  isElement(node) ? node.tagName === 'hr' : node.type === 'text' && node.value.trim() === ''
