import { expect, test } from '@jest/globals'
import { isConditional } from './conditional.ts'
import { evaluateMarkdown } from './evaluation.ts'
import { unreadableCondition } from './unreadable-conditions.ts'

const lines = (...parts: string[]) => parts.join('\n')
const never = '{% if visitor.claims.nope %}'
const end = '{% endif %}'
const shownTo = (markdown: string) => evaluateMarkdown(markdown, { context: { visitor: { claims: {} } } })

test.each([
  ['begins in an item of a list and ends in the next', lines('1. a', `   ${never}`, '2. SECRET', `   ${end}`, '3. c')],
  ['begins in an item and ends nowhere', lines('* a', `  ${never}`, '* SECRET')],
  ['begins in an item with another list', lines('* a', '  * b', `    ${never}`, '  * SECRET', `    ${end}`)],
  ['begins in a task', lines('* [ ] a', `  ${never}`, '* [ ] SECRET', `  ${end}`)],
  ['begins in one quotation and ends in the next', lines(`> ${never}`, '', 'SECRET', '', `> ${end}`)],
  ['begins in a quotation, before a line without its sign', lines(`> ${never}`, 'SECRET')],
  ['begins in a footnote', lines('[^a]', '', '[^a]: b', '', `    ${never}`, '', 'SECRET', '', end)],
  [
    'begins in a list in a step',
    lines('{% stepper %}', '{% step %}', '* a', `  ${never}`, '{% endstep %}', '{% step %}', 'SECRET', '{% endstep %}'),
  ],
  ['ends in a block in which it did not begin', lines(never, '', '* a', `  ${end}`, '', 'SECRET')],
  ['is in the words of a picture', `![${never}SECRET${end}](https://e.example/x.png)`],
  ['is in the title of a picture', `![x](u "${never}SECRET${end}")`],
  ['is in an address', `[x](<https://e.example/${never}SECRET${end}>)`],
  ['is in a definition', lines('[x]', '', `[x]: https://e.example "${never}SECRET${end}"`)],
  ['is in a formula', lines('$$', never, 'SECRET', end, '$$')],
  ['is in a formula in a line', `a $$${never}SECRET${end}$$`],
  ['ends without a beginning that is read', lines('{% fi visitor.claims.nope %}', '', 'SECRET', '', end)],
  ['has a space in its brace', lines('{ % if visitor.claims.nope %}', '', 'SECRET', '', end)],
  ['has very many blanks in its tag', lines(`{%${' '.repeat(500)}if visitor.claims.nope %}`, '', 'SECRET', '', end)],
  ['has a line end in its tag', lines('{%  ', 'if visitor.claims.nope  ', '%}', '', 'SECRET', '', end)],
  ['ends in a comment', lines(never, '', '<!--', end, '-->', '', 'SECRET', '', end)],
  ['ends in an element of code', lines(never, '', '<pre>', end, '</pre>', '', 'SECRET', '', end)],
  ['is in the text of an integration', lines('{% @a/b text="', never, 'SECRET', end, '" %}')],
  ...['\ufeff', '\u200b', '\u0085', '\u180e', '\u0001', '\u00a0'].map((sign): [string, string] => [
    `has the sign ${JSON.stringify(sign)} before its name`,
    lines(`{%${sign}if visitor.claims.nope %}`, '', 'SECRET', '', `{%${sign}endif %}`),
  ]),
])('a text is for nobody if a condition %s', (_, markdown) => {
  expect(unreadableCondition(markdown)).toEqual(expect.any(Number))
  expect(shownTo(markdown)).toBe('')
})

test('the line of the first condition that cannot be read is named', () => {
  expect(unreadableCondition(lines('a', '', never, 'b', end, '', `c ${never}`))).toBe(7)
})

test.each([
  ['within an item', lines('* a', '', `  ${never}`, '  SECRET', `  ${end}`, '', '  OPEN')],
  ['within a quotation in an item', lines('* > a', '  >', `  > ${never}`, '  > SECRET', `  > ${end}`, '', 'OPEN')],
  ['around lists', lines(never, '* SECRET', end, '* OPEN')],
  ['in code, and one that hides', lines(never, 'SECRET', end, '', `\`${never}\` OPEN`, '', '```', never, '```')],
  ['in code of a list and a quotation', lines('* OPEN', '', '  ```', `  ${never}`, '  ```', '', '> ~~~', `> ${never}`)],
])('a condition %s is read', (_, markdown) => {
  expect(unreadableCondition(markdown)).toBeUndefined()
  expect(shownTo(markdown)).toContain('OPEN')
  expect(shownTo(markdown)).not.toContain('SECRET')
})

test('other tags and words are no conditions', () => {
  for (const text of [
    '{% iffy %}',
    '{% hint %} if',
    '{%x if %}',
    '{ % if a %}',
    '%} if {%',
    '{% % if %}',
    '{% if_a %}',
  ])
    expect([text, isConditional(text), unreadableCondition(text)]).toEqual([text, false, undefined])
})
