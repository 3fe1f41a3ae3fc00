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

// Font Awesome Free (icons CC BY 4.0, code MIT), whose names documents use. Each icon is a file of its own, so only
// used icons are loaded.
const load = createRequire(import.meta.url)
const packages = [
  '@fortawesome/free-solid-svg-icons',
  '@fortawesome/free-brands-svg-icons',
  '@fortawesome/free-regular-svg-icons',
]
/** Paths of the icons by the names of their files; read with the first icon. */
let files: ReadonlyMap<string, string> | undefined
const known = new Map<string, Icon>()
/** The maximum of distinct icons on one page. */
const maxUsed = 300

/** Creates a sheet. Sheets of one page need different prefixes, because each draws the icons that it uses. */
export function createIconSheet(prefix = 'q'): IconSheet {
  const idOf = (name: string) => `${prefix}-icon-${name}`
  const used = new Map<string, Icon>()

  return {
    use(name, otherwise) {
      for (const one of [name, otherwise]) {
        const icon = one === undefined ? undefined : (used.get(one) ?? iconNamed(one))
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
function iconNamed(name: string): Icon | undefined {
  const found = known.get(name)
  if (found || name.length > 50 || !/^[a-z\d]+(?:-[a-z\d]+)*$/.test(name)) return found
  files ??= listFiles()
  const path = files.get(`fa${name.replace(/(?:^|-)([a-z\d])/g, (_, sign: string) => sign.toUpperCase())}`)
  if (path === undefined) return undefined
  const { width, height, svgPathData } = load(path)
  const icon = { width, height, path: Array.isArray(svgPathData) ? svgPathData.join(' ') : svgPathData }
  known.set(name, icon)
  return icon
}

/**
 * Lists all files once, because probing for a missing file costs more than reading one. The first set with a name wins.
 */
const listFiles = () =>
  new Map(
    packages.toReversed().flatMap((name) =>
      readdirSync(dirname(load.resolve(`${name}/package.json`)))
        .filter((file) => /^fa[A-Z\d]\w*\.js$/.test(file))
        .map((file) => [file.slice(0, -3), `${name}/${file.slice(0, -3)}`] as const),
    ),
  )
