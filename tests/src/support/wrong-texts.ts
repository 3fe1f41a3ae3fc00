import { accepts, type Schema } from './described-schemas.ts'

/** An invalid value, and the reason. */
export type WrongValue = readonly [what: string, value: unknown]

/** Texts that no field may hold: no database, log or client could. */
export const hostileTexts: WrongValue[] = [
  ['NUL', 'a\0b'],
  ['half a surrogate pair', 'a\ud800b'],
]

/** Wrong values for a choice of fixed texts: near one, like one, empty, or a name that every object has. */
export function wrongChoices(choices: string[]): WrongValue[] {
  const [choice = ''] = choices
  const wrong: WrongValue[] = [
    ['no value of the enum', 'no-such-value'],
    ['empty', ''],
    ['in capitals', choice.toUpperCase()],
    ['with a blank', `${choice} `],
    ['a look-alike', choice.replace(/[aeo]/, (letter) => ({ a: 'а', e: 'е', o: 'о' })[letter] ?? letter)],
    ['a property of every object', 'constructor'],
    ['very large', choice.repeat(20_000)],
  ]
  return wrong.filter(([, value]) => !choices.includes(String(value)))
}

/** Texts in no format; those that a schema accepts after all are left out. */
const misshapen: WrongValue[] = [
  ['no format', 'no such thing'],
  ['full-width letters', 'ｅｘａｍｐｌｅ．ｃｏｍ'],
  ['another script', 'пример'],
  ['a leading hyphen', '-a-.-b-'],
  ['a script', 'javascript:alert(1)'],
  ['another protocol', 'ftp://example.com/'],
  ['no such day', '2026-02-30T00:00:00Z'],
  ['no such hour', '2026-01-01T25:00:00Z'],
  ['a day alone', '2026-01-01'],
  ['a number', '1767225600000'],
  ['line breaks', 'a\r\nX: b'],
]

/** Long enough to reveal a pattern that takes quadratic time. A text that may be longer anyway stays as it is. */
const large = 100_000
/** Counting characters takes the same time for all texts. */
const few = 10_000

/** Every way in which a text can break an open schema. */
export function wrongTexts(schema: Schema): WrongValue[] {
  const { minLength, maxLength, format, pattern } = schema
  const shape = format ?? pattern
  const wrong: WrongValue[] = [...hostileTexts]
  if (minLength) wrong.push(['empty', ''])
  if (minLength && minLength > 1) wrong.push(['too short', 'x'.repeat(minLength - 1)])
  if (maxLength) wrong.push(['too long', tooLong(schema, maxLength)])
  if (maxLength && maxLength < large) wrong.push(['very large', '𝄞'.repeat(maxLength + (shape ? large : few))])
  if (shape) wrong.push(...misshapen.filter(([, value]) => !accepts(schema, value)))
  // The description of addresses is weaker than the check.
  if (format === 'uri') wrong.push(['a script', 'javascript:alert(1)'], ['another protocol', 'ftp://example.com/'])
  return wrong
}

/** A text with one character too many, but otherwise right. */
function tooLong({ format }: Schema, maxLength: number): string {
  const start = format === 'uri' ? 'https://example.com/' : ''
  return start.padEnd(maxLength + 1, 'x')
}
