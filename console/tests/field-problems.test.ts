import { expect, test } from '@jest/globals'
import { CreateSiteRedirect } from '@quire/contracts'
import { parseInput } from '@quire/kit'
import { z } from 'zod'
import { fieldProblem, requestProblem } from '../src/parts/field-problems.ts'
import { de } from '../src/words/general/de.ts'
import { en } from '../src/words/general/en.ts'

/** Returns the text of the services about a value, without the name of its field. */
function problemOf(schema: z.ZodType, value: unknown): string {
  try {
    parseInput(z.object({ field: schema }), { field: value }, 'body')
  } catch (error) {
    return String((error as Error).message).replace('body.field: ', '')
  }
  return 'nothing'
}

test.each<[string, z.ZodType, unknown, string, string]>([
  ['nothing', z.string(), undefined, 'Fill this in.', 'Füllen Sie dieses Feld aus.'],
  ['too little', z.string().min(3), 'ab', 'Use at least 3 characters.', 'Mindestens 3 Zeichen.'],
  ['too much', z.string().max(3), 'abcd', 'Use at most 3 characters.', 'Höchstens 3 Zeichen.'],
  ['another length', z.string().length(3), 'ab', 'Use 3 characters.', 'Genau 3 Zeichen.'],
  [
    'too many entries',
    z.array(z.string()).max(1),
    ['a', 'b'],
    'Number of entries: at most 1.',
    'Anzahl der Einträge: höchstens 1.',
  ],
  ['too small a number', z.number().min(3), 2, 'Enter 3 or more.', 'Mindestens 3.'],
  ['too large a number', z.number().max(3), 4, 'Enter 3 or less.', 'Höchstens 3.'],
  ['no address of mail', z.email(), 'ada', 'Enter an email address.', 'Geben Sie eine E-Mail-Adresse ein.'],
  [
    'no whole address',
    z.url(),
    'docs',
    'Enter a whole address, such as https://docs.example.com.',
    'Geben Sie eine ganze Adresse ein, etwa https://docs.example.com.',
  ],
  ['no path', CreateSiteRedirect.shape.source, 'old', en.problems.path, de.problems.path],
])('a field with %s says so in the language of the person', (_, schema, value, english, german) => {
  const problem = problemOf(schema, value)
  expect([fieldProblem(problem, en), fieldProblem(problem, de)]).toEqual([{ text: english }, { text: german }])
})

test('a rule without words is the English sentence, in other languages as the detail of a general one', () => {
  const problem = problemOf(z.literal('a'), 'b')
  expect(fieldProblem(problem, en)).toEqual({ text: 'must be "a"' })
  expect(fieldProblem(problem, de)).toEqual({ text: de.refusedHint, detail: 'must be "a"' })
})

test('a refusal has the name of its field in the language of the person, and never the path of the request', () => {
  const about = (message: string) => [en, de].map((words) => requestProblem(message, words.refusedHint, words))
  expect(about('body.emails.0.email: must be an e-mail address')).toEqual([
    { text: 'Email address: Enter an email address.' },
    { text: 'E-Mail-Adresse: Geben Sie eine E-Mail-Adresse ein.' },
  ])
  expect(about('body.hostname: must be free')).toEqual([
    { text: 'Host: must be free' },
    { text: `Host: ${de.refusedHint}`, detail: 'must be free' },
  ])
  expect(about('body.unheard.of: is odd')).toEqual([
    { text: 'body.unheard.of: is odd' },
    { text: de.refusedHint, detail: 'body.unheard.of: is odd' },
  ])
})

test('what something else has already is said to be taken', () => {
  const message = 'Another redirect of the site has this source.'
  expect(requestProblem(message, en.refusedHint, en)).toEqual({ text: message })
  expect(requestProblem(message, de.refusedHint, de)).toEqual({ text: de.problems.taken, detail: message })
})
