import { readFileSync } from 'node:fs'

/** A generated file, with its present and its wanted content. */
export interface Generated {
  /** The absolute path. */
  file: string
  present: string
  wanted: string
}

/** A document with `text` between the line that begins with `<!-- name:`, which names the generator, and `<!-- /name -->`. */
export function withGenerated(file: string, name: string, text: string): Generated {
  const present = readFileSync(file, 'utf8')
  const begins = lineEnd(present, present.indexOf(`<!-- ${name}: `))
  const ends = present.indexOf(`<!-- /${name} -->`)
  if (begins < 0 || ends < begins)
    throw new Error(`${file} has lost its lines <!-- ${name}: … --> and <!-- /${name} -->`)
  return { file, present, wanted: `${present.slice(0, begins)}\n${text}\n${present.slice(ends)}` }
}

const lineEnd = (text: string, from: number) => (from < 0 ? from : text.indexOf('\n', from))
