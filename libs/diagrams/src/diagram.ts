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
  return safeDrawing(drawing)
}

const longest = 1_000_000

/** Statements that configure the look, add behaviour, or describe the diagram: pages have looks of their own. */
const ignored = /^\s*(?:click|href|callback|accTitle|accDescr)\b/

/**
 * Returns the text without front matter, directives and callbacks; undefined for constructs that the library would
 * draw wrongly.
 */
function drawable(written: string): string | undefined {
  const text = written
    .replaceAll('\r\n', '\n')
    .replace(/^\s*---\n[\s\S]*?\n---\n/, '')
    .replaceAll(/%%\{[\s\S]*?\}%%/g, '')
    .replaceAll(/\bfa[bsr]?:fa-[\w-]+ ?/g, '')
  if (/^\s*\w+@\{/m.test(text) || /^\s*xychart/m.test(text)) return undefined
  return text
    .split('\n')
    .filter((line) => !ignored.test(line))
    .join('\n')
    .trim()
}
