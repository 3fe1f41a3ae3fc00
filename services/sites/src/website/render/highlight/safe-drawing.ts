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

/** The place in a drawing: the colour that its author gave to the shape below the next text. */
interface Place {
  ground: string | undefined
}

/**
 * Rewrites a drawing with the elements, attributes and values of a short list, which hold no script, style, link,
 * image or foreign content; colours become those of the page's theme, or opaque ones. Undefined for a drawing that is
 * empty or not as expected.
 */
export function safeDrawing(drawing: string): string | undefined {
  const source = drawing.replaceAll(/<style>[^<]*<\/style>/g, '').trim()
  const place: Place = { ground: undefined }
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
      if (name === 'g') place.ground = undefined
      depth += end ? -1 : alone ? 0 : 1
      written += end ? `</${name}>` : `<${name}${attributesOf(name, attributes, place)}${alone ? '/' : ''}>`
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

function attributesOf(element: string, given: string, place: Place): string {
  let all = ''
  for (const [, name = '', value = ''] of given.matchAll(/([\w:-]+)="([^"]*)"/g)) {
    const safe = safeValue(element, name, value, place)
    if (safe !== undefined) all += ` ${name}="${safe}"`
  }
  return all
}

function safeValue(element: string, name: string, value: string, place: Place): string | undefined {
  if (name === 'fill' || name === 'stroke') return colourOf(element, name, value, place)
  if (name === 'id') return /^[\w-]+$/.test(value) ? drawingPrefix + value : undefined
  if (name === 'class') return value === 'mono' ? value : undefined
  if (name === 'transform') return /^(?:rotate|translate)\([\d\s.,-]+\)$/.test(value) ? value : undefined
  if (/^marker-(?:start|end|mid)$/.test(name)) {
    const id = /^url\(#([\w-]+)\)$/.exec(value)?.[1]
    return id === undefined ? undefined : `url(#${drawingPrefix}${id})`
  }
  return plain.has(name) && plainValue.test(value) ? value : undefined
}

/** Words are legible on the colours that authors choose, in light and dark. */
function colourOf(element: string, name: 'fill' | 'stroke', value: string, place: Place): string {
  if (value === 'none' || /^var\(--_?[a-z-]+\)$/.test(value))
    return name === 'fill' && isText(element) && place.ground ? legibleOn(place.ground) : value
  const own = hexOf(value)
  if (isText(element) && name === 'fill') {
    if (!place.ground) return 'var(--_text)'
    return own && wcagContrast(own, place.ground) >= 4.5 ? own : legibleOn(place.ground)
  }
  if (name === 'fill' && own) place.ground = own
  return own ?? (name === 'fill' ? 'var(--_node-fill)' : 'var(--_line)')
}

const isText = (element: string) => element === 'text' || element === 'tspan'

const legibleOn = (ground: string) => (wcagContrast('#000000', ground) >= 4.5 ? '#000000' : '#ffffff')

/** Returns an opaque colour; undefined for what is none or invisible. */
function hexOf(value: string): string | undefined {
  const colour = value.length <= 30 ? parse(value) : undefined
  return colour && colour.alpha !== 0 ? formatHex(colour) : undefined
}
