import { expect, test } from '@jest/globals'
import { namedIcons } from '../build/named-icons.ts'

const { load } = namedIcons()
/** Returns the source of a module that the build makes. */
function moduleOf(id: string): string {
  if (typeof load !== 'object') throw new Error('The plugin loads nothing')
  return String((load.handler as (id: string) => string)(`\0${id}`))
}
const exportOf = (source: string) => JSON.parse(source.replace('export default ', ''))

test('every name that is offered is that of an icon, in the module of its first letter', () => {
  const names: string[] = exportOf(moduleOf('virtual:named-icons/names'))
  const sheets = new Map<string, object>()
  const missing = names.filter((name) => {
    const key = name.replace(/(?:^|-)([a-z\d])/g, (_, sign: string) => sign.toUpperCase())
    const letter = key.charAt(0).toLowerCase()
    const sheet = sheets.get(letter) ?? exportOf(moduleOf(`virtual:named-icons/${letter}`))
    sheets.set(letter, sheet)
    return !(key in sheet)
  })
  expect([names.includes('rocket'), names.includes('github'), missing]).toEqual([true, true, []])
  const listed = moduleOf('virtual:named-icons')
  expect([...sheets.keys()].filter((letter) => !listed.includes(`import('virtual:named-icons/${letter}')`))).toEqual([])
})
