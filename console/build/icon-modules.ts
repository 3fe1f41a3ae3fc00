import * as regular from '@fortawesome/free-regular-svg-icons'
import * as solid from '@fortawesome/free-solid-svg-icons'
import type { Plugin } from 'vite'

const sets: Record<string, Record<string, unknown>> = { regular, solid }
const importOfIcons = /import \{([^}]+)\} from '@fortawesome\/free-(regular|solid)-svg-icons'/g
const prefix = 'icon:'
/** Ids of the modules that `iconModules` makes. */
export const iconModule = /^icon:/

/**
 * Makes each icon a module of its own. The package has all icons in one module, which no bundler divides among chunks: the
 * first screen would load the icons of all others.
 */
export const iconModules = (): Plugin => ({
  name: 'icon-modules',
  // The expression matches the source, not what is left of it after the types are removed.
  enforce: 'pre',
  transform: {
    filter: { id: /\.tsx?$/, code: '@fortawesome/' },
    handler: (code) => code.replaceAll(importOfIcons, (_, names: string, set: string) => importsOf(names, set)),
  },
  resolveId: { filter: { id: iconModule }, handler: (id) => id },
  load: { filter: { id: iconModule }, handler: definitionOf },
})

const importsOf = (names: string, set: string) =>
  names
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && !one.startsWith('type '))
    .map((one) => one.split(' as '))
    .map(([name, local = name]) => `import ${local} from '${prefix}${set}/${name}'`)
    .join('\n')

function definitionOf(id: string): string {
  const [set = '', name = ''] = id.slice(prefix.length).split('/')
  const icon = sets[set]?.[name]
  if (!icon) throw new Error(`Font Awesome has no ${set} icon ${name}.`)
  return `export default ${JSON.stringify(icon)}`
}
