import { serialise } from '@quire/document'
import { slug } from 'github-slugger'
import type { Element, Root } from 'hast'
import { toMdast } from 'hast-util-to-mdast'
import type { Root as MarkdownRoot } from 'mdast'
import { type CleanOptions, clean } from './clean.ts'
import { elementsIn, isElement, textProperty, wordsIn } from './elements.ts'
import { finished } from './finish-tree.ts'
import { withFootnotes } from './footnotes.ts'
import { handlers } from './handlers.ts'
import { mainContent } from './main-content.ts'

const maxTitleLength = 300

/** Converts a page to markdown, with its first heading, or else its title, as the title. */
export function markdownOf(root: Root, options: CleanOptions) {
  const main = mainContent(root)
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
