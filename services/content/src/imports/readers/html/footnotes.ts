import type { Element, ElementContent } from 'hast'
import { elementsIn, hasClass, isElement, textProperty } from './elements.ts'

/** Ids of footnotes from pandoc, GitHub, Python-Markdown and mammoth. */
const noteId = /^(?:user-content-)?(?:fn|footnote|endnote)[-:]?[\w:-]{1,60}$/
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
export function withFootnotes(body: Element): Element {
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

interface Notes {
  labels: ReadonlyMap<string, string>
  definitions: Element[]
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
