import { raw, html as tagged } from 'hono/html'

export { raw }

/** Text that is HTML already; everything else that is put into `html` is escaped. */
export type Html = ReturnType<typeof raw>

type Insertable = string | number | Html | undefined | false | readonly Insertable[]

/** HTML with values in it, which are escaped. Nothing that is inserted is a promise, so neither is the answer. */
export const html = tagged as (strings: TemplateStringsArray, ...values: Insertable[]) => Html

export const nothing: Html = raw('')

/** Pieces one after another. Thousands of them are joined in one go. */
export const joined = (pieces: readonly Html[]): Html => (pieces.length === 1 && pieces[0]) || raw(pieces.join(''))

type Value = string | number | boolean | undefined

/** Attributes with their values escaped, each after a space. `true` is an attribute without a value; others are left out. */
export function attributes(values: Record<string, Value>): Html {
  let all = ''
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === false) continue
    all += value === true ? ` ${name}` : ` ${name}="${escaped(String(value))}"`
  }
  return raw(all)
}

/** The names of classes that apply. */
export const classes = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ')

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? '')
