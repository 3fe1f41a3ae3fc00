import { createRequire } from 'node:module'

/** A piece of code in one colour; the class is empty for plain text. */
interface HighlightedToken {
  class: string
  text: string
}
export type HighlightedLine = readonly HighlightedToken[]

interface Library {
  getLanguage(name: string): unknown
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string }
}

// Loaded with `require`: the library's types declare those of browsers for the whole program.
const load = createRequire(import.meta.url)

/** Aliases of languages that the library does not know. */
const names: Record<string, string> = {
  ps: 'powershell',
  node: 'javascript',
  docker: 'dockerfile',
  jsonc: 'json',
  mdx: 'markdown',
  vue: 'xml',
  svelte: 'xml',
}

/**
 * Highlights code by the name of its language; undefined for an unknown language. highlight.js (BSD-3-Clause) assigns
 * classes, which the stylesheet colours for light and dark. Its regular expressions may take long on hostile code: this
 * runs in a thread.
 */
export function highlight(language: string, code: string): HighlightedLine[] | undefined {
  const name = names[language.toLowerCase()] ?? language.toLowerCase()
  const common: Library = load('highlight.js/lib/common')
  // All languages are loaded when a page first uses a rare one.
  const library: Library = common.getLanguage(name) ? common : load('highlight.js')
  if (!library.getLanguage(name)) return undefined
  return linesOf(library.highlight(code, { language: name, ignoreIllegals: true }).value)
}

const signs: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }

/** Splits the library's HTML, which contains only `span` elements and text, into lines. */
function linesOf(html: string): HighlightedToken[][] {
  const open: string[] = []
  const lines: HighlightedToken[][] = [[]]
  for (const [piece, name] of html.matchAll(/<span class="([^"]*)">|<\/span>|[^<]+/g)) {
    if (name !== undefined) open.push(name)
    else if (piece === '</span>') open.pop()
    else
      addText(
        piece.replace(/&(?:amp|lt|gt|quot|#x27);/g, (sign) => signs[sign] ?? sign),
        open.at(-1) ?? '',
        lines,
      )
  }
  return lines
}

function addText(text: string, name: string, lines: HighlightedToken[][]): void {
  for (const [at, words] of text.split('\n').entries()) {
    if (at > 0) lines.push([])
    if (words !== '') lines.at(-1)?.push({ class: name, text: words })
  }
}
