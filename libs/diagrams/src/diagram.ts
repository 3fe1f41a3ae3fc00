import { DocumentError } from '@quire/document/errors'
import { safeDrawing } from './safe-drawing.ts'

export { drawingPrefix } from './safe-drawing.ts'

/**
 * Draws a Mermaid diagram as SVG whose colours are variables of the page; undefined if it cannot be drawn. beautiful-mermaid
 * draws flowcharts, state, sequence, class and entity diagrams without a browser; later versions lay out with a library
 * under a licence that is not permissive. Loaded with the first diagram, because that takes a tenth of a second.
 */
export async function diagram(written: string): Promise<string | undefined> {
  const text = drawable(written)
  if (text === undefined) return undefined
  const { renderMermaid } = await import('beautiful-mermaid')
  let drawing: string
  try {
    drawing = await renderMermaid(text)
  } catch {
    // An invalid diagram is not an error of the visitor's request.
    return undefined
  }
  if (drawing.length > longest) throw new DocumentError('too-large', 'The drawing is too large: split the diagram')
  return safeDrawing(withSigns(drawing))
}

const longest = 1_000_000

/** Statements that configure the look, add behaviour, or describe the diagram: pages have looks of their own. */
const ignored = /^\s*(?:click|href|callback|accTitle|accDescr)\b/

/**
 * Returns the text without front matter, directives and callbacks; undefined for constructs that the library would
 * draw wrongly.
 */
function drawable(written: string): string | undefined {
  const text = withoutDirectives(written.replaceAll('\r\n', '\n').replace(/^\s*---\n[\s\S]*?\n---\n/, ''))
    .replaceAll(/\bfa[bsr]?:fa-[\w-]+ ?/g, '')
    // Every label is one line.
    .replaceAll(/<br[ \t]*\/?>/gi, ' ')
  if (/^[^\S\n\r\u2028\u2029]*(?:\w+@\{|xychart)/m.test(text)) return undefined
  const drawn = text
    .split('\n')
    .filter((line) => !ignored.test(line))
    .join('\n')
    .trim()
  return /^(?:graph|flowchart)\b/.test(drawn) ? withPlainLabels(drawn) : drawn
}

/** Drops directives, `%%{ … }%%`. The ends are looked for once, not from each beginning. */
function withoutDirectives(text: string): string {
  const parts = text.split('}%%')
  const rest = parts.pop() ?? ''
  const kept = parts.map((part) => {
    const start = part.indexOf('%%{')
    return start < 0 ? `${part}}%%` : part.slice(0, start)
  })
  return kept.join('') + rest
}

/** The signs by which the library ends a label, even in quotes, and characters that stand for them until it is drawn. */
const signs = '[](){}|/\\'
const standIns = new Map([...signs].map((sign, at) => [sign, String.fromCharCode(0xe000 + at)]))
const signOf = new Map([...standIns].map(([sign, standIn]) => [standIn, sign]))

const plain = (label: string) => label.replaceAll(/[[\](){}|/\\]/g, (sign) => standIns.get(sign) ?? sign) || ' '
const withSigns = (drawing: string) => drawing.replaceAll(/[\ue000-\ue008]/g, (one) => signOf.get(one) ?? one)

const quotedLabel = /(\[\[|\[\(|\[\/|\[\\|\(\(\(|\(\(|\(\[|\{\{|[[({>])[ \t]*"([^"\n]*)"[ \t]*(?=[\])}/\\])/g
const wordsInArrow =
  /([\w)\]}"] *)(--|==|-\.) *(?:"([^"\n]{1,300})"|([^"|<>\n-][^"|<>\n]{0,300}?)) *(-->|---|==>|===|\.->|\.-)/g

/** A flowchart with labels as the library reads them: without quotes, and those of arrows behind the arrow. */
const withPlainLabels = (text: string): string =>
  text
    .replaceAll(wordsInArrow, (_, before, start, quoted, words, end) => {
      const arrow = start === '-.' ? `-${end}` : end
      return `${before}${arrow}|${plain(quoted ?? words)}|`
    })
    // The library takes hyphens behind a name for a part of it.
    .replaceAll(/(\w)(<?(?:-->|---|-\.->|-\.-|==>|===))/g, '$1 $2')
    .replaceAll(quotedLabel, (_, open, label) => open + plain(label))
    .replaceAll(/\|[ \t]*"([^"\n]*)"[ \t]*\|/g, (_, label) => `|${plain(label)}|`)
    .replaceAll(/^([ \t]*subgraph[ \t]+)"([^"\n]*)"[ \t]*$/gm, '$1$2')
