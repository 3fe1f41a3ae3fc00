import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { attributes, type Html, html, joined, nothing, raw } from '../blocks/markup.ts'

/** The drawing of one icon. */
interface Icon {
  width: number
  height: number
  path: string
}

/** The icons of a page. Each is drawn once, and referenced wherever it is used. */
export interface IconSheet {
  /** Renders an icon by its name, else the other one; nothing if neither is known. Screen readers skip it. */
  use(name: string | undefined, otherwise?: string): Html
  /** Renders the drawings, which the page contains once. */
  drawings(): Html
}

/** The style of icons; one that the style lacks has the other style. */
export type IconStyle = 'regular' | 'solid'

// Font Awesome Free (icons CC BY 4.0, code MIT), whose names documents use. Each icon is a file of its own, so only
// used icons are loaded.
const load = createRequire(import.meta.url)
const [solid, brands, regular] = [
  '@fortawesome/free-solid-svg-icons',
  '@fortawesome/free-brands-svg-icons',
  '@fortawesome/free-regular-svg-icons',
]
/** The packages of a style; the first with a name wins. */
const packages = { solid: [solid, brands, regular], regular: [regular, solid, brands] } as const
/** Paths of the icons of a style by the names of their files; read with the first icon. */
const files = new Map<IconStyle, ReadonlyMap<string, string>>()
const known = new Map<string, Icon>()
/** The maximum of distinct icons on one page. */
const maxUsed = 300

/** Creates a sheet of icons in one style. Sheets of one page need different prefixes, because each draws the icons that it uses. */
export function createIconSheet(prefix = 'q', style: IconStyle = 'solid'): IconSheet {
  const idOf = (name: string) => `${prefix}-icon-${name}`
  const used = new Map<string, Icon>()

  return {
    use(name, otherwise) {
      for (const one of [name, otherwise]) {
        const icon = one === undefined ? undefined : (used.get(one) ?? iconNamed(one, style))
        if (one === undefined || !icon || (used.size >= maxUsed && !used.has(one))) continue
        used.set(one, icon)
        return reference(idOf(one), icon)
      }
      return nothing
    },
    drawings: () =>
      used.size === 0
        ? nothing
        : html`<svg class="drawings" width="0" height="0" aria-hidden="true">${attribution}${joined([...used].map(([name, icon]) => drawing(idOf(name), icon)))}</svg>`,
  }
}

/** The attribution that the licence of the icons requires. */
const attribution = raw('<!-- Icons: Font Awesome Free, https://fontawesome.com, CC BY 4.0 -->')

const reference = (id: string, { width, height }: Icon): Html =>
  html`<svg${attributes({ class: 'icon', viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' })}><use href="#${id}"></use></svg>`

const drawing = (id: string, { width, height, path }: Icon): Html =>
  html`<symbol${attributes({ id, viewBox: `0 0 ${width} ${height}` })}><path fill="currentColor" d="${path}"></path></symbol>`

/** Returns an icon by the name that documents give it, such as `rocket`. */
function iconNamed(name: string, style: IconStyle): Icon | undefined {
  const key = `${style}/${name}`
  const found = known.get(key)
  if (found || name.length > 50 || !/^[a-z\d]+(?:-[a-z\d]+)*$/.test(name)) return found
  const path = filesOf(style).get(`fa${name.replace(/(?:^|-)([a-z\d])/g, (_, sign: string) => sign.toUpperCase())}`)
  if (path === undefined) return undefined
  const { width, height, svgPathData } = load(path)
  const icon = { width, height, path: Array.isArray(svgPathData) ? svgPathData.join(' ') : svgPathData }
  known.set(key, icon)
  return icon
}

/** Lists the files of a style once, because probing for a missing file costs more than reading one. */
function filesOf(style: IconStyle): ReadonlyMap<string, string> {
  const before = files.get(style)
  if (before) return before
  const listed = new Map(packages[style].toReversed().flatMap(filesIn))
  files.set(style, listed)
  return listed
}

const filesIn = (name: string) =>
  readdirSync(dirname(load.resolve(`${name}/package.json`)))
    .filter((file) => /^fa[A-Z\d]\w*\.js$/.test(file))
    .map((file) => [file.slice(0, -3), `${name}/${file.slice(0, -3)}`] as const)
