import { expect, test } from '@jest/globals'
import { evaluateMarkdown } from './evaluation.ts'

const context = {
  visitor: { claims: { plan: 'pro', name: 'Ada *_<b>|', beta: true, unsigned: {} } },
  page: { vars: { version: '2. 1', empty: '' } },
}
const evaluate = (markdown: string, leaves: string[] = []) => evaluateMarkdown(markdown, { context, leaves }).trimEnd()
const lines = (...parts: string[]) => parts.join('\n')
const met = '{% if visitor.claims.plan === "pro" %}'
const unmet = '{% if visitor.claims.plan === "free" %}'
const end = '{% endif %}'

test.each([
  ['a text without conditions, as it was written', '*  a\n\n\nb', '*  a\n\n\nb'],
  ['what is met, without its tags', lines('a', '', met, '', 'b', '', end, '', 'c'), 'a\n\nb\n\nc'],
  ['nothing of what is not met', lines('a', '', unmet, '', '# b', '', '> c', '', end, '', 'd'), 'a\n\nd'],
  ['conditions without empty lines', lines('a', unmet, 'b', end, met, 'c', end, 'd'), lines('a', '', 'c', '', 'd')],
  ['a condition within one that is met', lines(met, unmet, 'a', end, 'b', end), 'b'],
  ['nothing of one within one that is not met', lines(unmet, met, 'a', end, 'b', end, 'c'), 'c'],
  ['a condition in a list', lines('* a', '', `  ${unmet}`, '  b', `  ${end}`, '', '  c'), '* a\n\n  c'],
  ['a condition in a quotation', lines('> a', '>', `> ${unmet}`, '> b', `> ${end}`), '> a'],
  [
    'a condition in a tab',
    lines('{% tabs %}', '{% tab title="A" %}', unmet, 'a', end, 'b', '{% endtab %}', '{% endtabs %}'),
    lines('{% tabs %}', '', '{% tab title="A" %}', '', 'b', '', '{% endtab %}', '', '{% endtabs %}'),
  ],
  ['nothing after a condition that nothing ends', lines('a', '', unmet, '', 'b', '', '> c'), 'a'],
  ['what follows a met condition that nothing ends', lines(met, '', 'b'), 'b'],
  ['nothing where an end has no beginning', lines('a', '', end, '', met, 'b', end), ''],
  [
    'nothing of a condition that is none',
    lines('{% if %}', 'a', end, '{% if a = b %}', 'b', end, '{% if(1) %}', 'c', end),
    '',
  ],
  [
    'a condition in HTML',
    lines('<div>', unmet, 'a', end, met, 'b', end, '</div>'),
    lines('<div>', '', 'b', '', '</div>'),
  ],
  ['a condition from HTML on', lines('<p>', unmet, 'a', '', '# b', '', end, '', 'c'), '<p>\n\nc'],
  ['a condition in code as code', lines('```', unmet, 'a', end, '```'), lines('```', unmet, 'a', end, '```')],
  ['no link that only a hidden definition leads on', lines('[a]', '', unmet, '', '[a]: b', '', end), '[a]'],
])('a reader is shown %s', (_, markdown, expected) => {
  expect(evaluate(markdown)).toBe(expected)
})

const say = (expression: string) => `<code class="expression">${expression}</code>`
test.each([
  ['in a line', `v${say('page.vars.version')}!`, 'v2. 1!'],
  ['that would begin a list', `${say('page.vars.version')}`, '2\\. 1'],
  ['that would be markup', `**a** ${say('visitor.claims.name')} b`, '**a** Ada \\*\\_\\<b>| b'],
  ['in a table', `| a |\n| - |\n| ${say('visitor.claims.name')} |`, '| a |\n| - |\n| Ada \\*\\_\\<b>\\| |'],
  ['in a heading and a link', `# ${say('1 + 1')} [${say('"x"')}](y)`, '# 2 [x](y)'],
  ['with signs of HTML', say('visitor.claims.beta &amp;&amp; "a" &lt; "b"'), 'true'],
  ['with signs of markdown', say('\\["a"\\]\\[0]'), 'a'],
  ['of nothing', `a${say('visitor.claims.missing')}${say('visitor.claims')}${say('no condition')}b`, 'ab'],
  ['in HTML', `<div>${say('visitor.claims.name')}</div>`, '<div>Ada *_&lt;b&gt;|</div>'],
  ['in code', `\`${say('1')}\``, `\`${say('1')}\``],
  ['that nothing ends', `a <code class="expression">1`, `a <code class="expression">1`],
  [
    'of another kind',
    `<code class="other">1</code> <code>expression</code>`,
    `<code class="other">1</code> <code>expression</code>`,
  ],
])('an expression %s is what it says', (_, markdown, expected) => {
  expect(evaluate(markdown)).toBe(expected)
})

test('expressions that read what another fills in stay, and conditions do not', () => {
  const markdown = lines(`${say('page.vars.version')} ${say('visitor.claims.name')}`, '', unmet, '', 'a', '', end)
  expect(evaluate(markdown, ['visitor'])).toBe(`2\\. 1 ${say('visitor.claims.name')}`)
})

test('what the expressions of a page say together is no longer than a page may be', () => {
  const expression = say('page.vars.long')
  const evaluated = (text: string) =>
    evaluateMarkdown(text, { context: { page: { vars: { long: 'x'.repeat(1000) } } } })
  expect(evaluated(`${expression} `.repeat(250)).length).toBeGreaterThan(250_000)
  for (const text of [`${expression} `, `<p>${expression}</p>`])
    expect(() => evaluated(text.repeat(300))).toThrow('at most 256000 characters')
})

test('conditions and expressions of a page have one effort together: beyond it nothing of the text is said', () => {
  const many = Array.from({ length: 40 }, (_, at) => at)
  const costly = 'many.map(a => many.some(b => a === b + 99)).length'
  const evaluated = (text: string) => evaluateMarkdown(text, { context: { many } })
  const blocks = (count: number) => `{% if ${costly} %}\n\n${say(costly)}\n\n{% endif %}\n\n`.repeat(count)
  expect(evaluated(blocks(5))).toContain('40')
  expect(() => evaluated(blocks(60))).toThrow(expect.objectContaining({ code: 'too-complex' }) as never)
})

test('readers of what is published get no comments, whether a text has conditions or not, and authors get them', () => {
  const code = '```html\n<!-- an example -->\n```\n'
  const plain = `<!-- for authors -->\n\nSeen.\n\n${code}`
  const conditional = `Seen. <!-- for authors -->\n\n{% if beta %}\n\nBeta. <!-- for authors -->\n\n{% endif %}\n\n${code}`
  const shown = (text: string, omitsComments: boolean) =>
    evaluateMarkdown(text, { context: { beta: true }, omitsComments })
  expect(shown(plain, true)).toBe(`Seen.\n\n${code}`)
  expect(shown(conditional, true)).toBe(`Seen.\n\nBeta.\n\n${code}`)
  expect(shown(plain, false)).toBe(plain)
  expect(shown(conditional, false)).toContain('<!-- for authors -->')
})
