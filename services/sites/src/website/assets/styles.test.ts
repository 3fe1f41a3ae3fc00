import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'

/**
 * Classes of components that hold words, links and pictures of the frame or of one block only, and never the text of a
 * document or another component: what is bare in them is theirs, however deep it lies. `text` is the document itself.
 */
const leaves = new Set(
  `text top announcement brand search search-subtle search-prominent search-input search-again menu menu-links sidebar outline
  small-outline level-3 page-head breadcrumbs cover pagination foot missing results answer-list ask-next feedback
  feedback-ratings feedback-more bar-links tabs-bar code embed integration diagram card-cover cover-radial page-list api-place api-facts`.split(
    /\s+/,
  ),
)
/** The links of a card's text lie above the link of the whole card, whatever block they stand in. */
const exceptions = ['.text .card-body a', '.text .card-body button']

/** Splits at a separator that is in no brackets. */
function split(text: string, isSeparator: (character: string) => boolean): string[] {
  const parts = ['']
  let depth = 0
  for (const character of text) {
    if ('(['.includes(character)) depth++
    if (')]'.includes(character)) depth--
    if (depth === 0 && isSeparator(character)) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** Returns the selectors that a list with `:is()` stands for, without the conditions of `:not()` and `:has()`. */
function plain(list: string): string[] {
  return split(list, (character) => character === ',').flatMap((selector): string[] => {
    const found = /:(is|where|not|has)\(/.exec(selector)
    if (!found) return [selector]
    let end = found.index + found[0].length
    for (let depth = 1; depth > 0; end++) depth += selector[end] === '(' ? 1 : selector[end] === ')' ? -1 : 0
    const inner = selector.slice(found.index + found[0].length, end - 1)
    const [before, after] = [selector.slice(0, found.index), selector.slice(end)]
    const isChoice = found[1] === 'is' || found[1] === 'where'
    const choices = isChoice ? split(inner, (character) => character === ',') : [/[\w\])*]$/.test(before) ? '' : '*']
    return choices.flatMap((choice) => plain(before + choice + after))
  })
}

/** True if a bare element is reached, over any number of others, from a class of a component that may hold others. */
function reachesInto(selector: string): boolean {
  const compounds = split(selector.replaceAll(/\s*([>+~])\s*/g, ' $1 '), (character) => character === ' ')
  const at = compounds.findLastIndex((one) => /[.[#]/.test(one))
  const named = compounds.slice(0, at + 1).findLast((one) => one.includes('.')) ?? ''
  const owners = [...named.matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name)
  const steps = compounds.slice(at + 1)
  const isFar = steps.some((step, index) => !/^[>+~]$/.test(step) && !/^[>+~]$/.test(steps[index - 1] ?? ''))
  return isFar && owners.length > 0 && !owners.some((owner) => leaves.has(owner)) && !exceptions.includes(selector)
}

const folder = new URL('styles/', import.meta.url)
/** The style sheets without their comments. */
const css = readdirSync(folder).map((name) =>
  readFileSync(new URL(name, folder), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, ''),
)
const selectors = css
  .flatMap((text) => text.match(/[^{};]+(?=\{)/g) ?? [])
  .map((selector) => selector.trim())
  .filter((selector) => selector !== '' && !selector.startsWith('@'))
  .flatMap(plain)

test('no component styles what stands in another one: bare elements are reached in components without others only', () => {
  expect(selectors.length).toBeGreaterThan(400)
  expect([...new Set(selectors.filter(reachesInto))]).toEqual([])
})

/** Columns of formulas have sides, whatever the language; an arrow and a tick are two sides of a box that is turned. */
const sided = [
  '.text math mtd.tml-right',
  '.text math mtd.tml-left',
  '.text details > summary::before',
  '.text input[type=checkbox]:checked::after',
]
const property =
  /(?<![\w-])(?:(?:margin|padding|border|inset|scroll-\w+)-(?:left|right)|left|right)(?:-\w+)?\s*:|(?:text-align|float|clear)\s*:\s*(?:left|right)/
const shorthand = /(?<![\w-])(?:padding|margin|inset|border-width|border-color|border-style)\s*:\s*([^;}]+)/g
const hasSides = (declarations: string) =>
  property.test(declarations) ||
  [...declarations.matchAll(shorthand)].some(([, value = '']) => {
    const [, right, , left] = split(value, (character) => character === ' ')
    return left !== undefined && left !== right
  })

test('nothing is on the left or right: languages that are written from right to left have it on the other side', () => {
  const rules = css.flatMap((text) => [...text.matchAll(/([^{};]+)\{([^{}]*)\}/g)])
  expect(rules.length).toBeGreaterThan(300)
  const found = rules.filter(
    ([, selector = '', declarations = '']) => hasSides(declarations) && !sided.includes(selector.trim()),
  )
  expect(found.map(([rule]) => rule.trim())).toEqual([])
  const examples = [
    'margin-left: 1px',
    'padding: 0 1px 0 2px',
    'float:right',
    'inset: 0 auto 0 0',
    'border-right-color: red',
  ]
  expect(examples.filter((one) => !hasSides(one))).toEqual([])
})

test.each([
  ['.search-dialog strong', true],
  ['.answer h3', true],
  ['.search-dialog [role=option] strong', true],
  ['.search-dialog :is(strong, .own) em', true],
  ['.hint :not(pre) > code', true],
  ['.hint > p > strong', false],
  ['.search-dialog .result-title', false],
  ['.sidebar nav a', false],
])('of selectors such as "%s" it is noticed: %s', (selector, isNoticed) => {
  expect(plain(selector).some(reachesInto)).toBe(isNoticed)
})
