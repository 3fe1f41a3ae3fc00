import type { PhrasingContent, Root } from 'mdast'
import { parse } from '../../src/markdown/parse.ts'
import { textOf } from '../../src/markdown/readable-text.ts'
import { serialise } from '../../src/markdown/serialise.ts'
import { definitionsOf, descendants } from '../../src/markdown/syntax-tree.ts'

interface Spelling {
  reason: string
  tree?: (root: Root) => void
  text?: (text: string) => string
}

const marks = ['strong', 'emphasis', 'delete']

/**
 * The parts of a text that writing its tree may spell in another way than the author, and why nothing is lost. The signs
 * of lists, emphasis, fences, rules and headings, and escapes, are those that the serialiser of syntax trees writes.
 */
const spellings: readonly Spelling[] = [
  {
    reason: 'A line that goes on in the next one is one line: readers see a space.',
    tree: everyNode((node) => {
      if (node.type === 'text') node.value = node.value.replace(/\s+/g, ' ')
    }),
  },
  {
    reason: 'Links by reference have their address in place: the tree has no definitions.',
    tree(root) {
      const definitions = definitionsOf(root)
      inEachLine(root, (node) => {
        if (node.type !== 'linkReference' && node.type !== 'imageReference') return node
        const { url = '', title } = definitions.get(node.identifier) ?? {}
        return node.type === 'linkReference'
          ? { type: 'link', url, title, children: node.children }
          : { type: 'image', url, title, alt: node.alt }
      })
      root.children = root.children.filter(({ type }) => type !== 'definition')
    },
  },
  {
    reason: 'Marks lie around links or in them: readers see the same.',
    tree(root) {
      inEachLine(root, (node) => {
        const [only, ...others] = node.type === 'link' ? node.children : []
        if (node.type !== 'link' || !only || others.length > 0 || !marks.includes(only.type)) return node
        const inner = (only as { children: PhrasingContent[] }).children
        return { ...only, children: [{ ...node, children: inner }] } as PhrasingContent
      })
    },
  },
  {
    reason: 'A column without an alignment is a left one.',
    tree: everyNode((node) => {
      if (node.type === 'table') node.align = (node.align ?? []).map((one) => (one === 'left' ? null : one))
    }),
  },
  {
    reason: 'The title of a column is plain text in the published schema.',
    tree: everyNode((node) => {
      if (node.type !== 'table') return
      for (const cell of node.children[0]?.children ?? []) cell.children = [{ type: 'text', value: textOf(cell) }]
    }),
  },
  {
    reason: 'White space outside of code means nothing; the trees are compared with it.',
    text: (text) => text.replace(/\s+/g, ''),
  },
  { reason: 'A line is broken by a backslash, two spaces or <br>.', text: (text) => text.replace(/<br\/?>/g, '\\') },
  {
    reason: 'Attributes of tags have either quotes.',
    text: (text) => text.replace(/\{%.*?%\}/gs, (tag) => tag.replaceAll("'", '"')),
  },
  {
    reason: 'A picture by itself is one, in a figure or not, and its plain caption a title.',
    text: (text) =>
      text
        .replace(/!\[([^\]]*)\]\(<([^>]*)>/g, '![$1]($2')
        .replace(
          /<figure><imgsrc="([^"]*)"(?:alt="([^"]*)")?\/?>(?:<figcaption>(?:<p>)?([^<]*)(?:<\/p>)?<\/figcaption>)?<\/figure>/g,
          (_, src, alt = '', caption) => `![${alt}](${src}${caption ? `"${caption}"` : ''})`,
        ),
  },
  {
    reason: 'The value false is the flag that is not there, and left the alignment.',
    text: (text) =>
      text
        .replace(/<divdata-full-width="false">(.*?)<\/div>/gs, '$1')
        .replace(/\{%code(?:fullWidth="false")%\}(.*?)\{%endcode%\}/gs, '$1')
        .replace(/(<t[hd])style="text-align:left">/g, '$1>'),
  },
  {
    reason: 'A space or a break at the end of a line is none, and references of HTML have numbers or names.',
    text: (text) =>
      text.replaceAll('&#x20;', '').replaceAll('\\</p>', '</p>').replaceAll('&#x3C;', '&lt;').replaceAll('&gt;', '>'),
  },
]

export function normalised(markdown: string): string {
  const root = parse(markdown)
  for (const { tree } of spellings) tree?.(root)
  return spellings.reduce((text, spelling) => spelling.text?.(text) ?? text, serialise(root))
}

function everyNode(change: (node: Root | Root['children'][number]) => void) {
  return (root: Root) => {
    for (const node of descendants(root)) change(node as Root['children'][number])
  }
}

/** Replaces the parts of every line. */
function inEachLine(root: Root, replaced: (node: PhrasingContent) => PhrasingContent): void {
  for (const node of [...descendants(root)]) {
    if ('children' in node) node.children = node.children.map((one) => replaced(one as PhrasingContent)) as never
  }
}
