import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { effectiveSettings } from '../../../view/effective-settings.ts'
import { themeStyles } from './stylesheet.ts'

const tokens = readFileSync(resolve(import.meta.dirname, '../../../../../../console/src/theme/tokens.css'), 'utf8')

/** Returns the custom properties in a text, by name. */
const propertiesIn = (text: string) =>
  new Map([...text.matchAll(/--([\w-]+): ?(.+?)(?=[;}])/g)].map(([, name = '', value = '']) => [name, value]))

test('the console has the colours, corners and fonts of a site that nobody has customized', () => {
  const styles = themeStyles({ id: 'site', base: '', settings: effectiveSettings(undefined) }, { hrefOf: () => '' })
  const [, shared = '', dark = ''] = /^:root\{(.+?)\}.*?data-theme=dark\]\{(.+?)\}/.exec(styles) ?? []
  const [light, inDark] = [propertiesIn(`${shared};`), propertiesIn(`${dark};`)]
  const bars = ['bar', 'bar-text', 'bar-start']
  const wanted = [...light]
    .filter(([name]) => !bars.includes(name) && !name.startsWith('code-'))
    .map(([name, value]) => [name, inDark.has(name) ? `light-dark(${value}, ${inDark.get(name)})` : value] as const)
  const known = propertiesIn(tokens)
  expect(wanted.length).toBeGreaterThan(25)
  for (const [name, value] of wanted) expect([name, known.get(name)]).toEqual([name, value])
})
