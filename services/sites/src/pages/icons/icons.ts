import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { attributes, type Html, html, joined, nothing, raw } from '../blocks/markup.ts'

/** What one icon is drawn with. */
interface Icon {
  width: number
  height: number
  path: string
}

/** Icons of a page: each is drawn once, and shown wherever it is used. */
export interface IconSheet {
  /** An icon by its name, else the other one; nothing where neither is known. Readers of screens pass over it. */
  use(name: string | undefined, otherwise?: string): Html
  /** The drawings, to stand once in the page. */
  drawings(): Html
}

// Font Awesome Free (icons CC BY 4.0, code MIT): its names are the ones that documents use. Each icon is a file of its
// own, so only those that pages use are loaded.
const load = createRequire(import.meta.url)
const packages = [
  '@fortawesome/free-solid-svg-icons',
  '@fortawesome/free-brands-svg-icons',
  '@fortawesome/free-regular-svg-icons',
]
/** Where each icon is, by the name of its file; read with the first icon. */
let places: ReadonlyMap<string, string> | undefined
const known = new Map<string, Icon>()
/** Distinct icons of one page. */
const mostUsed = 300

/** Each sheet of a page has a prefix of its own, since it draws what it uses. */
export function createIconSheet(prefix = 'q'): IconSheet {
  const idOf = (name: string) => `${prefix}-icon-${name}`
  const used = new Map<string, Icon>()

  return {
    use(name, otherwise) {
      for (const one of [name, otherwise]) {
        const icon = one === undefined ? undefined : (used.get(one) ?? iconNamed(one))
        if (one === undefined || !icon || (used.size >= mostUsed && !used.has(one))) continue
        used.set(one, icon)
        return shown(idOf(one), icon)
      }
      return nothing
    },
    drawings: () =>
      used.size === 0
        ? nothing
        : html`<svg class="drawings" width="0" height="0" aria-hidden="true">${attribution}${joined([...used].map(([name, icon]) => drawn(idOf(name), icon)))}</svg>`,
  }
}

/** What the licence of the drawings asks for. */
const attribution = raw('<!-- Icons: Font Awesome Free, https://fontawesome.com, CC BY 4.0 -->')

const shown = (id: string, { width, height }: Icon): Html =>
  html`<svg${attributes({ class: 'icon', viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' })}><use href="#${id}"></use></svg>`

const drawn = (id: string, { width, height, path }: Icon): Html =>
  html`<symbol${attributes({ id, viewBox: `0 0 ${width} ${height}` })}><path fill="currentColor" d="${path}"></path></symbol>`

/** An icon by the name that documents give it, such as `rocket`. */
function iconNamed(name: string): Icon | undefined {
  const found = known.get(name)
  if (found || name.length > 50 || !/^[a-z\d]+(?:-[a-z\d]+)*$/.test(name)) return found
  places ??= listPlaces()
  const place = places.get(`fa${name.replace(/(?:^|-)([a-z\d])/g, (_, sign: string) => sign.toUpperCase())}`)
  if (place === undefined) return undefined
  const { width, height, svgPathData } = load(place)
  const icon = { width, height, path: Array.isArray(svgPathData) ? svgPathData.join(' ') : svgPathData }
  known.set(name, icon)
  return icon
}

/** One list, since to ask for a file that is not there costs more than to read one. The first set that has a name wins. */
const listPlaces = () =>
  new Map(
    packages.toReversed().flatMap((name) =>
      readdirSync(dirname(load.resolve(`${name}/package.json`)))
        .filter((file) => /^fa[A-Z\d]\w*\.js$/.test(file))
        .map((file) => [file.slice(0, -3), `${name}/${file.slice(0, -3)}`] as const),
    ),
  )
