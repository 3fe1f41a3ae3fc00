import { formatHex, modeLrgb, modeRgb, parse, useMode, wcagContrast } from 'culori/fn'

/** The prefix of ids in a drawing; each drawing of a page gets its own instead. */
export const drawingPrefix = 'q-diagram:'

const elements = new Set('svg g defs marker rect circle ellipse line polyline polygon path text tspan'.split(' '))
/** Attributes whose values are numbers, points, paths or keywords. */
const plain = new Set(
  `viewBox width height x y x1 y1 x2 y2 cx cy r rx ry points d dx dy stroke-width stroke-dasharray stroke-linejoin
  stroke-linecap font-size font-weight font-style text-anchor text-decoration dominant-baseline opacity
  markerWidth markerHeight refX refY orient`.split(/\s+/),
)
const plainValue = /^[\w\s.,+-]*$/
const tag = /<(\/?)([a-z]+)((?:\s+[\w:-]+="[^"<>]*")*)\s*(\/?)>/y
const words = /[^<>]+/y

useMode(modeRgb)
useMode(modeLrgb)

/** The box of a shape, and the colour that its author gave it. */
interface Shape {
  left: number
  top: number
  right: number
  bottom: number
  fill: string | undefined
}

type Attributes = ReadonlyMap<string, string>

/**
 * Rewrites a drawing with the elements, attributes and values of a short list, which hold no script, style, link,
 * image or foreign content; colours become those of the page's theme, or opaque ones. Undefined for a drawing that is
 * empty or not as expected.
 */
export function safeDrawing(drawing: string): string | undefined {
  const source = drawing.replaceAll(/<style>[^<]*<\/style>/g, '').trim()
  const shapes: Shape[] = []
  let ground: string | undefined
  let written = ''
  let depth = 0
  for (let at = 0; at < source.length; ) {
    tag.lastIndex = at
    words.lastIndex = at
    const found = tag.exec(source)
    const text = found ? undefined : words.exec(source)?.[0]
    if (found) {
      const [whole, end, name = '', attributes = '', alone] = found
      if (!elements.has(name)) return undefined
      const given = new Map(
        [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
      )
      if (name === 'text') ground = groundAt(shapes, Number(given.get('x')), Number(given.get('y')))
      else shapes.push(...shapeOf(name, given))
      depth += end ? -1 : alone ? 0 : 1
      written += end ? `</${name}>` : `<${name}${safeAttributes(name, given, ground)}${alone ? '/' : ''}>`
      at += whole.length
    } else if (text !== undefined) {
      written += text
      at += text.length
    } else return undefined
  }
  const size = /^<svg viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(written)
  const isDrawn = size && Number(size[1]) > 0 && Number(size[2]) > 0 && !written.includes('NaN')
  return isDrawn && depth === 0 ? written : undefined
}

/** Returns the shape of an element that words may lie on. */
function shapeOf(element: string, given: Attributes): Shape[] {
  const number = (name: string) => Number(given.get(name))
  const fill = hexOf(given.get('fill') ?? '')
  if (element === 'rect') {
    const [left, top] = [number('x'), number('y')]
    return [{ left, top, right: left + number('width'), bottom: top + number('height'), fill }]
  }
  if (element === 'circle' || element === 'ellipse') {
    const [x, y] = [number('cx'), number('cy')]
    const [width, height] = element === 'circle' ? [number('r'), number('r')] : [number('rx'), number('ry')]
    return [{ left: x - width, top: y - height, right: x + width, bottom: y + height, fill }]
  }
  if (element !== 'polygon') return []
  const points = (given.get('points') ?? '').trim().split(/\s+/)
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => Number(point.split(',')[axis]))) as [number[], number[]]
  return [{ left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys), fill }]
}

/** Returns the colour that the author gave to the shape at a point; the last drawn one is on top. */
const groundAt = (shapes: readonly Shape[], x: number, y: number): string | undefined =>
  shapes.findLast(({ left, top, right, bottom }) => left <= x && x <= right && top <= y && y <= bottom)?.fill

function safeAttributes(element: string, given: Attributes, ground: string | undefined): string {
  let all = ''
  for (const [name, value] of given) {
    const safe = safeValue(element, name, value, ground)
    if (safe !== undefined) all += ` ${name}="${safe}"`
  }
  return all
}

function safeValue(element: string, name: string, value: string, ground: string | undefined): string | undefined {
  if (name === 'fill' || name === 'stroke') return colourOf(element, name, value, ground)
  if (name === 'id') return /^[\w-]+$/.test(value) ? drawingPrefix + value : undefined
  if (name === 'class') return value === 'mono' ? value : undefined
  if (name === 'transform') return /^(?:(?:rotate|translate|scale)\([\d\s.,-]+\)\s*)+$/.test(value) ? value : undefined
  if (/^marker-(?:start|end|mid)$/.test(name)) {
    const id = /^url\(#([\w-]+)\)$/.exec(value)?.[1]
    return id === undefined ? undefined : `url(#${drawingPrefix}${id})`
  }
  return plain.has(name) && plainValue.test(value) ? value : undefined
}

/** Words are legible on the colours that authors choose, in light and dark. */
function colourOf(element: string, name: 'fill' | 'stroke', value: string, ground: string | undefined): string {
  const isWords = isText(element) && name === 'fill'
  if (value === 'none' || /^var\(--_?[a-z-]+\)$/.test(value)) return isWords && ground ? legibleOn(ground) : value
  const own = hexOf(value)
  if (isWords) {
    if (!ground) return 'var(--_text)'
    return own && wcagContrast(own, ground) >= 4.5 ? own : legibleOn(ground)
  }
  return own ?? (name === 'fill' ? 'var(--_node-fill)' : 'var(--_line)')
}

const isText = (element: string) => element === 'text' || element === 'tspan'

const legibleOn = (ground: string) => (wcagContrast('#000000', ground) >= 4.5 ? '#000000' : '#ffffff')

/** Returns an opaque colour; undefined for what is none or invisible. */
function hexOf(value: string): string | undefined {
  const colour = value.length <= 30 ? parse(value) : undefined
  return colour && colour.alpha !== 0 ? formatHex(colour) : undefined
}
