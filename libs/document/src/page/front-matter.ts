import { isMap, LineCounter, parseDocument, stringify } from 'yaml'
import { DocumentError } from '../markdown/errors.ts'
import { checkDepth } from '../markdown/limits.ts'

/** Every listing of pages reads what they keep besides their text, so that must stay small. */
const MAX_LENGTH = 16 * 1024
const MAX_DEPTH = 20
const MAX_ALIASES = 20

const fenced = /^\uFEFF?---[ \t]*(?:\r\n|\n|\r)/
const end = /^---[ \t]*(?:\r\n|\n|\r|$)/gm
/** The first lines of a text that its author may have meant as front matter: behind empty lines, or behind `---yaml`. */
const meant = /^[\s\p{Cf}]{0,200}(?:<!--[^>]{0,400}-->[\s\p{Cf}]{0,200})?(?:---|\+\+\+)[^\r\n]{0,40}(?:\r\n|\n|\r)/u
/** A line of front matter that says who may see a page. */
const accessLine = /^[\s\p{Cf}]*(?:- )?["']?(?:if|hidden|noindex|norobotsindex)[\s\p{Cf}]*(?:["'][\s\p{Cf}]*)?[:=]/iu
/** Lines after the first `---` that are looked at. */
const maxMeantLines = 50
/** Anything that could be the name of an access rule, however it is spelled; escapes and merges may hide one. */
const accessWord = /\b(?:if|hidden|noindex|norobotsindex)\b|\\|<</i

type FrontMatter = { attributes: Record<string, unknown>; body: string }

/**
 * Splits a file into the YAML mapping between two `---` lines at its start and the rest, byte for byte. A file whose
 * first lines are no mapping (a rule, a heading) has no attributes, unless they seem to say who may see the page. Throws
 * DocumentError (front-matter) with the line.
 */
export function parseFrontMatter(text: string): FrontMatter {
  return readFenced(text) ?? withoutAttributes(text)
}

/**
 * Returns the rest of a text whose front matter cannot be read; undefined if it may hold an access rule, because without it
 * everybody would see the page.
 */
export function withoutBrokenFrontMatter(text: string): string | undefined {
  const found = fencedLines(text)
  return found === undefined || mayLimitAccess(text) ? undefined : found.body
}

/** True if the first lines of a text may say who may see the page, even if they cannot be read. */
export function mayLimitAccess(text: string): boolean {
  const opening = meant.exec(text)?.[0]
  if (opening === undefined) return false
  const found = fencedLines(text)
  if (found && accessWord.test(found.yaml)) return true
  // The end may be a slip, too.
  const lines = (found?.body ?? text.slice(opening.length)).slice(0, MAX_LENGTH).split(/\r\n|\n|\r/, maxMeantLines)
  return lines.some((line) => accessLine.test(line))
}

function fencedLines(text: string): { yaml: string; body: string } | undefined {
  const open = fenced.exec(text)?.[0].length
  if (open === undefined) return undefined
  const close = new RegExp(end)
  close.lastIndex = open
  const match = close.exec(text)
  return match ? { yaml: text.slice(open, match.index), body: text.slice(close.lastIndex) } : undefined
}

function readFenced(text: string): FrontMatter | undefined {
  const found = fencedLines(text)
  const attributes = found && readYaml(found.yaml)
  return attributes && { attributes, body: found.body }
}

/** Throws if the first lines seem to be front matter with an access rule: ignoring it would show the page to everybody. */
function withoutAttributes(text: string): FrontMatter {
  const opening = meant.exec(text)?.[0]
  if (opening !== undefined) {
    const lines = text.slice(opening.length, opening.length + MAX_LENGTH).split(/\r\n|\n|\r/, maxMeantLines)
    const closing = lines.findIndex((line) => /^(?:---|\.\.\.)[ \t]*$/.test(line))
    const at = (closing === -1 ? lines : lines.slice(0, closing)).findIndex((line) => accessLine.test(line))
    if (at !== -1)
      throw broken(
        'it says who may see the page, so it must be a mapping that begins with --- in the first line and ends with ---',
        opening.split(/\r\n|\n|\r/).length + at,
      )
  }
  return { attributes: {}, body: text }
}

/** Puts attributes in front of a body; `parseFrontMatter` gives both back. */
export function withFrontMatter(attributes: Record<string, unknown>, body: string): string {
  const options = { aliasDuplicateObjects: false, lineWidth: 0 }
  const yaml = Object.keys(attributes).length > 0 ? stringify(attributes, options) : ''
  return yaml === '' && !opensWithFrontMatter(body) ? body : `---\n${yaml}---\n${body}`
}

/** True if the beginning of a text would be read as front matter, or refused as broken front matter. */
function opensWithFrontMatter(text: string): boolean {
  try {
    return parseFrontMatter(text).body !== text
  } catch (error) {
    if (error instanceof DocumentError) return true
    throw error
  }
}

/** True if the first line with words could begin a mapping; prose between two rules does not. */
function beginsMapping(yaml: string): boolean {
  const first = /^(?:[ \t]*(?:#[^\r\n]*)?(?:\r\n|\n|\r))*([^\r\n]*)/.exec(yaml)?.[1] ?? ''
  return first.trim() === '' || /:(?:\s|$)|^[ \t]*[{?&!]/.test(first)
}

/** At deep nesting, and at aliases that multiply or form a circle, the library throws errors of the engine. */
function readYaml(yaml: string): Record<string, unknown> | undefined {
  if (!beginsMapping(yaml)) return undefined
  if (yaml.length > MAX_LENGTH) throw broken(`it must not be longer than ${MAX_LENGTH} characters`, 1)
  try {
    return readMapping(yaml)
  } catch (error) {
    if (error instanceof DocumentError && error.code === 'front-matter') throw error
    throw broken('it nests too deeply or its aliases do not resolve', 1)
  }
}

/** Through JSON: aliases become copies, a value that holds itself is refused, and every value is plain data. */
function readMapping(yaml: string): Record<string, unknown> | undefined {
  const lines = new LineCounter()
  const document = parseDocument(yaml, {
    lineCounter: lines,
    prettyErrors: false,
    schema: 'core',
    logLevel: 'error',
  })
  const problem = document.errors[0]
  if (problem) throw broken(problem.message, lines.linePos(problem.pos[0]).line + 1)
  if (document.contents === null) return {}
  if (!isMap(document.contents)) return undefined
  const attributes = JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: MAX_ALIASES })))
  checkDepth<unknown>(attributes, (value) => (isObject(value) ? Object.values(value) : []), MAX_DEPTH)
  return attributes
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function broken(what: string, line: number): DocumentError {
  return new DocumentError('front-matter', `The front matter is not valid: ${what}`, line)
}
