import { isMap, LineCounter, parseDocument, stringify } from 'yaml'
import { DocumentError } from './errors.ts'

const MAX_LENGTH = 64 * 1024
const MAX_ALIASES = 20

const fenced = /^\uFEFF?---[ \t]*(?:\r\n|\n|\r)/
const end = /^---[ \t]*(?:\r\n|\n|\r|$)/gm

export type FrontMatter = { attributes: Record<string, unknown>; body: string }

/**
 * Splits a file into the YAML mapping between two `---` lines at its start and the rest, byte for byte. A file whose
 * first lines are no mapping (a rule, a heading) has no attributes. Throws DocumentError (front-matter) with the line.
 */
export function parseFrontMatter(text: string): FrontMatter {
  const open = fenced.exec(text)?.[0].length
  if (open === undefined) return { attributes: {}, body: text }
  const close = new RegExp(end)
  close.lastIndex = open
  const match = close.exec(text)
  if (!match) return { attributes: {}, body: text }
  const attributes = readYaml(text.slice(open, match.index))
  return attributes ? { attributes, body: text.slice(close.lastIndex) } : { attributes: {}, body: text }
}

/** Puts attributes in front of a body; `parseFrontMatter` gives both back. */
export function withFrontMatter(attributes: Record<string, unknown>, body: string): string {
  const yaml = Object.keys(attributes).length > 0 ? stringify(attributes, { aliasDuplicateObjects: false }) : ''
  return yaml === '' && !fenced.test(body) ? body : `---\n${yaml}---\n${body}`
}

/** The library answers deep nesting and aliases that multiply or turn in a circle with errors of the engine. */
function readYaml(yaml: string): Record<string, unknown> | undefined {
  if (yaml.length > MAX_LENGTH) throw broken(`it must not be longer than ${MAX_LENGTH} characters`, 1)
  try {
    return readMapping(yaml)
  } catch (error) {
    if (error instanceof DocumentError) throw error
    throw broken('it nests too deeply or its aliases do not resolve', 1)
  }
}

/** Through JSON: what aliases share becomes copies, what holds itself is refused, and every value is plain data. */
function readMapping(yaml: string): Record<string, unknown> | undefined {
  const lines = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false, schema: 'core' })
  const problem = document.errors[0]
  if (problem) throw broken(problem.message, lines.linePos(problem.pos[0]).line + 1)
  if (document.contents === null) return {}
  if (!isMap(document.contents)) return undefined
  return JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: MAX_ALIASES })))
}

function broken(what: string, line: number): DocumentError {
  return new DocumentError('front-matter', `The front matter is not valid: ${what}`, line)
}
