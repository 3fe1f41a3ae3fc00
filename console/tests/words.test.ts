import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { languages } from '../src/words/languages.ts'

const words = resolve(import.meta.dirname, '../src/words')
const areas = readdirSync(words, { withFileTypes: true }).filter((one) => one.isDirectory())

test.each(areas.map(({ name }) => name))('the area %s has its texts in every language of the console', (area) => {
  const files = languages.map(([code]) => `${code}.ts`)
  expect(readdirSync(resolve(words, area)).toSorted()).toEqual(files.toSorted())
})

test('the parameters of a text are used in every language', async () => {
  for (const { name } of areas) {
    const texts = await Promise.all(
      languages.map(async ([code]) => (await import(`${words}/${name}/${code}.ts`))[code] as object),
    )
    const counts = texts.map((one) => parametersOf(one))
    for (const count of counts.slice(1)) expect([name, count]).toEqual([name, counts[0]])
  }
})

test('one of something is named as one', async () => {
  const of = async (area: string, code: string) => (await import(`${words}/${area}/${code}.ts`))[code]
  const lines = ['en', 'de', 'fr', 'es'].map(async (code) => (await of('changes', code)).hiddenLines(1))
  expect(await Promise.all(lines)).toEqual([
    'Show 1 unchanged line',
    '1 gleiche Zeile zeigen',
    'Afficher 1 ligne inchangée',
    'Mostrar 1 línea sin cambios',
  ])
  const open = ['fr', 'es'].map(async (code) => (await of('general', code)).openCount(1))
  expect(await Promise.all(open)).toEqual(['1 ouverte', '1 abierto'])
  const { unmailed } = await of('organization', 'en')
  expect([unmailed('a@x', 1), unmailed('a@x, b@x', 2)]).toEqual([
    expect.stringMatching(/to a@x: .*this address\. Tell the person yourself\.$/),
    expect.stringMatching(/to a@x, b@x: .*these addresses\. Tell the people yourself\.$/),
  ])
})

/** Returns what a text has of each parameter that is given to it: its names without those that say nothing. */
function parametersOf(texts: object, path = ''): string[] {
  return Object.entries(texts).flatMap(([name, text]): string[] => {
    if (typeof text === 'object' && text !== null) return parametersOf(text, `${path}${name}.`)
    if (typeof text !== 'function') return []
    const marks = ['⟨1⟩', '⟨2⟩', '⟨3⟩'].slice(0, Math.max(text.length, 1))
    const said = String(text(...marks))
    return marks.filter((mark) => said.includes(mark)).map((mark) => `${path}${name} ${mark}`)
  })
}
