import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { drawingPrefix } from '@quire/diagrams'
import type { Block, Diagram, Printed } from './printed.ts'

/** Longer texts are printed as they are written, as on published pages. */
const maxLength = 20_000
/** Upper bound on the diagrams of one print. */
const maxDiagrams = 200
/** The layout of a diagram can take long: it has this time, and all diagrams of a print together have the other. */
const [maxDrawMs, maxAllMs] = [5000, 30_000]
const resourceLimits = { maxOldGenerationSizeMb: 192 }
/** CSS pixels are 1/96 inch, points 1/72. */
const pointsOfPixel = 0.75

/** The picture of a diagram, by the name that the template finds it at; the width is in points. */
interface Drawing {
  file: string
  width: number
}

/**
 * Replaces the diagrams of a print by pictures; one that cannot be drawn is printed as it is written, with a note.
 * `store` receives the bytes of a picture, and returns false if they cannot be set.
 */
export async function withDrawings(printed: Printed, store: (file: string, svg: string) => boolean): Promise<Printed> {
  const texts = new Set<string>()
  let isDrawn = false
  replaceDiagrams(printed, ({ text }) => {
    isDrawn = true
    if (text.length <= maxLength && texts.size < maxDiagrams) texts.add(text)
    return []
  })
  if (!isDrawn) return printed
  const drawings = new Map<string, Drawing>()
  for (const [text, svg] of await drawAll([...texts])) {
    const file = `diagram-${drawings.size + 1}.svg`
    const width = Number(/\swidth="([\d.]+)"/.exec(svg)?.[1]) * pointsOfPixel
    if (width > 0 && store(file, svg)) drawings.set(text, { file, width })
  }
  return replaceDiagrams(printed, (diagram) => blocksFor(diagram, drawings.get(diagram.text))) as Printed
}

function blocksFor({ title, source }: Diagram, drawing: Drawing | undefined): Block[] {
  if (!drawing) return [source, { k: 'paragraph', body: [{ k: 'text', text: note, styles: ['i'] }] }]
  const caption = title ? [{ k: 'text' as const, text: title }] : []
  return [{ k: 'picture', align: 'center', alt: title || 'Diagram', ...drawing, caption }]
}

const note = 'This diagram could not be drawn; it is printed as it is written.'

/** Returns a copy of the data with other blocks in place of each diagram. */
function replaceDiagrams(data: unknown, blocksOf: (diagram: Diagram) => Block[]): unknown {
  if (Array.isArray(data))
    return data.flatMap((one) => (isDiagram(one) ? blocksOf(one) : [replaceDiagrams(one, blocksOf)]))
  // Formulas hold none, and may nest deeply.
  if (typeof data !== 'object' || data === null || 'm' in data) return data
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, replaceDiagrams(value, blocksOf)]))
}

const isDiagram = (one: unknown): one is Diagram =>
  typeof one === 'object' && one !== null && 'k' in one && one.k === 'diagram'

/** Draws texts in a thread, which is ended if one takes too long or too much memory; undrawn ones are left out. */
async function drawAll(texts: readonly string[]): Promise<Map<string, string>> {
  const drawn = new Map<string, string>()
  const deadline = performance.now() + maxAllMs
  let thread: Worker | undefined
  const left = (maxMs: number) => Math.max(0, Math.min(maxMs, Math.ceil(deadline - performance.now())))
  for (const text of texts) {
    if (left(maxDrawMs) === 0) break
    try {
      if (!thread) {
        thread = new Worker(new URL('./drawing-thread.ts', import.meta.url), { resourceLimits })
        await once(thread, 'message', { signal: AbortSignal.timeout(left(maxAllMs)) })
      }
      const answer = once(thread, 'message', { signal: AbortSignal.timeout(left(maxDrawMs)) })
      thread.postMessage(text)
      const [svg] = await answer
      if (typeof svg === 'string') drawn.set(text, forPrint(svg))
    } catch (error) {
      // The time is over, or the thread has ended. The service logs this output.
      process.stderr.write(`a diagram of ${text.length} characters: ${error}\n`)
      await thread?.terminate()
      thread = undefined
    }
  }
  await thread?.terminate()
  return drawn
}

/** The colours of a print, by the names that drawings have for them. */
const colours: Readonly<Record<string, string>> = {
  bg: '#ffffff',
  fg: '#1f2328',
  _text: '#1f2328',
  '_text-sec': '#57606a',
  '_text-muted': '#57606a',
  '_text-faint': '#57606a',
  _line: '#8c959f',
  _arrow: '#57606a',
  '_node-fill': '#f6f8fa',
  '_node-stroke': '#8c959f',
  '_group-fill': '#ffffff',
  '_group-hdr': '#eaeef2',
  '_inner-stroke': '#d0d7de',
  '_key-badge': '#eaeef2',
}

/** Completes a drawing, which is made to be a part of a page, to a file in the colours and fonts of the print. */
const forPrint = (svg: string): string =>
  svg
    .replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" font-family="Noto Sans" ')
    .replaceAll(drawingPrefix, 'd-')
    .replaceAll(/var\(--(_?[a-z-]+)\)/g, (_, name: string) => colours[name] ?? '#1f2328')
    .replaceAll(' class="mono"', ' font-family="DejaVu Sans Mono"')
