import { expect, test } from '@jest/globals'
import { parseInput } from '@quire/kit'
import { z } from 'zod'
import { fieldProblem } from '../src/parts/field-problems.ts'
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
  ['no address of mail', z.email(), 'ada', 'Enter an email address.', 'Geben Sie eine E-Mail-Adresse ein.'],
  [
    'no whole address',
    z.url(),
    'docs',
    'Enter a whole address, such as https://docs.example.com.',
    'Geben Sie eine ganze Adresse ein, etwa https://docs.example.com.',
  ],
  ['what has no words', z.literal('a'), 'b', 'must be "a"', 'Der Server hat das nicht angenommen. (must be "a")'],
])('a field with %s says so in the language of the person', (_, schema, value, english, german) => {
  const problem = problemOf(schema, value)
  expect([fieldProblem(problem, en), fieldProblem(problem, de)]).toEqual([english, german])
})
