import { readFileSync } from 'node:fs'

/**
 * A document as it is, and as it should be: with `text` from the line that begins `<!-- name:`, which says what makes it,
 * to the line `<!-- /name -->`.
 */
export function withGenerated(file: string, name: string, text: string): { present: string; wanted: string } {
  const present = readFileSync(file, 'utf8')
  const begins = lineEnd(present, present.indexOf(`<!-- ${name}: `))
  const ends = present.indexOf(`<!-- /${name} -->`)
  if (begins < 0 || ends < begins)
    throw new Error(`${file} has lost its lines <!-- ${name}: … --> and <!-- /${name} -->`)
  return { present, wanted: `${present.slice(0, begins)}\n${text}\n${present.slice(ends)}` }
}

const lineEnd = (text: string, from: number) => (from < 0 ? from : text.indexOf('\n', from))
