import * as brands from '@fortawesome/free-brands-svg-icons'
import * as regular from '@fortawesome/free-regular-svg-icons'
import * as solid from '@fortawesome/free-solid-svg-icons'
import type { Plugin } from 'vite'

const start = 'virtual:named-icons'
/** The icons that pages can name, by the names of their exports without `fa`. The first set with a name wins, as on sites. */
const icons = new Map(
  [regular, brands, solid].flatMap((set) =>
    Object.entries(set).flatMap(([name, icon]) =>
      /^fa[A-Z\d]/.test(name) && typeof icon === 'object' && 'iconName' in icon ? [[name.slice(2), icon] as const] : [],
    ),
  ),
)
const letters = [...new Set([...icons.keys()].map(letterOf))].toSorted()

/**
 * Makes the icons that pages can name a module for each first letter, so that a page loads few of the thousands, and a module
 * with their names.
 */
export const namedIcons = (): Plugin => ({
  name: 'named-icons',
  resolveId: { filter: { id: /^virtual:named-icons/ }, handler: (id) => `\0${id}` },
  load: { filter: { id: /^\0virtual:named-icons/ }, handler: (id) => moduleOf(id.slice(1)) },
})

function moduleOf(id: string): string {
  const part = id.slice(start.length + 1)
  if (part === '')
    return `export default {${letters.map((letter) => `'${letter}': () => import('${start}/${letter}')`)}}`
  if (part === 'names') return `export default ${JSON.stringify(namesOfIcons())}`
  const drawings = [...icons].flatMap(([name, { icon }]) => (letterOf(name) === part ? [[name, icon] as const] : []))
  return `export default ${JSON.stringify(Object.fromEntries(drawings))}`
}

/** The names that documents use, without those of earlier versions. */
const namesOfIcons = () => [...new Set([...icons.values()].map(({ iconName }) => iconName))].toSorted()

function letterOf(name: string): string {
  return name.charAt(0).toLowerCase()
}
