import { createRequire } from 'node:module'
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

// Font Awesome Free (icons CC BY 4.0, code MIT): its names are the ones that documents use. Each icon is a file of its own, so only those that
// pages use are loaded.
const load = createRequire(import.meta.url)
const sets = ['solid', 'brands', 'regular']
const known = new Map<string, Icon | undefined>()
/** How many names are remembered; names that people make up are among them. */
const mostKnown = 5000
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
  if (!/^[a-z\d]+(?:-[a-z\d]+)*$/.test(name) || name.length > 50) return undefined
  if (known.has(name)) return known.get(name)
  if (known.size >= mostKnown) known.clear()
  const icon = findIcon(`fa${name.replace(/(?:^|-)([a-z\d])/g, (_, sign: string) => sign.toUpperCase())}`)
  known.set(name, icon)
  return icon
}

function findIcon(file: string): Icon | undefined {
  for (const set of sets) {
    try {
      const { width, height, svgPathData } = load(`@fortawesome/free-${set}-svg-icons/${file}`)
      return { width, height, path: Array.isArray(svgPathData) ? svgPathData.join(' ') : svgPathData }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && /NOT_FOUND|NOT_EXPORTED/.test(String(error.code)))) throw error
    }
  }
  return undefined
}
